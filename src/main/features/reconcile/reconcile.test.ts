import Big from 'big.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as testingPayouts from '../payouts/testing/open-test-payouts.ts';
import {
  failure,
  key,
  openTestReconcile,
  type TestReconcile,
} from './testing/open-test-reconcile.ts';

const { at, eventOf } = testingPayouts;
let test: TestReconcile;
beforeEach(() => {
  test = openTestReconcile(testingPayouts);
});
afterEach(() => test.remove());

const states = (one: { states: readonly { state: string; count: number }[] }) =>
  Object.fromEntries(one.states.map(({ state, count }) => [state, count]));

const named = { row: 2, payoutId: 'payout_named1' };
const likely = { row: 3, payoutId: 'payout_likely' };

/** One of each: certain, likely, ambiguous, unmatched, other, unreadable; and a payout without amount. */
async function oneOfEach() {
  test.pay({ id: 'payout_named1' });
  test.pay({ id: 'payout_likely', amount: '7.00' });
  test.pay({ id: 'payout_twin01', amount: '5.50' });
  test.pay({ id: 'payout_twin02', amount: '5.50' });
  test.pay({ id: 'payout_noline', amount: '61.25' });
  test.payouts.observe(eventOf(900, 'payout.create', { id: 'payout_bare', created: at(0) }), at(0));
  return await test.take([
    '2026-11-20,100,USD,Deposit payout_named1,',
    '2026-11-20,7,USD,,',
    '2026-11-20,5.5,USD,,',
    '2026-11-20,3.33,USD,,',
    '2026-11-20,-12.00,USD,Fee,',
    '2026-11-20,1x,USD,,',
  ]);
}

it('names the line that was confirmed for a payout, and none that was only matched', async () => {
  const { id } = await oneOfEach();
  expect(test.api.confirmed('payout_named1')).toEqual([]);
  await test.confirmCertain(id);
  const by = [test.api.get(id).createdBy, test.api.line(id, 2).decidedBy];
  expect(by).toEqual(['Ada Byron', 'Ada Byron']);
  const [line, ...others] = test.api.confirmed('payout_named1');
  expect(line).toMatchObject({ id, kind: 'bank', booked: '2026-11-20' });
  expect([line?.row, others, test.api.confirmed('payout_likely')]).toEqual([2, [], []]);
  test.api.undo({ ...key(id), row: 2 });
  expect(test.api.confirmed('payout_named1')).toEqual([]);
});

it('matches a file, and says of every line what became of it', async () => {
  const one = await oneOfEach();
  expect(one).toMatchObject({ status: 'ready', lines: 6, firstDay: '2026-11-20', kind: 'bank' });
  expect(states(one)).toEqual({
    certain: 1,
    likely: 1,
    ambiguous: 1,
    unmatched: 1,
    other: 1,
    unreadable: 1,
  });
  expect(one.states.find(({ state }) => state === 'certain')?.totals).toEqual([
    { currency: 'USD', amount: '100', count: 1 },
  ]);
  // Money out counts below zero.
  expect(one.states.find(({ state }) => state === 'other')?.totals).toEqual([
    { currency: 'USD', amount: '-12', count: 1 },
  ]);
  const lines = await test.all(one.id);
  expect(lines.map(({ row, state }) => [row, state])).toEqual([
    [2, 'certain'],
    [3, 'likely'],
    [4, 'ambiguous'],
    [5, 'unmatched'],
    [6, 'other'],
    [7, 'unreadable'],
  ]);
  expect(lines[0]).toMatchObject({
    payout: { id: 'payout_named1', amount: '100.00', currency: 'USD' },
    evidence: [
      { kind: 'payoutId', value: 'payout_named1' },
      { kind: 'time', value: '0' },
    ],
  });
  expect(lines[3]).toMatchObject({ reason: 'no-amount', payout: null });
  expect(test.api.line(one.id, 4)).toMatchObject({
    candidateCount: 2,
    candidates: [{ payout: { id: 'payout_twin01' } }, { payout: { id: 'payout_twin02' } }],
  });
  const left = await test.api.payouts({ id: one.id, offset: 0, limit: 100 });
  // The twins, the one without a line, and one without an amount, which is in no total.
  expect(left).toMatchObject({
    total: 4,
    withoutAmount: 1,
    totals: [{ currency: 'USD', amount: '72.25', count: 3 }],
  });
  const searched = await test.api.lines({
    id: one.id,
    states: [],
    search: 'DEPOSIT named1',
    offset: 0,
    limit: 10,
  });
  expect(searched.rows.map(({ row }) => row)).toEqual([2]);
});

