import { expect, it } from 'vitest';
import type { Observation } from '../../core/records/types.ts';
import { historyOf } from './checks.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
const seen = (
  minute: number,
  body: object,
  source: Observation['source'] = 'read',
): Observation => ({
  observationId: `at ${minute}`,
  kind: 'bankAccount',
  id: 'bankAccount_a',
  source,
  observedAt: at(minute),
  happenedAt: null,
  eventId: null,
  intentKey: null,
  deviations: [],
  body: body as Observation['body'],
});
const newestFirst = (...observations: Observation[]) => observations.toReversed();

it('a text told as the number that reads the same is no change', () => {
  const history = historyOf(
    newestFirst(seen(1, { bankName: '1822', code: '7' }), seen(2, { bankName: 1822, code: '7' })),
  );
  expect(history).toMatchObject([{ isFirst: true, confirmed: 1 }]);
});

it('tells what each observation changed in what was known, newest first', () => {
  const history = historyOf(
    newestFirst(
      seen(1, { status: 'active', bankName: 'One' }, 'delivery'),
      seen(2, { status: 'active', accountDetails: { accountNumber: '****1234' } }),
      seen(3, { status: 'blocked', accountDetails: { accountNumber: '****1234' } }),
    ),
  );
  expect(history).toMatchObject([
    {
      observedAt: at(3),
      isFirst: false,
      fields: [{ path: '/status', kind: 'changed', was: 'active', is: 'blocked' }],
    },
    {
      observedAt: at(2),
      fields: [{ path: '/accountDetails', kind: 'added', is: { accountNumber: '****1234' } }],
    },
    { observedAt: at(1), source: 'delivery', isFirst: true, fields: [] },
  ]);
});

it('counts what says the same, and says when it did last', () => {
  const body = { status: 'active', bankName: 'One' };
  const history = historyOf(
    newestFirst(
      seen(1, body),
      seen(2, body),
      seen(3, { status: 'active' }),
      seen(4, { ...body, status: 'x' }),
      seen(5, { ...body, status: 'x' }),
    ),
  );
  expect(history).toMatchObject([
    { observedAt: at(4), confirmed: 1, lastConfirmedAt: at(5) },
    { observedAt: at(1), isFirst: true, confirmed: 2, lastConfirmedAt: at(3) },
  ]);
});

it('goes over many reads of the same quickly, and keeps a field that is told as null', () => {
  const many = Array.from({ length: 5_000 }, (_, minute) => seen(minute, { status: 'active' }));
  const history = historyOf(newestFirst(...many, seen(5_000, { status: null })));
  expect(history).toMatchObject([
    { fields: [{ path: '/status', kind: 'changed', was: 'active', is: null }] },
    { confirmed: 4_999 },
  ]);
});
