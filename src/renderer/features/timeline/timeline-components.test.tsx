/** What the parts of the timeline say, rendered without a browser. */
import { describe, expect, it } from 'vitest';
import type { LifecycleView, TimelineRow } from '../../../bridge/timeline.ts';
import { ChangedFields, formatPath, formatValue } from './detail/changed-fields.tsx';
import { ChangeSection } from './detail/event-detail-panel.tsx';
import { betweenClocks, explanationsOf, subjectOf } from './detail/explained.ts';
import { Lifecycle } from './detail/lifecycle-section.tsx';
import { eventTexts } from './detail/texts.ts';
import { EventRow } from './list/event-row.tsx';
import { marksOf, receivedDelay, whoOf } from './list/event-words.ts';
import { now, rendered, textOf } from './testing/rendered.tsx';
import { timelineTexts } from './texts.ts';

const row: TimelineRow = {
  key: 1,
  eventId: 'event_1',
  name: 'payout.funded',
  family: 'payout',
  resourceKind: 'payout',
  resourceId: 'payout_abcdefghijklmnop',
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
};
const odd: TimelineRow = {
  ...row,
  isMock: true,
  isLate: true,
  isOutOfOrder: true,
  heard: 3,
  isDiffering: true,
};

describe('a row', () => {
  const rowProps = { index: 4, isSelected: false, now, gap: null };

  it('says who, whether it is proved, and how much later it was heard', () => {
    const text = textOf(<EventRow {...rowProps} row={row} href="/timeline/event_1" isProduction />);
    for (const part of ['payout.funded', 'abcdef…mnop', 'Verified', '+0.4 s']) {
      expect(text).toContain(part);
    }
  });

  it('marks what stands out in words, and test data in production as such', () => {
    expect(marksOf(row, true)).toEqual([]);
    expect(marksOf(odd, false).map(({ text }) => text)).toEqual([
      'Conflict',
      'Test data',
      'Late',
      'Out of order',
      '2 duplicates',
    ]);
    expect(marksOf(odd, true)[1]).toMatchObject({ text: 'Test data in production', tone: 'amber' });
  });

  it('names the customer where it is known, else what the event is about, else nothing', () => {
    expect(whoOf({ ...row, resourceId: 'webhook_1', webhookName: 'Ledger' })).toEqual({
      short: 'Ledger',
      whole: 'webhook_1',
    });
    expect(whoOf({ ...row, customerId: 'customer_1', customerName: 'Ada Byron' })).toEqual({
      short: 'Ada Byron',
      whole: 'customer_1',
    });
    expect(whoOf(row).whole).toBe('payout_abcdefghijklmnop');
    expect(whoOf({ ...row, resourceId: null }).short).toBe('');
  });

  it('an event without a time says so, and stands where it was heard', () => {
    const timeless = { ...row, happenedAt: null };
    expect(receivedDelay(timeless)).toBeNull();
    const html = rendered(<EventRow {...rowProps} row={timeless} href="/x" isProduction={false} />);
    expect(html).toContain(timelineTexts.notATime);
    expect(html).toContain(`title="${row.heardAt}"`);
  });

  it('shows a gap above it, and names that are no names as they are', () => {
    const strange = { ...row, name: '<b>strange</b> 名前' };
    const html = rendered(
      <EventRow
        {...rowProps}
        row={strange}
        href="/x"
        isProduction={false}
        gap="Causeway was closed"
      />,
    );
    expect(html).toContain('Causeway was closed');
    expect(html).toContain('&lt;b&gt;strange&lt;/b&gt; 名前');
  });

  it('is made of few elements, with all that can stand out', () => {
    const html = rendered(<EventRow {...rowProps} row={odd} href="/x" isProduction gap="gap" />);
    expect(html.match(/<(?!\/|style)/g)?.length).toBeLessThanOrEqual(15);
  });
});