it('is confirmed by a person: all certain ones, one, and one that a person chose, and taken back', async () => {
  const { id } = await oneOfEach();
  expect(await test.confirmCertain(id)).toEqual({ confirmed: 1 });
  expect(await test.api.confirm({ ...key(id), rows: [likely] })).toEqual({ confirmed: 1 });
  expect(
    await failure(() => test.api.confirm({ ...key(id), rows: [{ ...likely, row: 4 }] })),
  ).toContain('matched with no payout');
  const chosen = test.api.choose({ ...key(id), row: 4, payoutId: 'payout_twin02', note: '' });
  expect(chosen).toMatchObject({
    state: 'confirmed',
    isChosen: true,
    decidedBy: 'Ada Byron',
    payout: { id: 'payout_twin02' },
  });
  const again = { ...key(id), row: 5, payoutId: 'payout_twin02', note: 'really' };
  expect(await failure(() => test.api.choose(again))).toContain('confirmed for another line');
  const other = { ...key(id), row: 5, payoutId: 'payout_noline', note: '' };
  expect(await failure(() => test.api.choose(other))).toContain('Enter a note');
  expect(test.api.choose({ ...other, note: 'paid short' })).toMatchObject({ note: 'paid short' });
  expect(test.api.noPayout({ ...key(id), row: 7, note: 'broken row' })).toMatchObject({
    state: 'none',
    payout: null,
    note: 'broken row',
    decidedBy: 'Ada Byron',
  });
  expect(states(test.api.get(id))).toEqual({ confirmed: 4, none: 1, other: 1 });
  expect(await failure(() => test.api.remove(key(id)))).toContain('Undo those decisions first');

  expect(test.api.undo({ ...key(id), row: 3 })).toMatchObject({
    state: 'likely',
    decidedAt: null,
    decidedBy: null,
    payout: { id: 'payout_likely' },
  });
  expect(test.api.undo({ ...key(id), row: 4 })).toMatchObject({ state: 'ambiguous', payout: null });
  expect(test.api.undo({ ...key(id), row: 7 })).toMatchObject({ state: 'unreadable', note: '' });
  expect(await failure(() => test.api.undo({ ...key(id), row: 7 }))).toContain('nothing to undo');
  expect(test.payouts.audited.map(({ action }) => action)).toEqual([
    'reconciliation.started',
    'reconciliation.matched',
    'reconciliation.confirmed',
    'reconciliation.confirmed',
    'reconciliation.payout-chosen',
    'reconciliation.payout-chosen',
    'reconciliation.no-payout',
    'reconciliation.undone',
    'reconciliation.undone',
    'reconciliation.undone',
  ]);
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const leaked = { ...key(id), row: 7, note: phrase };
  expect(await failure(() => test.api.noPayout(leaked))).toContain('seed phrase');
  expect(await failure(() => test.api.undo({ id, row: 5, knownAt: at(0) }))).toContain(
    'earlier data',
  );
});

