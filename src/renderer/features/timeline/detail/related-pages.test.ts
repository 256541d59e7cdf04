import { describe, expect, it } from 'vitest';
import type { TimelineRow } from '../../../../bridge/timeline.ts';
import { hasOlder, keyOfNext, type RelatedParts, relatedRows } from './related-section.tsx';

const rowOf = (key: number): TimelineRow => ({
  key,
  eventId: `event_${key}`,
  name: 'payout.funded',
  family: 'payout',
  resourceKind: 'payout',
  resourceId: 'payout_1',
  customerId: null,
  customerName: null,
  amount: null,
  webhookName: null,
  happenedAt: '2026-11-20T12:00:00.000Z',
  isEpoch: false,
  heardAt: '2026-11-20T12:00:00.400Z',
  proof: 'genuine',
  isMock: false,
  isApart: false,
  isLate: false,
  isAhead: false,
  isOutOfOrder: false,
  heard: 1,
  webhooks: 1,
  isDiffering: false,
});

const rows = (from: number, to: number): TimelineRow[] =>
  Array.from({ length: from - to + 1 }, (_, at) => rowOf(from - at));

const alone: RelatedParts = {
  related: rows(100, 91),
  hasOlderRelated: true,
  begun: null,
  pages: undefined,
};

const keysOf = (parts: RelatedParts): number[] => relatedRows(parts).map(({ key }) => key);

describe('events around one', () => {
  it('are those that came with it, until older ones are asked for', () => {
    expect(relatedRows(alone)).toEqual(alone.related);
    expect(hasOlder(alone)).toBe(true);
    expect(hasOlder({ ...alone, hasOlderRelated: false })).toBe(false);
  });

  it('go on with older pages, without a hole though newer ones push the last of the first out', () => {
    const begun = rows(100, 91);
    const pages = [{ rows: rows(90, 81), hasMore: true }];
    // Five came meanwhile: what comes with the event ends five earlier.
    const parts = { ...alone, related: rows(105, 96), begun, pages };
    expect(keysOf(parts)).toEqual(rows(105, 81).map(({ key }) => key));
    expect(hasOlder(parts)).toBe(true);
  });

  it('stand there once each, as they were read last', () => {
    const before = { ...rowOf(100), heard: 1 };
    const now = { ...rowOf(100), heard: 3 };
    const parts = { ...alone, related: [now], begun: [before], pages: [] };
    expect(relatedRows(parts)).toEqual([now]);
  });

  it('say that there are older ones while the first of their pages comes, and not after the last', () => {
    const begun = alone.related;
    expect(hasOlder({ ...alone, hasOlderRelated: false, begun })).toBe(true);
    const last = [
      { rows: rows(90, 81), hasMore: true },
      { rows: rows(80, 79), hasMore: false },
    ];
    expect(hasOlder({ ...alone, begun, pages: last })).toBe(false);
  });

  it('are asked for before the last of a page, and not after the last page', () => {
    expect(keyOfNext({ rows: rows(90, 81), hasMore: true })).toBe(81);
    expect(keyOfNext({ rows: rows(80, 79), hasMore: false })).toBeUndefined();
    expect(keyOfNext({ rows: [], hasMore: true })).toBeUndefined();
  });
});
