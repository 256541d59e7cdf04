import { expect, it } from 'vitest';
import { oneFile } from './one-file.ts';

it('a file that a whole team sends at once makes one account a row, through a kill', async () => {
  const { figures, breaches } = await oneFile({ desks: 3, rows: 60, kills: 1, seed: 20_261_126 });
  expect(breaches).toEqual([]);
  expect(figures).toMatchObject({ desks: 3, rows: 60, kills: 1 });
}, 120_000);
