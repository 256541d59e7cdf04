import { expect, it } from 'vitest';
import { disturbed } from './disturbed.ts';

it('after every trouble all computers of a team have byte for byte the same', async () => {
  const { figures, breaches } = await disturbed({ seed: 20_261_126, rounds: 6, desks: 3 });
  expect(breaches).toEqual([]);
  expect(figures['rounds']).toBe(6);
  // Of most there was some, else this proved nothing.
  for (const what of ['written', 'cut', 'pause', 'kill', 'clock', 'crash']) {
    expect(figures[what], what).toBeGreaterThan(0);
  }
}, 120_000);
