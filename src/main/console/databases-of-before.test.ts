import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseTooOld, type Migration, migrate } from '../../platform/migrations.ts';
import { systemRandom } from '../../platform/random.ts';
import { openMemorySqlite, openSqlite, type Sqlite } from '../../platform/sqlite.ts';
import { testFolder } from '../../platform/testing/test-folder.ts';
import { sandboxMigrations } from '../../sandbox/state/schema.ts';
import { openAnnotations } from '../core/annotations/annotations.ts';
import { digestOf, openSignOffs } from '../core/creates/sign-offs/sign-offs.ts';
import { openIntents } from '../core/intents/intents.ts';
import { openRecords } from '../core/records/records.ts';
import { openChecks } from '../features/bank-accounts/checks.ts';
import { openCompany } from '../features/deposit-sheets/company/company.ts';
import { openSavedViews } from '../features/saved-views/feature.ts';
import { inboxMigrations } from '../features/webhooks/inbox/migrations.ts';
import { profileMigrations } from './profile-session.ts';

const databases = [
  ['profile', profileMigrations, ['intent_room']],
  ['inbox', inboxMigrations, []],
  [
    'sandbox',
    sandboxMigrations,
    [
      'attempts',
      'bank_accounts',
      'deliveries',
      'events',
      'payouts',
      'virtual_accounts',
      'webhooks',
    ],
  ],
] as const;

let directory: string;
let sqlite: Sqlite;
beforeEach(() => {
  directory = testFolder();
});
afterEach(() => {
  sqlite.close();
});

/** The database as the version of 22 November 2026 left it, opened again with its key. */
function openAsLeft(name: string): void {
  const options = { file: join(directory, `${name}.db`), key: new Uint8Array(32).fill(9) };
  const before = openSqlite(options);
  const fixture = new URL(`../../../tests/fixtures/databases/${name}.sql`, import.meta.url);
  before.exec(readFileSync(fixture, 'utf8'));
  before.close();
  sqlite = openSqlite(options);
}

interface Stored {
  readonly name: string;
  readonly sql: string;
}

const schemaOf = (database: Sqlite): Stored[] =>
  database
    .all("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'sqlite_sequence'")
    .map((row) => {
      const { name, sql } = row as Stored;
      const plain = sql.replaceAll(/--[^\n]*/g, '').replaceAll(/\s*([(),])\s*/g, '$1');
      return { name, sql: plain.replaceAll(/\s+/g, ' ').trim() };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));

const rowsOf = (database: Sqlite): Map<string, unknown[]> =>
  new Map(
    schemaOf(database)
      .filter(({ name, sql }) => sql.startsWith('CREATE TABLE') && name !== 'migrations')
      .map(({ name }) => [name, database.all(`SELECT * FROM ${name}`)]),
  );

/** How far a reading went, which a migration may take back: all is gone through once more. */
const progress: ReadonlySet<string> = new Set(['intake']);

const withoutProgress = (tables: Map<string, unknown[]>): Map<string, unknown[]> =>
  new Map([...tables].filter(([table]) => !progress.has(table)));

/** Of what is stored now the tables and columns that were there before. */
const keptOf = (now: Map<string, unknown[]>, before: Map<string, unknown[]>) =>
  new Map(
    [...withoutProgress(before)].map(([table, rows]) => {
      const columns = Object.keys(rows[0] ?? {});
      const kept = (now.get(table) ?? []) as Record<string, unknown>[];
      return [
        table,
        kept.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))),
      ];
    }),
  );

function schemaOfNew(migrations: readonly Migration[]): Stored[] {
  const made = openMemorySqlite(null);
  migrate(made, migrations);
  const schema = schemaOf(made);
  made.close();
  return schema;
}

it.each(databases)(
  'the database %s of before comes to the schema of a new one, with all its rows',
  (name, migrations, emptyTables) => {
    openAsLeft(name);
    const before = rowsOf(sqlite);
    const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
    expect(empty).toEqual(emptyTables);
    migrate(sqlite, migrations);
    expect(keptOf(rowsOf(sqlite), before)).toEqual(withoutProgress(before));
    expect(schemaOf(sqlite)).toEqual(schemaOfNew(migrations));
    expect(sqlite.texts('SELECT id FROM migrations')).toEqual(
      expect.arrayContaining(migrations.map(({ id }) => id)),
    );
    migrate(sqlite, migrations);
    expect(keptOf(rowsOf(sqlite), before)).toEqual(withoutProgress(before));
  },
);

it('refuses a profile of a version in between, and changes nothing', () => {
  openAsLeft('profile');
  sqlite.exec("DELETE FROM migrations WHERE id = '2026-11-23-records-9'");
  const before = [schemaOf(sqlite), rowsOf(sqlite), sqlite.all('SELECT id FROM migrations')];
  expect(() => migrate(sqlite, profileMigrations)).toThrow(DatabaseTooOld);
  expect([schemaOf(sqlite), rowsOf(sqlite), sqlite.all('SELECT id FROM migrations')]).toEqual(
    before,
  );
});

it('what the versions before held is read by the present modules, beside what they write', () => {
  openAsLeft('profile');
  migrate(sqlite, profileMigrations);
  const clock = { now: () => Date.parse('2026-11-22T12:00:00.000Z') };
  const audit = { append: () => undefined as never };

  const annotations = openAnnotations({
    sqlite,
    audit,
    clock,
    random: systemRandom,
    onChange: () => undefined,
    names: openRecords({ sqlite }),
  });
  const customer = { kind: 'customer', id: 'customer_a' } as const;
  annotations.addNote(customer, 'Called again.');
  const { labels, reference, name, notes } = annotations.get(customer);
  expect([labels, reference, name, notes.length]).toEqual([['VIP'], 'K-1', 'Harbour GmbH', 2]);
  expect(annotations.found('customer', 'again')).toEqual(['customer_a']);

  const intents = openIntents({
    sqlite,
    records: openRecords({ sqlite }),
    audit,
    clock,
    log: pino({ enabled: false }),
  });
  expect(intents.get('lost')).toMatchObject({ state: 'exists', resourceId: 'customer_5' });

  const views = openSavedViews(sqlite, 'timeline');
  views.save({ id: '00112233445566bb', name: 'Paid', query: 'name=payout.paid' });
  expect(views.list().map(({ name }) => name)).toEqual(['Failed', 'Paid']);

  const checks = openChecks(sqlite);
  const asked = { sentence: null, messages: [], requestId: null, status: 404, answer: null };
  checks.append(
    { customerId: 'customer_a', bankAccountId: 'bankAccount_a' },
    { ...asked, at: '2026-11-22T12:00:00.000Z', outcome: 'not-found' },
  );
  expect(checks.of('bankAccount_a', null)).toMatchObject({
    foundUnder: 'customer_a',
    missingSince: '2026-11-22T12:00:00.000Z',
  });

  const company = openCompany(sqlite);
  company.save({ name: 'Harbour AG', addressLines: ['Kai 1', 'Hamburg'], paper: 'a4' });
  expect(company.get()).toMatchObject({
    letterhead: { name: 'Harbour AG', logo: { type: 'image/png', width: 3, height: 4 } },
  });

  const signOffs = openSignOffs({ sqlite, audit, clock });
  const departed = [{ field: 'fee', sent: '1', received: '2', sentence: 'The fee departs.' }];
  signOffs.clear('virtualAccount_a', departed, { digest: digestOf(departed), note: 'Cleared.' });
  expect(signOffs.find('virtualAccount_a', departed, null)).toMatchObject({ note: 'Cleared.' });
});
