import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepReports } from './kept-reports.ts';
import { inOwnDirectory, progressOf } from './proof.ts';

const proof = { name: 'It holds -9', batches: 4 };

test('a run that was stopped goes on with the batches that are missing, in whichever order', () =>
  inOwnDirectory(async (directory) => {
    const first = keepReports(join(directory, 'a commit'));
    expect(first.missing(proof)).toEqual([1, 2, 3, 4]);
    first.keep(proof, 3, { figures: { kills: 2 }, breaches: ['x'] });
    first.keep(proof, 1, { figures: { kills: 5, rows: 1 }, breaches: [] });

    const again = keepReports(join(directory, 'a commit'));
    expect(again.missing(proof)).toEqual([2, 4]);
    expect(progressOf(again.of(proof))).toEqual({
      done: 2,
      figures: { kills: 7, rows: 1 },
      breaches: ['x'],
    });
    expect(keepReports(join(directory, 'another')).missing(proof)).toHaveLength(4);
  }));

test('a file that a full disk left half written counts for nothing', () =>
  inOwnDirectory(async (directory) => {
    const kept = keepReports(directory);
    kept.keep(proof, 1, { figures: {}, breaches: [] });
    writeFileSync(join(directory, 'It-holds-9.json'), '{"1":{"fig');
    expect(kept.missing(proof)).toEqual([1, 2, 3, 4]);
  }));
