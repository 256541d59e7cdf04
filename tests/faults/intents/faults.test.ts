import { expect, it } from 'vitest';
import { inOwnDirectory } from '../proof.ts';
import { faultRounds } from './fault-rounds.ts';

it('one intent is one account at most, whatever goes wrong, until a person sends it again', async () => {
  const report = await inOwnDirectory((directory) =>
    faultRounds({ directory, faults: 120, seed: 20_261_121 }),
  );
  expect(report.breaches).toEqual([]);
  expect(report.figures['faults']).toBe(120);
  // Of each kind there was some, else this proved nothing.
  const seen = ['kills', 'unknown', 'refused', 'not-sent', 'found to exist', 'found not to'];
  for (const kind of [...seen, 'sent again']) expect(report.figures[kind]).toBeGreaterThan(0);
});
