import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../platform/migrations.ts';
import { systemRandom } from '../../platform/random.ts';
import { createSeal } from '../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../platform/sqlite.ts';
import { openAnnotations } from '../core/annotations/annotations.ts';
import { digestOf, openSignOffs } from '../core/creates/sign-offs/sign-offs.ts';
import { openRecords } from '../core/records/records.ts';
import { openChecks } from '../features/bank-accounts/checks.ts';
import { openCompany } from '../features/deposit-sheets/company/company.ts';
import { openSavedViews } from '../features/timeline/views/saved-views.ts';
import { profileMigrations } from './profile-session.ts';

/** What each migration that lays something out can hold from then on: a row a table, by its id. */
const laidOut: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2026-11-21-records-5': {
    customer_queue: `('customer_a', 1, 'waiting', 'customer', '2026-11-21T12:00:00.000Z', 1, 1, '[]')`,
  },
  '2026-11-23-records-9': {
    customer_own_names: `(1, 'customer_a', 'Harbour GmbH', '2026-11-23T12:00:00.000Z')`,
  },
  '2026-11-21-annotations-1': {
    annotation_notes: `(1, 'note', 'customer', 'customer_a', 'Called.', '2026-11-21T12:00:00.000Z')`,
    annotation_labels: `('customer', 'customer_a', 'vip', 'VIP')`,
    annotation_references: `('customer', 'customer_a', 'k-1', 'K-1')`,
    annotation_texts: `('customer', 'customer_a', 'called. vip k-1')`,
  },
  '2026-11-20-webhooks-intake-1': {
    intake: `(1, 'inbox_a', 7)`,
    delivered_events: `('event_a', 'payout.paid', 7, 0, 'ab', 1, 0)`,
    read_deliveries: `(7, 'path', 1, 'event', 'event_a', 'payout.paid', 0, 'cd', '[]')`,
  },
  '2026-11-21-webhooks-intake-2': { damaged_deliveries: '(8)' },
  '2026-11-20-register-1': {
    entered_webhook_secrets: `(1, 'webhook_a', x'ab', '2026-11-20T12:00:00.000Z')`,
  },
  '2026-11-21-timeline-views-1': {
    timeline_views: `(1, '00112233445566aa', 'Failed', 'failed', 'name=payout.failed')`,
  },
  '2026-11-21-bank-accounts-1': {
    bank_account_checks: `(1, 'bankAccount_a', 'customer_a', '2026-11-21T12:00:00.000Z', 'found', NULL, '[]', 'r', 200)`,
  },
  '2026-11-21-drift-1': {
    drift_cursor: '(1, 7, 1)',
    drift_told: `('bankAccount', 'bankAccount_a', '[]', '{}')`,
    drift_changes: `('drift_a', 'bankAccount', 'bankAccount_a', 'iban', 'money', 0, '1', '1', '2', '2', 7, 1)`,
    drift_sign_offs: `(1, 'bankAccount', 'bankAccount_a', 'iban', '1', '2', '[]', '[]', '2026-11-21T12:00:00.000Z', 'grace', 'Asked them.')`,
  },
  '2026-11-21-sheets-company-1': {
    sheets_company: `(1, 'Harbour GmbH', '["Kai 1"]', 'letter', x'89', 'image/png', 3, 4)`,
  },
  '2026-11-21-address-book-1': {
    address_uses: `('record', 'virtualAccount_a', 5, 'tron', 'customer_a', '2026-11-21T12:00:00.000Z')`,
  },
  '2026-11-21-clearances-1': {
    mismatch_clearances: `(1, 'virtualAccount_a', 'digest', 'Asked them.', '2026-11-21T12:00:00.000Z')`,
  },
  '2026-11-21-bulk-1': {
    bulk_runs: `(1, 'run', 'customer', 'new.csv', 'ab', '[]', '2026-11-21T12:00:00.000Z', 'done', NULL, NULL, NULL)`,
    bulk_rows: `(1, 2, 'left-out', '{"type":"individual"}', NULL, NULL, NULL, 'known', 0, 0)`,
    bulk_attempts: `('key', 1, 2, 1, 0)`,
  },
};

/** What has to be there before a row may stand. */
const before: Readonly<Record<string, string>> = {
  '2026-11-21-address-book-1': `INSERT INTO address_book (address_id, family, canonical, address, search_text)
    VALUES (5, 'tron', 'T1', 'T1', 't1')`,
};

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
});
afterEach(() => sqlite.close());

/** Takes the database from each version to the next, with something in all that was laid out so far. */
function grow(onStep: (migration: string, kept: ReadonlyMap<string, unknown>) => void): void {
  const kept = new Map<string, unknown>();
  for (const [place, { id }] of profileMigrations.entries()) {
    migrate(sqlite, profileMigrations.slice(0, place + 1));
    onStep(id, kept);
    const first = before[id];
    if (first !== undefined) sqlite.exec(first);
    for (const [table, row] of Object.entries(laidOut[id] ?? {})) {
      sqlite.exec(`INSERT INTO ${table} VALUES ${row}`);
      kept.set(table, sqlite.first(`SELECT * FROM ${table}`));
    }
  }
  onStep('the present program', kept);
}

it('every step keeps what the versions before it held', () => {
  const steps: string[] = [];
  grow((migration, kept) => {
    steps.push(migration);
    for (const [table, row] of kept) {
      expect(sqlite.all(`SELECT * FROM ${table}`), `${table} after ${migration}`).toMatchObject([
        row,
      ]);
    }
  });
  expect(steps).toEqual(expect.arrayContaining(Object.keys(laidOut)));
});

it('what the versions before held is read by the present rooms, beside what they write', () => {
  grow(() => undefined);
  const clock = { now: () => Date.parse('2026-11-22T12:00:00.000Z') };
  const audit = { append: () => undefined as never };

  const annotations = openAnnotations({
    ...{ sqlite, audit, clock, random: systemRandom, onChange: () => undefined },
    names: openRecords({ sqlite }),
  });
  const customer = { kind: 'customer', id: 'customer_a' } as const;
  annotations.addNote(customer, 'Called again.');
  const { labels, reference, name, notes } = annotations.get(customer);
  expect([labels, reference, name, notes.length]).toEqual([['VIP'], 'K-1', 'Harbour GmbH', 2]);
  expect(annotations.found('customer', 'again')).toEqual(['customer_a']);

  const views = openSavedViews(sqlite);
  views.save({ id: '00112233445566bb', name: 'Paid', query: 'name=payout.paid' });
  expect(views.list().map(({ name }) => name)).toEqual(['Failed', 'Paid']);

  const checks = openChecks(sqlite);
  const asked = { sentence: null, messages: [], requestId: null, status: 404, answer: null };
  checks.append(
    { customerId: 'customer_a', bankAccountId: 'bankAccount_a' },
    { ...asked, at: '2026-11-22T12:00:00.000Z', outcome: 'not-found' },
  );
  expect(checks.of('bankAccount_a', null)).toMatchObject({
    ...{ foundUnder: 'customer_a', missingSince: '2026-11-22T12:00:00.000Z' },
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