describe('the detail of an event', () => {
  it('explains every mark in a sentence', () => {
    const kinds = explanationsOf(odd, true).map(({ sentence }) => sentence);
    expect(kinds).toEqual([
      eventTexts.marks.differs,
      eventTexts.marks.mockInProduction,
      eventTexts.marks.late,
      eventTexts.marks.outOfOrder,
      eventTexts.marks.seen(2),
    ]);
  });

  it('says how the two clocks stand, also where they do not agree', () => {
    const at = (heardAt: string) => betweenClocks({ ...row, heardAt });
    expect(at('2026-11-20T14:00:00.000Z')).toBe('Received 2 h after it occurred');
    expect(at('2026-11-20T11:59:58.000Z')).toMatch(/^Received 2\.0 s before it occurred: the two/);
    expect(at('2026-11-20T12:00:00.010Z')).toBe(eventTexts.clocks.together);
    expect(betweenClocks({ ...row, happenedAt: null })).toBeNull();
  });

  it('draws lives of payouts, checks and terms, and of nothing else', () => {
    const id = 'customer_1';
    const of = (name: string, family: string, resourceId: string | null) =>
      subjectOf({ name, family, resourceId, customerId: id });
    expect(of('payout.funded', 'payout', 'payout_1')).toEqual({
      subject: 'payout',
      resourceId: 'payout_1',
    });
    expect(of('customer.kyc.pending', 'customer', id)).toEqual({ subject: 'kyc', resourceId: id });
    expect(of('customer.tos.successful', 'customer', id)?.subject).toBe('terms');
    expect(of('customer.create', 'customer', id)).toBeNull();
    expect(of('payout.funded', 'payout', null)).toBeNull();
  });

  it('tells a field that was taken away from one that became null, and "1" from 1', () => {
    const text = textOf(
      <ChangedFields
        fields={[
          { path: '/fees/0/bps~1rate', kind: 'changed', was: '1', is: 2 },
          { path: '/note', kind: 'removed', was: 'x', is: null },
          { path: '/end', kind: 'changed', was: 'x', is: null },
        ]}
      />,
    );
    expect(text).toContain('fees › 0 › bps/rate');
    expect(text).toContain('No longer given x Not given');
    expect(text).toContain('Changed x null');
    expect([formatPath('/a~01/b'), formatValue(''), formatValue('1'), formatValue(1)]).toEqual([
      'a~1 › b',
      '""',
      '1',
      '1',
    ]);
  });

  it('says why the record shows what it shows', () => {
    const change = {
      before: null,
      fields: [],
      standing: 'superseded' as const,
      why: 'payout.successful came later.',
    };
    const text = textOf(<ChangeSection change={change} />);
    expect(text).toContain(eventTexts.change.standing.superseded);
    expect(text).toContain('payout.successful came later.');
    expect(textOf(<ChangeSection change={null} />)).toContain(eventTexts.change.noResource);
  });
});

describe('the life of a payout', () => {
  const { happenedAt, heardAt } = row;
  const step = { happenedAt, heardAt, isUsual: true, unheard: [] };
  const view: LifecycleView = {
    subject: 'payout',
    steps: [
      { ...step, key: 1, state: 'created', eventId: 'event_1', sinceMs: null },
      {
        ...step,
        key: 2,
        state: 'processing',
        eventId: 'event_2',
        sinceMs: 60_000,
        unheard: ['funded'],
      },
      { ...step, key: 3, state: 'cancelled', eventId: 'event_3', sinceMs: 1_000, isUsual: false },
    ],
    next: ['refunded'],
  };
  const html = rendered(
    <Lifecycle
      view={view}
      eventId="event_2"
      hrefOf={({ eventId }) => `/timeline/${eventId}?late=yes`}
    />,
  );
  const text = textOf(
    <Lifecycle view={view} eventId="event_2" hrefOf={({ eventId }) => eventId} />,
  );

  it('has its states in order, those that were not heard of, and the moves that are unusual', () => {
    const words = [
      'Created',
      'Not received: Funded',
      'Processing',
      'Cancelled',
      'Unusual transition',
    ];
    const places = words.map((word) => text.indexOf(word));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(text).toContain('Possible next states: Refunded.');
  });

  it('leads to the event of each state, and marks the one that is open', () => {
    expect(html).toContain('href="/timeline/event_3?late=yes"');
    expect(html.match(/aria-current="step"/g)).toHaveLength(1);
  });
});
