/** Statements and period closes against the books of the sandbox that made the payouts. */
import fc from 'fast-check';
import papa from 'papaparse';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { ShownSection } from '../../../bridge/reports.ts';
import {
  arrivalsOf,
  type Books,
  booksOfSandbox,
  type Event,
  type Known,
  meanings,
  newestOf,
  type Side,
  take,
  totalOf,
  updatedOf,
} from '../../console/testing/books.ts';
import { payoutsMigrations } from '../payouts/migrations.ts';
import { at, eventOf, openTestPayouts } from '../payouts/testing/open-test-payouts.ts';
import { startStatement } from './statements.ts';
import { openTestCloses, type TestCloses } from './testing/open-test-closes.ts';

const dayMs = 24 * 3_600_000;
/** Payouts are spread over the days from this one on, one a day. */
const firstDay = Date.UTC(2026, 9, 20);
const day = (count: number) => new Date(firstDay + count * dayMs).toISOString();
const [from, to] = [day(5), day(22)].map((moment) => moment.slice(0, 10)) as [string, string];
const period = { from, to, timeZone: 'UTC' };
const isIn = (moment: string) => moment >= day(5) && moment < day(23);

/** As the sandbox made them, each payout a day after the one before, and each of its states two days after. */
function spread({ events }: Books): Books {
  const ids = [...new Set(events.map(({ data }) => data.payout.id))];
  const begin = Math.min(...events.map(({ data }) => Date.parse(data.payout.created)));
  const steps = new Map<string, number>();
  const moved = (event: Event): Event => {
    const { payout } = event.data;
    const step = steps.get(payout.id) ?? 0;
    steps.set(payout.id, step + 1);
    const shifted = (moment: string, days: number) => {
      const later = firstDay - begin + (ids.indexOf(payout.id) + days) * dayMs;
      return new Date(Date.parse(moment) + later).toISOString();
    };
    const created = shifted(payout.created, 0);
    const occurred = shifted(event.created, step * 2);
    const data = { payout: { ...payout, created, updated: shifted(payout.updated, step * 2) } };
    return { ...event, data, created: occurred, updated: occurred };
  };
  const inOrder = events.toSorted((one, other) => (updatedOf(one) < updatedOf(other) ? -1 : 1));
  const all = inOrder.map(moved);
  return { events: all, whole: newestOf(all) };
}

let books: Books;
let testing: TestCloses | null = null;
beforeAll(async () => {
  books = spread(await booksOfSandbox());
  expect(books.whole.filter(({ created }) => isIn(created))).toHaveLength(18);
}, 60_000);
afterEach(async () => {
  await testing?.remove();
  testing = null;
});

const side = { source: 'Amount in', fee: 'Fee', destination: 'Amount out' } as const;
const outcomes = {
  received: 'Received',
  paidOut: 'Paid out',
  fees: 'Fees',
  inFlight: 'In flight',
  failed: 'Failed, cancelled or refunded',
} as const;

/** Payouts with the amount, total, currency, those without amount and those without currency. */
function cellsOf(some: readonly Known[], of: Side): string[][] {
  const { totals, withoutAmount } = totalOf(some, of);
  const isWhole = withoutAmount === 0 && totals.length > 0;
  const sums = totals.map(({ rows, amount, currency }, index) => [
    String(rows),
    amount,
    currency,
    ...(isWhole && index === 0 ? ['0', '0'] : ['', '']),
  ]);
  return isWhole ? sums : [...sums, ['0', '', '', String(withoutAmount), '0']];
}

const sorted = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join('|')).sort();
const rowsOf = (sections: readonly ShownSection[], title: string) =>
  sorted(sections.find((section) => section.title === title)?.rows ?? []);

function expectClose(sections: readonly ShownSection[], known: readonly Known[]): void {
  const created = known.filter((payout) => isIn(payout.created));
  const of = (states: readonly string[]) => created.filter(({ status }) => states.includes(status));
  const received = created.filter(({ receivedAt }) => receivedAt !== null);
  const told = Object.entries(outcomes).flatMap(([name, label]) => {
    const [sum, some] =
      name === 'received'
        ? (['source', received] as const)
        : ([
            meanings[name as keyof typeof meanings][0],
            of(meanings[name as keyof typeof meanings][1]),
          ] as const);
    const isSaid = ['received', 'paidOut', 'fees'].includes(name) || some.length > 0;
    return isSaid ? cellsOf(some, sum).map((cells) => [label, ...cells]) : [];
  });
  expect(rowsOf(sections, 'Totals')).toEqual(sorted(told));
  const byState = [...new Set(created.map(({ status }) => status))].flatMap((state) =>
    (['source', 'destination', 'fee'] as const).flatMap((one) =>
      cellsOf(of([state]), one).map((cells) => [state, side[one], ...cells]),
    ),
  );
  expect(rowsOf(sections, 'Payouts by state')).toEqual(sorted(byState));
  const groups = Map.groupBy(of(['successful']), (payout) => payout.customer);
  const fees = [...groups].flatMap(([customer, some]) =>
    [...Map.groupBy(some, (payout) => payout.created.slice(0, 7))].flatMap(([month, own]) =>
      cellsOf(own, 'fee').map((cells) => [month, '', customer, ...cells]),
    ),
  );
  expect(rowsOf(sections, 'Fees by customer and month')).toEqual(sorted(fees));
  const came = known.filter(
    ({ status, since }) => ['failed', 'cancelled', 'refunded'].includes(status) && isIn(since),
  );
  const care = sections.find(({ title }) => title.startsWith('Failed, cancelled and refunded'));
  expect(care?.rows.map((row) => row.at(-1)).sort()).toEqual(came.map(({ id }) => id).sort());
}

