import { expect, it } from 'vitest';
import { disturbed } from './disturbed.ts';

it('after every trouble all computers of a team have byte for byte the same', async () => {
  const { figures, breaches } = await disturbed({ seed: 281, rounds: 4, desks: 3 });
  expect(breaches).toEqual([]);
  expect(figures['rounds']).toBe(4);
  // Of each there was some, else this proved nothing.
  for (const what of ['written', 'cut', 'silence', 'pause', 'kill', 'clock', 'crash', 'restart']) {
    expect(figures[what], what).toBeGreaterThan(0);
  }
}, 120_000);