it('matches again with payouts that came later, and leaves what a person decided', async () => {
  const { id } = await oneOfEach();
  await test.api.confirm({ ...key(id), rows: [likely] });
  test.pay({ id: 'payout_later', amount: '3.33' });
  expect(test.api.matchAgain(key(id)).status).toBe('matching');
  expect(await failure(() => test.api.confirm({ ...key(id), rows: [named] }))).toContain(
    'still being matched',
  );
  await test.api.idle();
  const lines = await test.all(id);
  expect(lines.map(({ state }) => state)).toEqual([
    'certain',
    'confirmed',
    'ambiguous',
    'likely',
    'other',
    'unreadable',
  ]);
  expect(lines[3]?.payout?.id).toBe('payout_later');
});

it('confirms the payout that was shown, and no other that takes its place', async () => {
  test.pay({ id: 'payout_likely', amount: '7.00' });
  const { id } = await test.take(['2026-11-20,7,USD,payout_closer1,', '2026-11-20,3.33,USD,,']);
  expect((await test.all(id))[0]?.payout?.id).toBe('payout_likely');
  test.pay({ id: 'payout_closer1', amount: '7.00' });
  test.api.matchAgain(key(id));
  await test.api.idle();
  expect((await test.all(id))[0]?.payout?.id).toBe('payout_closer1');
  const rows = [{ row: 2, payoutId: 'payout_likely' }];
  expect(await failure(() => test.api.confirm({ ...key(id), rows }))).toContain(
    'another payout than the one that was shown',
  );
  expect((await test.all(id))[0]).toMatchObject({ decidedAt: null });
});

it('shows the payout that a line names with another amount, so that a person can choose it', async () => {
  test.pay({ id: 'payout_named1' });
  const { id } = await test.take(['2026-11-20,99.50,USD,Deposit payout_named1,']);
  expect(test.api.line(id, 2)).toMatchObject({
    state: 'unmatched',
    reason: 'amount-differs',
    candidates: [],
    namedPayout: { id: 'payout_named1', amount: '100.00', currency: 'USD' },
  });
  const chosen = { ...key(id), row: 2, payoutId: 'payout_named1', note: 'bank fee' };
  expect(test.api.choose(chosen)).toMatchObject({ state: 'confirmed', namedPayout: null });
});

it('writes every line and every payout without a line as CSV', async () => {
  const { id } = await oneOfEach();
  await test.confirmCertain(id);
  test.api.noPayout({ ...key(id), row: 5, note: 'own transfer' });
  const rows = await test.exported(id);
  expect(rows.map((row) => [row['Line'], row['State'], row['Payout ID']])).toEqual([
    ['2', 'Confirmed', 'payout_named1'],
    ['3', 'Matched, likely', 'payout_likely'],
    ['4', 'Ambiguous', ''],
    ['5', 'No payout', ''],
    ['6', 'Money out', ''],
    ['7', 'Unreadable', ''],
    ...['payout_bare', 'payout_noline', 'payout_twin01', 'payout_twin02'].map((one) => [
      '',
      'Payout without a line',
      one,
    ]),
  ]);
  expect(rows[0]).toMatchObject({
    Amount: '100',
    Why: 'amount; payout ID payout_named1',
  });
  expect(rows[0]?.['Decided at']).toMatch(/^2026-/);
  expect(rows[3]).toMatchObject({ Note: 'own transfer' });
  expect(rows[5]?.['Why']).toBe('The amount “1x” can’t be read.');
});

it('writes no file of lines that changed or went while they were written', async () => {
  test.pay({ id: 'payout_one', amount: '7.00' });
  const { id } = await test.take(
    Array.from({ length: 1_100 }, (_, line) => `2026-11-20,${line + 1}.00,USD,,`),
  );
  const payouts = test.payouts.payouts;
  const { rows } = payouts;
  /** Between two pages. */
  const once = (change: () => unknown) => {
    let pages = 0;
    payouts.rows = (ids) => {
      pages += 1;
      if (pages === 3) change();
      return rows(ids);
    };
  };
  once(() => test.api.noPayout({ ...key(id), row: 2, note: 'a fee' }));
  const lines = (await test.exported(id)).filter((one) => one['Line'] !== '');
  expect(lines).toHaveLength(1_100);
  expect(lines[0]).toMatchObject({ State: 'No payout', Note: 'a fee' });
  test.api.undo({ ...key(id), row: 2 });
  once(() => void test.api.remove(key(id)));
  expect(await test.settled(id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringMatching(/not known in this profile|interrupted/),
  });
});

