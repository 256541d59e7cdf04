import { expect, test } from 'vitest';
import { webhookSecret } from '../contract/ids.ts';
import { pooledRandom } from '../platform/random.ts';
import { createIds, nextUpdated } from './ids.ts';

let now = Date.parse('2026-06-01T00:00:00.000Z');
const clock = { now: () => now };
const ids = createIds(pooledRandom(), clock);

test('an id is a prefix, an underscore and lowercase alphanumerics', () => {
  expect(ids.next('customer')).toMatch(/^customer_[a-z0-9]{25}$/);
  expect(webhookSecret.safeParse(ids.secret('secret')).success).toBe(true);
});

test('what is made later sorts later', () => {
  const made = Array.from({ length: 100 }, () => {
    now += 1;
    return ids.next('event');
  });
  expect(made.toSorted()).toEqual(made);
});

test('no two are the same, even in one millisecond', () => {
  const made = Array.from({ length: 20_000 }, () => ids.next('event'));
  expect(new Set(made).size).toBe(made.length);
});

test('every character of the alphabet comes up, none much more than another', () => {
  const counts = new Map<string, number>();
  for (let index = 0; index < 1_000; index += 1) {
    for (const character of ids.secret('secret').slice('secret_'.length)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(32);
  // 1,625 on average; twelve standard deviations either way.
  for (const count of counts.values()) expect(Math.abs(count - 1_625)).toBeLessThan(480);
});

test('an update is later than the one before, even in one millisecond', () => {
  expect(nextUpdated('2026-06-01T00:00:00.000Z', { now: () => Date.parse('2026-06-01') })).toBe(
    '2026-06-01T00:00:00.001Z',
  );
  expect(nextUpdated('2026-01-01T00:00:00.000Z', { now: () => Date.parse('2026-06-01') })).toBe(
    '2026-06-01T00:00:00.000Z',
  );
});
