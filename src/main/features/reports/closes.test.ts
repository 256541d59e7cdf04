import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { margins } from '../../core/pdf/look.ts';
import { misplacedOn, readPdf, textOf } from '../../core/pdf/testing/read-pdf.ts';
import { payoutsMigrations } from '../payouts/migrations.ts';
import { at, eventOf, openTestPayouts } from '../payouts/testing/open-test-payouts.ts';
import { closeCsv } from './close-files.ts';
import { createClosesTable, erasedFact } from './closes-table.ts';
import {
  linesOf,
  november,
  openTestCloses,
  type TestCloses,
  usd,
} from './testing/open-test-closes.ts';

const days = (count: number): string => at(count * 24 * 60);
const open = (isTest = true) =>
  openTestCloses(openTestPayouts({ isProduction: !isTest }), {
    at,
    eventOf,
    payoutsMigrations,
    isTest,
  });

let testing: TestCloses;
beforeEach(() => {
  testing = open();
});
afterEach(() => testing.remove());

it('loses and doubles no account and no change while others come and go', async () => {
  const { said, close, written } = testing;
  const account = said.accounts[0];
  const change = said.changes[0];
  if (account === undefined || change === undefined) throw new Error('the test has neither');
  const numbers = Array.from({ length: 450 }, (_none, number) => number);
  said.accounts = numbers.map((number) => ({ ...account, id: `account_${number}` }));
  said.changes = numbers.map((number) => ({
    ...change,
    id: `change_${number}`,
    resourceId: `customer_${number}`,
  }));
  const left = { accounts: 2, changes: 2 };
  said.afterPage = (of) => {
    left[of] -= 1;
    if (left[of] < 0) return;
    if (of === 'accounts') said.accounts = said.accounts.slice(1);
    else said.changes = said.changes.slice(1);
  };
  const { id } = await close();
  const csv = await written(id, 'csv');
  const idsOf = (section: string) =>
    linesOf(csv, section)
      .slice(1)
      .map((row) => row.at(-1));
  expect(idsOf('Virtual accounts opened')).toEqual(said.accounts.map((one) => one.id));
  expect(idsOf('Changes not signed off')).toEqual(said.changes.map((one) => one.resourceId));
});

