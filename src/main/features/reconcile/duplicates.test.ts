import { afterEach, beforeEach, expect, it } from 'vitest';
import { lineStateWords } from '../../../bridge/reconcile-words.ts';
import * as testingPayouts from '../payouts/testing/open-test-payouts.ts';
import { reconcileMigrations } from './migrations.ts';
import {
  headings,
  key,
  mapping,
  openTestReconcile,
  type TestReconcile,
} from './testing/open-test-reconcile.ts';

let test: TestReconcile;
beforeEach(() => {
  test = openTestReconcile(testingPayouts);
});
afterEach(() => test.remove());

const entry = '2026-11-20,100.00,USD,From Ada,CUST-4711';

it('is never certain of an entry that another file has too, and says which line it is the same as', async () => {
  test.pay({ id: 'payout_monday1', more: { reference: 'CUST-4711' } });
  const one = await test.take([entry]);
  // Of the same days, and not yet confirmed: it is let go when the other one is.
  const early = await test.take(['2026-11-20,3.00,USD,Fee,', entry]);
  await test.confirmCertain(one.id);
  test.pay({ id: 'payout_wednes1', minute: 2 * 1440, more: { reference: 'CUST-4711' } });

  const two = await test.take([entry, '2026-11-22,100.00,USD,From Ada,CUST-4712']);
  const duplicateOf = { id: one.id, fileName: 'statement.csv', row: 2 };
  const [line, other] = await test.all(two.id);
  expect(line).toMatchObject({ state: 'likely', payout: { id: 'payout_wednes1' }, duplicateOf });
  expect(other?.duplicateOf).toBeNull();
  expect(await test.confirmCertain(two.id)).toEqual({ confirmed: 0 });
  expect((await test.exported(two.id))[0]?.['Why']).toContain('the same entry as line 2');
  test.api.matchAgain(key(early.id));
  await test.api.idle();
  expect((await test.all(early.id))[1]).toMatchObject({ state: 'likely', duplicateOf });

  // A person may know better, and a decided line says no more of it.
  await test.api.confirm({ ...key(two.id), rows: [{ row: 2, payoutId: 'payout_wednes1' }] });
  expect(test.api.line(two.id, 2)).toMatchObject({ state: 'confirmed', duplicateOf: null });
});

it('confirms none as certain whose entry was confirmed meanwhile for another payout', async () => {
  test.pay({ id: 'payout_first1', more: { reference: 'CUST-4711' } });
  test.pay({ id: 'payout_other1' });
  const one = await test.take([entry]);
  const two = await test.take([entry]);
  test.api.choose({ ...key(one.id), row: 2, payoutId: 'payout_other1', note: '' });
  expect(await test.all(two.id)).toMatchObject([{ state: 'certain', duplicateOf: { id: one.id } }]);
  expect(await test.confirmCertain(two.id)).toEqual({ confirmed: 0 });
  expect(await test.all(two.id)).toMatchObject([{ state: 'likely', duplicateOf: { id: one.id } }]);
});

it('is certain of no payout with which another entry of another file is matched', async () => {
  test.pay({ id: 'payout_first1', more: { reference: 'CUST-4711' } });
  const one = await test.take([entry]);
  const same = await test.take([entry]);
  expect(await test.all(same.id)).toMatchObject([{ state: 'certain' }]);
  const other = await test.take(['2026-11-20,100.00,USD,From Bo,CUST-4711']);
  expect(await test.all(other.id)).toMatchObject([{ state: 'likely' }]);
  expect(await test.confirmCertain(other.id)).toEqual({ confirmed: 0 });
  // Nor are those that were certain before, where they are listed and counted.
  for (const { id } of [one, same]) {
    expect(test.api.line(id, 2)).toMatchObject({ state: 'likely' });
    expect(test.api.get(id).states).toMatchObject([{ state: 'likely', count: 1 }]);
    expect((await test.exported(id))[0]).toMatchObject({ State: lineStateWords.likely });
  }
  expect(await test.confirmCertain(one.id)).toEqual({ confirmed: 0 });
  expect(await test.all(one.id)).toMatchObject([
    { state: 'likely', payout: { id: 'payout_first1' } },
  ]);
  test.api.confirm({ ...key(one.id), rows: [{ row: 2, payoutId: 'payout_first1' }] });
  expect(await test.all(other.id)).toMatchObject([{ state: 'unmatched', reason: 'taken' }]);
});

