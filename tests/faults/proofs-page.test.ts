import { expect, test } from 'vitest';
import { progressOf } from './proof.ts';
import { proofsPage } from './proofs-page.ts';

test('a proof has held in full alone; one that has not run has its row, and no result', () => {
  const proof = (name: string) => ({ name, claim: 'It holds.', batches: 4 });
  const figures = { kills: 7 };
  const page = proofsPage(
    [
      { proof: proof('whole'), progress: { done: 4, figures, breaches: [] } },
      { proof: proof('begun'), progress: { done: 1, figures, breaches: ['x'] } },
      { proof: proof('in part'), progress: { done: 3, figures, breaches: [] } },
      { proof: proof('open'), progress: progressOf([]) },
    ],
    'Commit abc with changes; a machine.',
  );
  expect(page).toContain('\nCommit abc with changes; a machine.\n');
  expect(page.split('\n').filter((line) => line.includes('It holds.'))).toEqual([
    '| whole | It holds. | full | 7 kills | held |',
    '| begun | It holds. | 1 of 4 batches | 7 kills | **broken 1 times** |',
    '| in part | It holds. | 3 of 4 batches | 7 kills | unbroken in 3 of 4 |',
    '| open | It holds. | 0 of 4 batches |  | not run |',
  ]);
});