it('says what happened in the period, with exact sums', async () => {
  const { note, close, written, payouts: stored } = testing;
  note('customer.create.created', at(9));
  note('intent.settled.absent', at(9), { by: 'ada', intentKey: 'b'.repeat(32) });
  note('virtual-account.mismatch.cleared', at(10), {
    virtualAccountId: 'account_1',
    note: 'Told by Lea',
    by: 'lea',
  });
  note('customer.create.created', days(25));
  const { id, payouts, sha256, by } = await close();
  expect([payouts, by]).toEqual([4, 'Ada Byron']);
  const csv = await written(id, 'csv');
  expect(sha256Hex(csv)).toBe(sha256);
  expect(linesOf(csv, 'Virtual accounts opened')[1]?.[0]).toBe('Ada Byron');
  expect(csv.toString()).toContain('"Report","For testing only","SANDBOX"');
  const sums = linesOf(csv, 'Payouts by state');
  expect(linesOf(csv, 'Totals').slice(1)).toEqual([
    ['Received', '2', '100.3', 'USD', '', ''],
    // Of no currency that is known: not beside dollars.
    ['Received', '0', '', '', '1', '0'],
    ['Paid out', '2', '100.3', 'USDC', '0', '0'],
    ['Fees', '2', '0.4', 'USD', '0', '0'],
    ['In flight', '0', '', '', '1', '0'],
    ['Failed, cancelled or refunded', '1', '7', 'USD', '0', '0'],
  ]);
  expect(sums).toContainEqual(['successful', 'Amount in', '2', '100.3', 'USD', '0', '0']);
  expect(sums).toContainEqual(['processing', 'Amount in', '0', '', '', '1', '0']);
  expect(linesOf(csv, 'Fees by customer and month').slice(1)).toEqual([
    ['2026-11', '', 'customer_1', '2', '0.4', 'USD', '0', '0'],
  ]);
  expect(linesOf(csv, 'Failed, cancelled and refunded in the period')[1]).toContain('payout_d');
  expect(
    linesOf(csv, 'Stuck payouts')
      .slice(1)
      .map((row) => row.at(-1)),
  ).toEqual(['payout_c']);
  expect(linesOf(csv, 'Gaps')[1]).toContain('Not known: the receiver was not open.');
  expect(linesOf(csv, 'Unresolved requests')[1]).toEqual([
    at(3),
    'Create customer',
    'a'.repeat(32),
  ]);
  expect(linesOf(csv, 'Mismatches not signed off')).toHaveLength(2);
  expect(linesOf(csv, 'Changes not signed off')[1]).toEqual([
    at(4),
    '/status',
    'Ada',
    'customer_1',
  ]);
  expect(linesOf(csv, 'Sign-offs')[1]).toEqual([
    at(10),
    'Mismatch',
    'account_1',
    'lea',
    'Told by Lea',
  ]);
  expect(linesOf(csv, 'Actions').slice(1)).toEqual([
    ['Customer created', 'Not recorded', '1'],
    ['Mismatch signed off', 'lea', '1'],
    ['Request marked as not created', 'ada', '1'],
  ]);
  expect(linesOf(csv, 'Who did what').slice(1)).toEqual([
    [at(9), 'Not recorded', 'Customer created', '', ''],
    [at(9), 'ada', 'Request marked as not created', 'b'.repeat(32), ''],
    [at(10), 'lea', 'Mismatch signed off', 'account_1', 'Told by Lea'],
  ]);
  const pages = await readPdf(await written(id, 'pdf'));
  for (const page of pages) expect(misplacedOn(page, margins)).toEqual([]);
  const printed = pages.map(textOf).join('\n');
  expect(printed).toContain('Period close\n1 November 2026 – 30 November 2026');
  expect(printed.replaceAll('\n', '')).toContain(sha256);
  expect(printed.replaceAll('\n', ' ')).toContain('by when a payout reached its state');
  expect(printed).toContain('Successful\nAmount in\n2\n100.30 USD');
  expect(stored.audited.find(({ action }) => action === 'period.closed')?.facts).toMatchObject({
    closeId: id,
    csvSha256: sha256,
    version: 1,
  });
  expect(testing.said.told).toBe(1);
});

it('gives the same bytes after late events, names these, and closes the period again as version 2', async () => {
  const { close, closes, setNow, written } = testing;
  const { id } = await close();
  const before = [await written(id, 'pdf'), await written(id, 'csv')];
  expect(await closes.later(id)).toEqual({
    payouts: { total: 0, rows: [] },
    events: { total: 0, rows: [] },
    others: [],
  });
  // One more of the period, one that moved on, and one of another period: all received after it.
  testing.pay(
    { id: 'payout_e', state: 'successful', minute: 20, amounts: usd('55.5', '1') },
    days(31),
  );
  testing.pay({ id: 'payout_c', state: 'successful', minute: 7, amounts: usd('9', '1') }, days(31));
  testing.pay({ id: 'payout_f', state: 'successful', minute: 20 * 24 * 60 }, days(31));
  setNow(days(32));
  const after = [await written(id, 'pdf'), await written(id, 'csv')];
  expect(after.map((file, index) => file.equals(before[index] as Buffer))).toEqual([true, true]);

  const { payouts, events } = await closes.later(id);
  expect(payouts.total).toBe(2);
  expect(payouts.rows).toEqual([
    expect.objectContaining({
      id: 'payout_c',
      change: 'changed',
      before: 'Processing, Amount in not found, Amount out not found, Fee not found',
      now: 'Successful, Amount in 9.00 USD, Amount out 9.00 USDC, Fee 1.00 USD',
    }),
    expect.objectContaining({ id: 'payout_e', change: 'new', before: null }),
  ]);
  // A file has states as the service has them.
  const csv = (await testing.fetched(closes.startLater(id))).toString();
  expect(csv).toContain('processing, Amount in not found');
  expect(csv).toContain('successful, Amount in 9.00 USD');
  expect(events.total).toBe(4);
  expect(events.rows[0]).toMatchObject({
    name: 'payout.create',
    occurredAt: at(20),
    receivedAt: days(31),
  });

  const again = await close({ note: '' });
  expect(again).toMatchObject({ version: 2, payouts: 5 });
  expect(closes.list().map(({ version }) => version)).toEqual([2, 1]);
  expect((await closes.later(again.id)).payouts.total).toBe(0);
  expect((await written(again.id, 'csv')).equals(before[1] as Buffer)).toBe(false);
});

