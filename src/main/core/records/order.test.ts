import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observationSources } from '../../../bridge/source.ts';
import {
  comparePositions,
  createdOf,
  effectiveAt,
  instantOf,
  occurredAt,
  type Position,
  rankOf,
} from './order.ts';
import type { NewObservation } from './types.ts';

const noon = '2026-11-20T12:00:00.000Z';

describe('a usable time', () => {
  it.each([
    [noon, 1_795_176_000_000],
    ['2026-11-20T12:00:00Z', 1_795_176_000_000],
    ['2026-11-20T13:00+01:00', 1_795_176_000_000],
    ['2026-11-20T12:00:00.123456Z', 1_795_176_000_123],
  ])('is %s', (text, milliseconds) => {
    expect(instantOf(text)).toBe(milliseconds);
  });

  it.each([
    ['without a zone, which would be this machine’s', '2026-11-20T12:00:00.000'],
    ['a day alone', '2026-11-20'],
    ['a day that is none', '2026-13-45T12:00:00.000Z'],
    ['words', 'yesterday'],
    ['an English date', 'Fri, 20 Nov 2026 12:00:00 GMT'],
    ['a number', 1_795_176_000_000],
    ['nothing', null],
  ])('is not %s', (_what, value) => {
    expect(instantOf(value)).toBeNull();
  });
});

describe('when it was so', () => {
  const observation = (more: Partial<NewObservation>): NewObservation => ({
    kind: 'webhook',
    id: 'webhook_a',
    source: 'delivery',
    observedAt: noon,
    body: { updated: '2026-01-01T00:00:00.000Z' },
    eventUpdated: '2026-02-02T00:00:00.000Z',
    eventCreated: '2026-03-03T00:00:00.000Z',
    ...more,
  });

  it.each<[string, Partial<NewObservation>, string | null]>([
    ['the resource’s updated', {}, '2026-01-01T00:00:00.000Z'],
    ['else the event’s created', { body: {} }, '2026-03-03T00:00:00.000Z'],
    ['else the event’s updated', { body: {}, eventCreated: null }, '2026-02-02T00:00:00.000Z'],
    ['also where one can’t be used', { body: { updated: 'soon' } }, '2026-03-03T00:00:00.000Z'],
    [
      'of a webhook in its records the event’s updated',
      { body: {}, source: 'webhook-record' },
      '2026-02-02T00:00:00.000Z',
    ],
    ['else not said', { body: {}, eventUpdated: null, eventCreated: null }, null],
    ['never said by what was entered', { source: 'entered' }, null],
  ])('is %s', (_rule, more, expected) => {
    expect(occurredAt(observation(more))).toBe(expected);
  });
});

describe('where it stands in time', () => {
  const now = Date.parse(noon);
  it('is when it was so, and of what a person brought never later than that was', () => {
    const past = '2026-01-01T00:00:00.000Z';
    const future = '2099-01-01T00:00:00.000Z';
    expect(effectiveAt('import', past, now)).toBe(Date.parse(past));
    expect(effectiveAt('import', future, now)).toBe(now);
    expect(effectiveAt('import', null, now)).toBe(now);
    expect(effectiveAt('delivery', future, now)).toBe(Date.parse(future));
  });
});

describe('the order', () => {
  const position = fc.record({
    effectiveAt: fc.constantFrom(0, 1),
    rank: fc.constantFrom(0, 1),
    bodySha256: fc.constantFrom('a', 'b'),
    observationId: fc.constantFrom('a', 'b', 'c'),
  });

  it('is total: any two are in one order, and it goes on through a third', () => {
    const sign = (left: Position, right: Position) => Math.sign(comparePositions(left, right));
    fc.assert(
      fc.property(position, position, position, (a, b, c) => {
        expect(sign(a, b) + sign(b, a)).toBe(0);
        expect(sign(a, b) === 0).toBe(JSON.stringify(a) === JSON.stringify(b));
        if (sign(a, b) < 0 && sign(b, c) < 0) expect(sign(a, c)).toBe(-1);
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('goes by time, then source, then body', () => {
    const base = { effectiveAt: 1, rank: 1, bodySha256: 'b', observationId: 'b' };
    const ordered = [
      { ...base, effectiveAt: 0, rank: 9, bodySha256: 'z', observationId: 'z' },
      { ...base, rank: 0, bodySha256: 'z', observationId: 'z' },
      { ...base, bodySha256: 'a', observationId: 'z' },
      base,
      { ...base, observationId: 'c' },
    ];
    expect([...ordered].reverse().sort(comparePositions)).toEqual(ordered);
  });

  it('ranks a read over a create answer over what was told, and what was entered last', () => {
    expect([...observationSources].sort((a, b) => rankOf(b) - rankOf(a))).toEqual([
      'read',
      'create-answer',
      'event-look-up',
      'delivery',
      'webhook-record',
      'import',
      'entered',
    ]);
  });
});

it.each([
  [1_795_176_000, '2026-11-20T12:00:00.000Z'],
  [1_795_176_000.25, '2026-11-20T12:00:00.250Z'],
  [1_795_176_000_250, '2026-11-20T12:00:00.250Z'],
  ['1795176000', '2026-11-20T12:00:00.000Z'],
  ['1795176000250', '2026-11-20T12:00:00.250Z'],
  ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z'],
  ['20261120', '20261120'],
  ...[7, -1_795_176_000, 1e15, Number.NaN, null, undefined, {}].map((none) => [none, null]),
])('`created` of %j is %j', (created, read) => {
  expect(createdOf({ created })).toBe(read);
});
