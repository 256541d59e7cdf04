import { expect, it } from 'vitest';
import { at, eventOf, openTestPayouts } from '../payouts/testing/open-test-payouts.ts';
import { openTestReconcile } from './testing/open-test-reconcile.ts';

it('names the statement in every row, and no 0 hours where a line has only a day', async () => {
  const payouts = openTestPayouts();
  const test = openTestReconcile(payouts, eventOf, at);
  try {
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
    expect(payouts.audited.at(-1)).toMatchObject({
      action: 'reconciliation.export.done',
      facts: { reconciliationId: id, fileSha256: expect.stringMatching(/^[\da-f]{64}$/) },
    });
  } finally {
    await test.remove();
    await payouts.remove();
  }
});