it('adds up: every line has one state, and totals are exact', async () => {
  const amounts = Array.from(
    { length: 300 },
    (_, index) => `${index}.${String(index).padStart(9, '1')}`,
  );
  for (const [index, amount] of amounts.entries()) {
    if (index % 3 === 0) test.pay({ id: `payout_${index}`, amount });
  }
  const long = '123456789012345.123456789012345678';
  const one = await test.take([...amounts, long].map((amount) => `2026-11-20,${amount},USD,,`));
  expect(one.states.reduce((sum, { count }) => sum + count, 0)).toBe(301);
  const total = one.states
    .flatMap(({ totals }) => totals)
    .reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  expect(total.toFixed()).toBe(
    [...amounts, long].reduce((sum, amount) => sum.plus(amount), new Big(0)).toFixed(),
  );
  expect(states(one)).toEqual({ likely: 100, unmatched: 201 });
});

it('that was interrupted says so, and is matched again', async () => {
  const { id } = await oneOfEach();
  test.payouts.sqlite.run("UPDATE reconciliations SET status = 'matching'");
  test.reopen();
  expect(test.api.get(id).status).toBe('interrupted');
  expect(await failure(() => test.confirmCertain(id))).toContain('Match again first');
  // A file of it may lack lines.
  expect(await failure(() => test.api.exportCsv(id))).toContain('Match again first');
  test.api.matchAgain(key(id));
  await test.api.idle();
  expect(test.api.get(id).status).toBe('ready');
  test.payouts.sqlite.run('DELETE FROM reconciliation_lines WHERE row = 7');
  expect(await failure(() => test.api.matchAgain(key(id)))).toContain('Not all lines were stored');
});

it('is interrupted by a disk that is full, also where that can’t be stored', async () => {
  const { id } = await oneOfEach();
  test.payouts.sqlite.run(
    `CREATE TRIGGER full BEFORE UPDATE ON reconciliations WHEN NEW.status <> 'matching'
     BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  );
  test.api.matchAgain(key(id));
  await test.api.idle();
  expect(test.errors).toHaveLength(2);
  expect(test.api.get(id).status).toBe('interrupted');
  test.payouts.sqlite.run('DROP TRIGGER full');
  test.api.matchAgain(key(id));
  await test.api.idle();
  expect(test.api.get(id).status).toBe('ready');
});

it('finds what it asks by indexes', () => {
  const plans = (sql: string): string =>
    JSON.stringify(test.payouts.sqlite.all(`EXPLAIN QUERY PLAN ${sql}`));
  const page = `SELECT row FROM reconciliation_lines WHERE reconciliation = 1 AND state IN ('certain')
    ORDER BY row LIMIT 100`;
  expect(plans(page)).toContain('USING COVERING INDEX reconciliation_lines_by_state');
  const sums = `SELECT state, currency, count(*), count(whole), sum(is_long), sum(whole), sum(billionths)
    FROM reconciliation_lines WHERE reconciliation = 1 GROUP BY state, currency`;
  expect(plans(sums)).toContain('USING COVERING INDEX reconciliation_sums');
  const created = `SELECT id, view FROM payout_columns WHERE (created_at, id) > (1, 'a')
    AND created_at < 9 ORDER BY created_at, id LIMIT 100`;
  expect(plans(created)).toContain('USING INDEX payouts_by_created');
  expect(plans(created)).not.toContain('TEMP B-TREE');
});