it('names the same entry of another file only while that is confirmed', async () => {
  test.pay({ id: 'payout_first1' });
  const one = await test.take([entry]);
  const two = await test.take([entry]);
  const shown = async () => [
    (await test.all(two.id))[0]?.duplicateOf?.row,
    test.api.line(two.id, 2).duplicateOf?.row,
  ];
  expect(await shown()).toEqual([undefined, undefined]);
  test.api.choose({ ...key(one.id), row: 2, payoutId: 'payout_first1', note: '' });
  expect(await shown()).toEqual([2, 2]);
  test.api.matchAgain(key(two.id));
  await test.api.idle();
  test.api.undo({ ...key(one.id), row: 2 });
  expect(await shown()).toEqual([undefined, undefined]);
});

it('is to be matched again where a decision of a line was undone that it may depend on', async () => {
  test.pay({ id: 'payout_first1', more: { reference: 'CUST-4711' } });
  const one = await test.take([entry, '2026-11-20,9.00,USD,Fee,']);
  await test.confirmCertain(one.id);
  test.pay({ id: 'payout_later1', more: { reference: 'CUST-4711' } });
  const same = await test.take([entry]);
  const other = await test.take(['2026-11-20,9.00,USD,Fee,']);
  const doubted = '2026-11-20,100.00,USD,From Ada,CUST-4711 b';
  const also = await test.take([doubted]);
  expect(await test.all(same.id)).toMatchObject([{ state: 'likely' }]);
  // The entry before it may be paid by that payout, too.
  expect(await test.all(also.id)).toMatchObject([{ state: 'likely' }]);
  const outdated = () => [one, same, other, also].map(({ id }) => test.api.get(id).isOutdated);
  test.api.noPayout({ ...key(one.id), row: 3, note: 'fee' });
  expect(outdated()).toEqual([false, false, false, false]);

  test.api.undo({ ...key(one.id), row: 2 });
  expect(outdated()).toEqual([true, true, false, true]);
  // As an earlier version undid it: the audit log alone tells.
  const { sqlite, audited } = test.payouts;
  sqlite.exec('UPDATE reconciliations SET is_outdated = 0');
  for (const { action, facts } of audited)
    sqlite.run("INSERT INTO audit_log (at, action, facts, hash) VALUES ('2027', ?, ?, '')", [
      action,
      JSON.stringify(facts),
    ]);
  expect(outdated()).toEqual([false, false, false, false]);
  for (const { id, up } of reconcileMigrations) if (id.endsWith('-4')) up(sqlite);
  expect(outdated()).toEqual([true, true, false, true]);
  // It was matched only while the payout that fits as well was confirmed for the other line.
  await expect(test.confirmCertain(also.id)).rejects.toThrow('Match again first');
  test.api.matchAgain(key(same.id));
  test.api.matchAgain(key(also.id));
  await test.api.idle();
  expect(outdated()).toEqual([true, false, false, false]);
  expect(await test.all(also.id)).toMatchObject([{ state: 'ambiguous' }]);
});

it('finds the same entry by an index, also of a line that was confirmed before there was one', async () => {
  const { sqlite } = test.payouts;
  test.pay({ id: 'payout_first1' });
  const one = await test.take([entry]);
  test.api.choose({ ...key(one.id), row: 2, payoutId: 'payout_first1', note: '' });
  sqlite.exec(`DROP INDEX reconciliation_confirmed_entries;
    ALTER TABLE reconciliation_lines DROP COLUMN entry;`);
  for (const { id, up } of reconcileMigrations) if (id.endsWith('-2')) up(sqlite);
  const two = await test.take([entry]);
  expect(test.api.line(two.id, 2).duplicateOf).toMatchObject({ id: one.id, row: 2 });
  const plan = sqlite.all(`EXPLAIN QUERY PLAN SELECT row FROM reconciliation_lines
    WHERE kind = 'bank' AND entry = 'x' AND state = 'confirmed' AND reconciliation <> 1
    ORDER BY reconciliation, row LIMIT 1`);
  expect(JSON.stringify(plan)).toContain('COVERING INDEX reconciliation_confirmed_entries');
  expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE');
});

it('is started once where two calls for one file come together', async () => {
  const { id } = await test.upload(`${headings}\n${entry}\n`);
  const order = { ...key(id), kind: 'bank' as const, mapping, windowDays: 5 };
  const both = await Promise.allSettled([test.api.start(order), test.api.start(order)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(test.api.list()).toHaveLength(1);
});