it('closes a period once where two closes of it come together', async () => {
  const { close, closes } = testing;
  const both = await Promise.allSettled([close(), close(), close({ to: '2026-11-29' })]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(closes.list()).toHaveLength(2);
  expect((await close()).version).toBe(2);
});

it('stores what can neither be changed nor deleted', async () => {
  const { close, closes, sqlite } = testing;
  const { id } = await close();
  expect(() => sqlite.run("UPDATE period_closes SET note = 'other'")).toThrow(/never changes/);
  expect(() => sqlite.run('DELETE FROM period_closes')).toThrow(/never deleted/);
  expect(() => sqlite.run("UPDATE period_close_pdfs SET pdf = x''")).toThrow(/never changes/);
  expect(() => sqlite.run('DELETE FROM period_close_pdfs')).toThrow(/never deleted/);
  expect(closes.list()[0]).toMatchObject({ id, note: 'Month end' });
});

const novemberMoments = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };

it('says so when a period is closed before it ended, and closes nothing out of the past', async () => {
  const { close, closes, setNow, written } = testing;
  setNow(days(1));
  const { id, isEarly } = await close();
  expect(closes.list()[0]?.moments).toEqual(novemberMoments);
  expect([isEarly, closes.list()[0]?.isEarly]).toEqual([true, true]);
  expect((await written(id, 'csv')).toString()).toContain('Closed before the period ended.');
  await expect(close({ knownAt: at(0) })).rejects.toMatchObject({ code: 'INVALID' });
  await expect(close({ to: '2026-10-01' })).rejects.toMatchObject({ code: 'INVALID' });
  expect(closes.list()).toHaveLength(1);
  await expect(closes.later('f'.repeat(32))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('shows before what a close would say', async () => {
  const { closes } = testing;
  const { sections } = await closes.preview(november);
  const states = sections.find(({ title }) => title === 'Payouts by state');
  const totals = sections.find(({ title }) => title === 'Totals');
  expect(states?.total).toBe(states?.rows.length);
  expect(totals?.lead).toContain('4 payouts were created in the period.');
  expect(closes.list()).toEqual([]);
});

it('leaves out no gap, however many there were', async () => {
  const { close, said, written } = testing;
  said.gaps = Array.from({ length: 350 }, (_, index) => ({
    from: at(1_000 - index),
    to: at(1_001 - index),
    reason: 'closed',
    missed: [],
  }));
  const rows = linesOf(await written((await close()).id, 'csv'), 'Gaps');
  // Not all are searched to the end: what stands there is what was found.
  expect(rows[0]?.at(-1)).toBe('Missed events found');
  // Behind its heading, oldest first.
  expect([rows.length, rows[1]?.[0], rows.at(-1)?.[0]]).toEqual([351, at(651), at(1_000)]);
});

it('closes nothing where the period says something else than its preview', async () => {
  const { close, closes, fetched, pay } = testing;
  const { covers } = await closes.preview(november);
  pay({ id: 'payout_e', state: 'failed', minute: 20 }, days(29));
  await expect(close({ covers })).rejects.toThrow(/changed since the preview/);
  expect(closes.list()).toEqual([]);
  const csv = await fetched(closes.startPreview(november, 'csv'));
  expect(csv.toString()).toContain('Not closed. Nothing was stored.');
  expect(linesOf(csv, 'Failed, cancelled and refunded in the period')).toHaveLength(3);
  expect((await close()).payouts).toBe(5);
});

it('takes what ended in the period, whenever it was created, and the limit that a person set', async () => {
  const { close, pay, payouts, said, written } = testing;
  const created = at(-22 * 24 * 60);
  pay({ id: 'payout_old', state: 'failed', minute: -22 * 24 * 60, amounts: usd('5.5', '1') });
  const refunded = { id: 'payout_old', status: 'refunded', created, updated: at(-17 * 24 * 60) };
  const event = eventOf(900, 'payout.refunded', refunded, -17 * 24 * 60);
  payouts.observe(event as never, at(-17 * 24 * 60));
  said.limits = { payout: 24 * 40 };
  const csv = await written((await close()).id, 'csv');
  const title = 'Failed, cancelled and refunded in the period';
  expect(
    linesOf(csv, title)
      .slice(1)
      .map((row) => [row[0], row[1], row.at(-1)]),
  ).toEqual([
    ['refunded', at(-17 * 24 * 60), 'payout_old'],
    ['failed', at(9), 'payout_d'],
  ]);
  const ended = linesOf(csv, 'Ended in the period');
  expect(ended).toContainEqual(['refunded', 'Amount in', '1', '5.5', 'USD', '0', '0']);
  expect(ended).toContainEqual(['successful', 'Amount out', '2', '100.3', 'USDC', '0', '0']);
  expect(linesOf(csv, 'Payouts by state').flat()).not.toContain('refunded');
  expect(linesOf(csv, 'Report')).toContainEqual(['Stuck after', '960 hours']);
  expect(linesOf(csv, 'Stuck payouts')).toEqual([expect.anything(), ['None.']]);
});

it('lists what is in no period: payouts without a creation time, events that name no payout', async () => {
  const { close, payouts, written } = testing;
  const event = eventOf(901, 'payout.processing', { id: 'payout_x', status: 'processing' }, 20);
  payouts.observe(event as never, at(20));
  payouts.observe(eventOf(902, 'payout.failed', { status: 'failed' }, 21) as never, at(22));
  const csv = await written((await close()).id, 'csv');
  expect(linesOf(csv, 'Payouts without a creation time')[1]?.at(-1)).toBe('payout_x');
  expect(linesOf(csv, 'Payout events that name no payout').slice(1)).toEqual([
    ['event_902', 'payout.failed', at(21), at(22)],
  ]);
});

it('closes over what a clock ahead of this one observed, as the preview shows it', async () => {
  const { close, closes, pay, written } = testing;
  const ahead = at(30 * 24 * 60 + 60);
  pay({ id: 'payout_big', state: 'successful', minute: 9, amounts: usd('500000', '1') }, ahead);
  expect((await close()).payouts).toBe(5);
  const unseen = { covers: null, note: '', knownAt: null, ...november };
  const { id } = await closes.close(unseen);
  expect(linesOf(await written(id, 'csv'), 'Totals')[1]).toContain('500100.3');
  expect((await closes.later(id)).payouts.total).toBe(0);
});

it('names its files anew after each erasure, because they are other ones', async () => {
  const { close, closes, fetched, sqlite } = testing;
  const { id } = await close();
  const first = closes.start(id, 'csv');
  await fetched(first);
  sqlite.exec('DROP TRIGGER period_closes_never_change');
  for (const end of ['-erased', '-erased-2']) {
    const { facts, ...content } = createClosesTable(sqlite).content(id);
    const left = { ...content, facts: [...facts, erasedFact] };
    sqlite.run('UPDATE period_closes SET content = ?, sha256 = ? WHERE id = ?', [
      JSON.stringify(left),
      sha256Hex(closeCsv(left)),
      id,
    ]);
    const later = closes.start(id, 'csv');
    expect((await fetched(later)).toString()).toContain('"erased since"');
    expect(later.fileName).toBe(first.fileName.replace('.csv', `${end}.csv`));
  }
});

it('names what an earlier version left out, because a clock ahead of this one had observed it', async () => {
  const { close, closes, pay, payouts, sqlite } = testing;
  const ahead = at(30 * 24 * 60 + 60);
  const { id } = await close();
  pay({ id: 'payout_c', state: 'successful', minute: 9, amounts: usd('500000', '1') }, ahead);
  // As that version stored it: the event had come by then, and was not read.
  sqlite.exec('DROP TRIGGER period_closes_never_change');
  sqlite.run('UPDATE period_closes SET arrival = 1000 WHERE id = ?', [id]);
  await payouts.payouts.followed();
  expect((await closes.later(id)).payouts.rows).toMatchObject([
    { id: 'payout_c', change: 'changed' },
  ]);
});
