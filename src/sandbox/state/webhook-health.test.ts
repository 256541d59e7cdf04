import { expect, test } from 'vitest';
import { healthOf, healthWindow, rateText } from '../state/webhooks.ts';

const attempts = (delivered: number, failed: number, answeredMs: number | null = 10) => [
  ...Array.from({ length: failed }, () => ({ delivered: false, answeredMs })),
  ...Array.from({ length: delivered }, () => ({ delivered: true, answeredMs })),
];

test.each([
  [0, 0, 'healthy', 1],
  [100, 0, 'healthy', 1],
  [95, 5, 'healthy', 0.95],
  [94, 6, 'degraded', 0.94],
  [50, 50, 'degraded', 0.5],
  [49, 51, 'failing', 0.49],
  [1, 99, 'failing', 0.01],
  [0, 1, 'dead', 0],
])('%i delivered and %i failed is %s', (delivered, failed, status, rate) => {
  expect(healthOf(attempts(delivered, failed))).toMatchObject({ status, rate });
});

test('only the last hundred count', () => {
  expect(healthOf(attempts(healthWindow, 500)).rate).toBe(1);
});

test('the average is of answers alone, and has a limit of 5,000 ms', () => {
  const { averageResponseMs, isTooSlow } = healthOf([
    { delivered: true, answeredMs: 100 },
    { delivered: false, answeredMs: 300 },
    { delivered: false, answeredMs: null },
  ]);
  expect([averageResponseMs, isTooSlow]).toEqual([200, false]);
  expect(healthOf(attempts(1, 0, 5_000)).isTooSlow).toBe(true);
  expect(healthOf(attempts(0, 1, null)).averageResponseMs).toBeNull();
});

test.each([
  [1, 'fraction', '1'],
  [0, 'fraction', '0'],
  [2 / 3, 'fraction', '0.6667'],
  [2 / 3, 'percent', '66.67'],
  [1, 'percent', '100'],
] as const)('%d in %s is %s', (rate, unit, text) => {
  expect(rateText(rate, unit)).toBe(text);
});
