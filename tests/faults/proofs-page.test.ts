import { expect, test } from 'vitest';
import { progressOf } from './proof.ts';
import { proofsPage } from './proofs-page.ts';

const proof = (name: string) => ({ name, claim: 'It holds.', batches: 4 });
const rowsOf = (page: string) => page.split('\n').filter((line) => line.includes('It holds.'));

test('a proof has held in full alone; one that has not run has its row, and no result', () => {
  const figures = { kills: 7 };
  const page = proofsPage(
    [
      { proof: proof('whole'), progress: { done: 4, figures, breaches: [] } },
      { proof: proof('begun'), progress: { done: 1, figures, breaches: ['x'] } },
      { proof: proof('in part'), progress: { done: 3, figures, breaches: [] } },
      { proof: proof('open'), progress: progressOf([]) },
    ],
    'abc with changes, a processor, 3.0',
    '',
  );
  expect(rowsOf(page)).toEqual([
    '| whole | It holds. | full | 7 kills | held | abc with changes, a processor, 3.0 |',
    '| begun | It holds. | 1 of 4 batches | 7 kills | **broken 1 times** | abc with changes, a processor, 3.0 |',
    '| in part | It holds. | 3 of 4 batches | 7 kills | unbroken in 3 of 4 | abc with changes, a processor, 3.0 |',
    '| open | It holds. | 0 of 4 batches |  | not run |  |',
  ]);
});

test('what ran on an earlier commit stays until it runs again', () => {
  const held = { done: 4, figures: { kills: 9 }, breaches: [] };
  const before = proofsPage([{ proof: proof('a'), progress: held }], 'abc, x, 1.0', '');
  const after = proofsPage(
    [
      { proof: proof('a'), progress: progressOf([]) },
      { proof: proof('b'), progress: held },
    ],
    'def, x, 2.0',
    before,
  );
  expect(rowsOf(after)).toEqual([
    '| a | It holds. | full | 9 kills | held | abc, x, 1.0 |',
    '| b | It holds. | full | 9 kills | held | def, x, 2.0 |',
  ]);
});
