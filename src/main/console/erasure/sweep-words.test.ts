/** What names an erased customer in closed periods, statements, bulk rows and notes of others. */
import { deflateSync, inflateSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { openRecords } from '../../core/records/records.ts';
import { closeCsv } from '../../features/reports/close-files.ts';
import { closeContent, createClosesTable } from '../../features/reports/closes-table.ts';
import { profileMigrations } from '../profile-session.ts';
import { sweep } from './sweep.ts';
import { placesOf, textsOf } from './testing/canaries.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = testDatabase(profileMigrations);
});

const moment = '2026-01-31T12:00:00.000Z';
const name = 'Zeldabeth Quuxington';
const content = closeContent.parse({
  form: 2,
  stuckHours: 24,
  company: 'Us',
  paper: 'a4',
  isTest: false,
  facts: [['Note', `paid ${name} late`]],
  sections: [
    {
      title: 'Payouts',
      lead: '',
      columns: [{ label: 'Customer', kind: 'text', share: 1 }],
      rows: [
        [name, 'customer_ada', '12.50', 'Grim'],
        ['Bob Other', 'customer_bob', '7.00', 'Grim'],
      ],
    },
  ],
});
const line = {
  row: 1,
  direction: 'in',
  amount: '12.50',
  currency: 'EUR',
  booked: '2026-01-30',
  valued: null,
  references: ['quuxref-1'],
  text: `from ${name}`,
  party: name,
  accounts: ['DE02100500000024290661'],
  transaction: null,
  from: null,
  to: null,
  problem: null,
};

function fill(): void {
  const records = openRecords({ sqlite });
  records.observe({
    kind: 'customer',
    id: 'customer_ada',
    source: 'read',
    observedAt: moment,
    body: {
      id: 'customer_ada',
      email: 'zelda@wyvern.example',
      nickname: 'Grim',
      accountNumber: 'DE02100500000024290661',
      personalInformation: { firstName: 'Zeldabeth', lastName: 'Quuxington' },
    },
  });
  records.observe({
    kind: 'event',
    id: 'event_1',
    source: 'delivery',
    observedAt: moment,
    eventId: 'event_1',
    body: {
      id: 'event_1',
      name: 'payout.successful',
      webhookRecords: [],
      data: { payout: { id: 'payout_1', customer: 'customer_ada' } },
    },
  });
  const snapshot = [
    ['payout_1', ['successful', `Reference ${'zelda@wyvern.example'}`, 'Paid in 12.50 EUR']],
  ];
  sqlite.run(
    `INSERT INTO period_closes (id, from_day, to_day, time_zone, version, closed_at, note, arrival,
       payouts, snapshot, content, sha256) VALUES ('a', '1', '2', 'UTC', 1, ?, ?, 1, 1, ?, ?, ?)`,
    [
      moment,
      `of ${name}`,
      deflateSync(JSON.stringify(snapshot)),
      JSON.stringify(content),
      sha256Hex(closeCsv(content)),
    ],
  );
  sqlite.run("INSERT INTO period_close_pdfs VALUES ('a', ?, 'x')", [Buffer.from(name)]);
  sqlite.exec(`
    INSERT INTO reconciliations (id, kind, format, file_name, sha256, status, created_at, window_days,
      notes, balances, lines) VALUES ('r', 'bank', 'csv', 'zelda@wyvern.example.csv', 'x', 'ready', '', 1,
      '[]', '[]', 3)`);
  for (const [row, payout, one] of [
    [1, 'payout_1', line],
    [2, null, { ...line, row: 2, accounts: [], references: [] }],
    // As a bank groups and breaks them.
    [
      3,
      null,
      {
        ...line,
        row: 3,
        accounts: [],
        references: [],
        party: 'QUUXINGTON; ZELDABETH',
        text: 'to DE02 1005 0000 0024\n2906 61 of "Zeldabeth\nQuuxington", 12.50',
      },
    ],
  ] as const) {
    sqlite.run(
      `INSERT INTO reconciliation_lines (reconciliation, row, kind, state, currency, is_long, payout,
         line, search) VALUES (1, ?, 'bank', 'unmatched', 'EUR', 0, ?, ?, ?)`,
      [row, payout, JSON.stringify(one), `12.50 ${name.toLowerCase()}`],
    );
  }
  sqlite.exec(`
    INSERT INTO bulk_runs (id, kind, file_name, sha256, columns, created_at, state)
      VALUES ('b', 'customer', 'a.csv', 'x', '[]', '', 'done');
    INSERT INTO bulk_rows (run, row, state, input, fingerprint, name, reference)
      VALUES (1, 1, 'left-out', '{"email":"zelda@wyvern.example"}', 'zelda@wyvern.example', NULL, 'quuxref-1'),
        (1, 2, 'created', '{"email":"bob@other.example"}', 'bob@other.example', NULL, 'K-2');`);
}

