import { expect, it } from 'vitest';
import { createSlowdown } from './slowdown.ts';
import { VaultError } from './vault-error.ts';

const wrong = () => Promise.reject(new VaultError('wrong-passphrase', 'The passphrase is wrong.'));
const right = () => Promise.resolve('open');

function watched() {
  const waits: number[] = [];
  const slowed = createSlowdown(async (ms) => waits.push(ms));
  const miss = async (times: number) => {
    for (let index = 0; index < times; index += 1) {
      await expect(slowed(wrong)).rejects.toMatchObject({ code: 'wrong-passphrase' });
    }
  };
  return { waits, slowed, miss };
}

it('answers three wrong ones at once, then each later than the one before, ten seconds at most', async () => {
  const { waits, miss } = watched();
  await miss(9);
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

it('never keeps the right one waiting, and begins anew after it', async () => {
  const { waits, slowed, miss } = watched();
  await miss(5);
  expect(await slowed(right)).toBe('open');
  await miss(3);
  expect(waits).toHaveLength(2);
});

it('tries one at a time, so that many at once are no faster', async () => {
  let running = 0;
  let most = 0;
  const slowed = createSlowdown(async () => undefined);
  const attempt = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  await Promise.all([slowed(attempt), slowed(attempt), slowed(attempt)]);
  expect(most).toBe(1);
});

it('does not count what failed for another reason', async () => {
  const { waits, slowed } = watched();
  const full = () => Promise.reject(new VaultError('not-kept', 'The disk is full.'));
  await expect(slowed(full)).rejects.toMatchObject({ code: 'not-kept' });
  expect(waits).toEqual([]);
});
