import { expect, it } from 'vitest';
import { webhookMarks } from './webhook-marks.ts';

const now = Date.UTC(2026, 10, 23, 12);
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

it('a webhook is silent once the service has not spoken of it for a week', () => {
  const rows = [null, hoursAgo(1), hoursAgo(7 * 24), hoursAgo(7 * 24 + 1)];
  const webhooks = rows.map((statusLearnedAt) => ({ statusLearnedAt }));
  expect(webhookMarks(webhooks, [], [], now)).toEqual({ silent: 1, refused: 0, failing: 0 });
});

it('a delivery that nothing proves is marked for a day', () => {
  const quarantined = [{ receivedAt: hoursAgo(1) }, { receivedAt: hoursAgo(25) }];
  expect(webhookMarks([], quarantined, [], now).refused).toBe(1);
});

it('a target that fails is marked until it takes something, or is paused', () => {
  const failing = { since: hoursAgo(2), status: 500, reason: 'It answered 500.' };
  const targets = [
    { failing, isPaused: false },
    { failing, isPaused: true },
    { failing: null, isPaused: false },
  ];
  expect(webhookMarks([], [], targets, now).failing).toBe(1);
});
