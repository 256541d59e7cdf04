import { afterEach, beforeEach, expect, it } from 'vitest';
import * as testingPayouts from '../payouts/testing/open-test-payouts.ts';
import { openTestReconcile, type TestReconcile } from './testing/open-test-reconcile.ts';
import { statement } from './testing/statements.ts';

let test: TestReconcile;
beforeEach(() => {
  test = openTestReconcile(testingPayouts);
});
afterEach(() => test.remove());

it('names the statement in every row, and no 0 hours where a line has only a day', async () => {
  test.pay({ id: 'payout_oneday1', amount: '1.00' });
  test.pay({ id: 'payout_later01', amount: '2.00', minute: 2 * 1440 });
  test.pay({ id: 'payout_noline1', amount: '3.00' });
  const { id, sha256 } = await test.take([
    '2026-11-20,1.00,USD,payout_oneday1,',
    '2026-11-20,2.00,USD,payout_later01,',
  ]);
  const rows = await test.exported(id);
  expect(rows.map((row) => row['Why'])).toEqual([
    'amount; payout ID payout_oneday1',
    'amount; payout ID payout_later01; hours apart 37',
    '',
  ]);
  // What was added last stands last, so that files keep their order.
  const added = { 'Statement file': 'statement.csv', 'Statement SHA-256': sha256 };
  for (const row of rows) expect(Object.entries(row).slice(-2)).toEqual(Object.entries(added));
  expect(test.payouts.audited.at(-1)).toMatchObject({
    action: 'reconciliation.export.done',
    facts: { reconciliationId: id, fileSha256: expect.stringMatching(/^[\da-f]{64}$/) },
  });
});

it('says at the end of the CSV by how much a closing balance differs', async () => {
  const off = Buffer.from(
    statement('camt053.xml').toString('utf8').replace('12720.95', '12720.94'),
  );
  const { id } = await test.upload(off, 'camt.xml');
  await test.api.start({ id, knownAt: null, kind: 'bank', mapping: null, windowDays: 5 });
  await test.api.idle();
  const row = { State: 'Closing balance differs', Amount: '-0.01', Currency: 'EUR' };
  expect((await test.exported(test.api.list()[0]?.id ?? ''))[4]).toMatchObject(row);
});