/** Of one customer, as CSV: each payout of the period, oldest first, to the last digit. */
async function expectStatement(made: TestCloses, known: readonly Known[]): Promise<void> {
  const { customer = '' } = books.whole.find(({ created }) => isIn(created)) ?? {};
  const of = { kind: 'customer', id: customer } as const;
  const asked = { of, ...period, format: 'csv', knownAt: null } as const;
  const csv = (await made.fetched(await startStatement(made.parts, asked))).toString('utf8');
  const { data } = papa.parse<Record<string, string>>(csv.slice(1).trim(), { header: true });
  const own = known
    .filter((payout) => payout.customer === customer && isIn(payout.created))
    .sort((one, other) => (one.created < other.created ? -1 : 1));
  const money = (row: Record<string, string>, of: string) => [row[of], row[`${of}: currency`]];
  const inBooks = (payout: Known, of: Side) => [
    payout[of]?.amount ?? '',
    payout[of]?.currency ?? '',
  ];
  expect(
    data
      .filter((row) => row['Payout ID'] !== '')
      .map((row) => [
        row['Payout ID'],
        row['State'],
        row['Created'],
        ...Object.values(side).map((label) => money(row, label)),
      ]),
  ).toEqual(
    own.map((payout) => [
      payout.id,
      payout.status,
      payout.created,
      ...(['source', 'fee', 'destination'] as const).map((one) => inBooks(payout, one)),
    ]),
  );
}

it('say what the books say, in any order, doubled, with steps or amounts missing, and name what came later', async () => {
  const property = fc.asyncProperty(
    arrivalsOf(books),
    fc.integer({ min: 0, max: 10 }),
    async ({ come, arriving }, tenths) => {
      const made = openTestCloses(openTestPayouts(), {
        at,
        eventOf,
        payoutsMigrations,
        isEmpty: true,
      });
      testing = made;
      made.setNow(day(80));
      const into = made.payouts;
      const until = Math.floor((arriving.length * tenths) / 10);
      const bring = (some: typeof arriving, first: number) => {
        for (const [index, { event }] of some.entries())
          take(event, first + index, index % 3 === 0, into);
      };
      const then = newestOf([...new Set(arriving.slice(0, until).map(({ event }) => event))]);
      const minute = (moment: string) => (Date.parse(moment) - Date.parse(at(0))) / 60_000;
      bring(arriving.slice(0, until), minute(day(80)));
      made.setNow(day(90));
      expectClose((await made.closes.preview(period)).sections, then);
      await expectStatement(made, then);
      const closed = await made.close(period);
      const before = await made.written(closed.id, 'csv');

      bring(arriving.slice(until), minute(day(100)));
      made.setNow(day(110));
      const known = newestOf(come);
      expectClose((await made.closes.preview(period)).sections, known);
      await expectStatement(made, known);
      expect((await made.written(closed.id, 'csv')).equals(before)).toBe(true);
      const told = (some: readonly Known[]) =>
        new Map(
          some
            .filter(({ created }) => isIn(created))
            .map(({ id, updated: _, receivedAt: __, ...payout }) => [id, JSON.stringify(payout)]),
        );
      const old = told(then);
      const now = told(known);
      const changed = [...now].filter(([id, words]) => old.get(id) !== words).map(([id]) => id);
      const { payouts } = await made.closes.later(closed.id);
      expect(payouts.rows.map(({ id }) => id).sort()).toEqual(changed.sort());
      expect(
        payouts.rows
          .filter(({ change }) => change === 'new')
          .map(({ id }) => id)
          .sort(),
      ).toEqual(changed.filter((id) => !old.has(id)).sort());
      await made.remove();
      testing = null;
    },
  );
  await fc.assert(property, { numRuns: 6, endOnFailure: true });
}, 120_000);