it('goes, and sums, amounts and other people stay', () => {
  fill();
  const marks = [
    'zeldabeth',
    'quuxington',
    'zelda@',
    'quuxref',
    'de0210050000',
    '1005 0000',
    'grim"',
  ];
  const before = placesOf(textsOf(sqlite), marks).filter((place) => !place.startsWith('sqlite'));
  expect(before.length).toBeGreaterThan(15);
  sqlite.transaction(() => sweep(sqlite, new Map([['customer_ada', '9999']])));
  const left = placesOf(textsOf(sqlite), marks);
  // Of Bob's row nobody knows that it is the same word.
  expect(left).toEqual(['period_closes.content: grim"']);

  const stored = sqlite.first('SELECT content, sha256, snapshot FROM period_closes') as {
    content: string;
    sha256: string;
    snapshot: Uint8Array;
  };
  const swept = closeContent.parse(JSON.parse(stored.content));
  expect(swept.sections[0]?.rows).toEqual([
    ['(erased)', 'customer_ada', '12.50', '(erased)'],
    ['Bob Other', 'customer_bob', '7.00', 'Grim'],
  ]);
  expect(swept.facts).toContainEqual(['Personal data', 'erased since']);
  expect(createClosesTable(sqlite).list()[0]?.isErased).toBe(true);
  expect(sha256Hex(closeCsv(swept))).toBe(stored.sha256);
  expect(JSON.parse(inflateSync(stored.snapshot).toString())).toEqual([
    ['payout_1', ['successful', 'Reference not found', 'Paid in 12.50 EUR']],
  ]);
  const lines = sqlite.texts('SELECT line FROM reconciliation_lines ORDER BY row');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ amount: '12.50', party: null, text: '' });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ amount: '12.50', party: '(erased)' });
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({
    amount: '12.50',
    party: '(erased)',
    text: 'to (erased) of "(erased)", 12.50',
  });
  expect(sqlite.texts("SELECT input FROM bulk_rows WHERE reference = 'K-2'")).toEqual([
    '{"email":"bob@other.example"}',
  ]);
  // The same again changes nothing.
  const all = JSON.stringify([...textsOf(sqlite)]);
  sqlite.transaction(() => sweep(sqlite, new Map([['customer_ada', '9999']])));
  expect(JSON.stringify([...textsOf(sqlite)])).toBe(all);
});

it('leaves a pooled account number and numbers of which it would be a piece to other customers', () => {
  fill();
  const records = openRecords({ sqlite });
  const pooled = 'GB33BUKB20201555555555';
  for (const who of ['ada', 'bob'])
    records.observe({
      kind: 'virtualAccount',
      id: `virtualAccount_${who}`,
      source: 'read',
      observedAt: moment,
      body: {
        id: `virtualAccount_${who}`,
        customer: `customer_${who}`,
        invoice: 'INV-2026-001',
        depositInstructions: { bankAccountNumber: pooled, bankBeneficiaryName: `${who} Causeway` },
      },
    });
  const bobs = 'of INV 2026 0012, INV-2026-0013, 2INV 2026 001 to GB33 BUKB 2020 1555 5555 55';
  const all = `${bobs} not INV 2026 001, INV-2026-001 of ada Causeway`;
  sqlite.run('UPDATE reconciliation_lines SET note = CASE row WHEN 2 THEN ? ELSE ? END', [
    bobs,
    all,
  ]);
  sqlite.run('UPDATE reconciliation_lines SET line = ? WHERE row = 2', [
    JSON.stringify({ ...line, text: bobs, party: null, accounts: [pooled], references: [] }),
  ]);
  sqlite.transaction(() => sweep(sqlite, new Map([['customer_ada', '9999']])));
  expect(sqlite.texts('SELECT note FROM reconciliation_lines WHERE row > 1 ORDER BY row')).toEqual([
    bobs,
    `${bobs} not (erased), (erased) of (erased)`,
  ]);
  expect(sqlite.texts('SELECT search FROM reconciliation_lines ORDER BY row')[1]).not.toBe('');
});

it('takes what went out of rows that are no JSON, and ends by none of them', () => {
  fill();
  sqlite.run("UPDATE reconciliation_lines SET line = 'of zelda@wyvern.example {' WHERE row <> 3");
  sqlite.transaction(() => sweep(sqlite, new Map([['customer_ada', '9999']])));
  const lines = sqlite.texts('SELECT line FROM reconciliation_lines ORDER BY row');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ party: null, text: '' });
  expect(lines[1]).toBe('of (erased) {');
});
