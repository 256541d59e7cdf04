import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

const answered = (pace: ReturnType<typeof createPace>, times: number) => {
  for (let time = 0; time < times; time += 1) pace.answered();
};

it('lets a few more be asked at once while answers come, and never more than eight', () => {
  const pace = createPace();
  expect(pace.limit()).toBe(4);
  answered(pace, 8);
  expect(pace.limit()).toBe(5);
  answered(pace, 200);
  expect(pace.limit()).toBe(8);
});

it('halves on a request to slow down, and always lets one be asked', () => {
  const pace = createPace();
  pace.slowedDown(null);
  expect(pace.limit()).toBe(2);
  pace.slowedDown(null);
  pace.slowedDown(null);
  expect(pace.limit()).toBe(1);
});

it('waits as long as the service asks, else longer each time, a minute at most', () => {
  const pace = createPace();
  expect(pace.slowedDown(7_000)).toBe(7_000);
  expect(pace.slowedDown(null)).toBe(2_000);
  expect(pace.slowedDown(null)).toBe(4_000);
  for (let time = 0; time < 10; time += 1) pace.slowedDown(null);
  expect(pace.slowedDown(null)).toBe(60_000);
  pace.answered();
  expect(pace.slowedDown(null)).toBe(1_000);
});
