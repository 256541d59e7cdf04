import { expect, it } from 'vitest';
import type { DeliveryRow } from '../../../../bridge/deliveries.ts';
import type { ForwardView } from '../../../../bridge/forwarding.ts';
import { jsonLine, textLine } from './lines.ts';

const hostile = 'payout.failed\u001b[1A\u001b[2K\r12:00:00.000  payout.successful  genuine\n';
const row = {
  receivedAt: '2026-11-22T12:00:00.000Z',
  arrival: 1,
  webhookId: null,
  eventId: 'event_\u202ea',
  eventName: hostile,
  verdict: { kind: 'wrong' },
  role: null,
} as unknown as DeliveryRow;
const forward = {
  state: 'waiting',
  status: null,
  lastMs: 3,
  nextTryAt: null,
  attempts: 1,
  sentence: 'Refused: \u009b31m',
} as unknown as ForwardView;

it('says when the attempt ended, the first one too', () => {
  const tried = '2026-11-22T12:00:00.100Z';
  const later = '2026-11-22T12:07:30.250Z';
  const line = (changes: object) =>
    textLine({ row, forward: { ...forward, ...changes } }).slice(0, 12);
  expect(line({ lastTriedAt: tried })).toMatch(/:00:00\.100$/);
  expect(textLine({ row, forward: null }).slice(0, 12)).toMatch(/:00:00\.000$/);
  expect(line({ lastTriedAt: later, attempts: 2 })).toMatch(/:07:30\.250$/);
  expect(line({ lastTriedAt: later, isReplay: true })).toMatch(/:07:30\.250$/);
});

it('says as JSON when the next attempt is', () => {
  const nextTryAt = '2026-11-22T12:00:05.000Z';
  const json: unknown = JSON.parse(jsonLine({ row, forward: { ...forward, nextTryAt } }));
  expect(json).toMatchObject({ at: row.receivedAt, forward: { nextTryAt } });
});

it('a delivery is one line, whatever its event is called and its target says', () => {
  for (const line of [textLine({ row, forward }), jsonLine({ row, forward })]) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
  expect(textLine({ row, forward })).toContain('REJECTED: invalid signature');
  expect(JSON.parse(jsonLine({ row, forward }))).toMatchObject({ event: hostile });
});
