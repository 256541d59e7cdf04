import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { openRecords } from '../../core/records/records.ts';
import { profileMigrations } from '../profile-session.ts';
import { mergeProfile } from './merge-profile.ts';
import { linesOf, noDeliveries } from './outcome.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

/** A profile's database in which this was written. */
function databaseWith(number: number, sql: string) {
  const key = new Uint8Array(32).fill(number);
  const database = { file: join(folder, `${number}.db`), key, sealKey: key };
  const sqlite = openSqlite(database);
  migrate(sqlite, profileMigrations);
  sqlite.exec(sql);
  sqlite.close();
  return database;
}
const orderOf = (there: string, here: string) => ({
  from: databaseWith(1, there),
  into: databaseWith(2, here),
  person: null,
  ledger: [],
  backup: { id: 'b', createdAt: '-' },
});

it('brings along from which computers entries of hand-over files are, once', () => {
  const order = orderOf(
    `
          INSERT INTO handover_files VALUES ('f', 'c', 'ada', '-', '-');
          INSERT INTO handover_computers VALUES ('c', 'Laptop');
          INSERT INTO handover_entries VALUES ('e', 'c', 'f', 'note', 'customer', 'customer_1', 'n', '-');
          INSERT INTO handover_tellers (entry, file, what, id) VALUES ('e', 'f', 'request', 'k');
          INSERT INTO handover_raw VALUES ('o', 'r');
          INSERT INTO handover_resolutions VALUES ('s', '[]');`,
    '',
  );
  expect(mergeProfile(order).brought.origins).toBe(6);
  expect(mergeProfile(order)).toMatchObject({ brought: { origins: 0 }, here: { origins: 6 } });
});

const said = (...rows: readonly (readonly [label: string, day: string])[]) =>
  rows
    .map(
      ([label, day]) => `
        INSERT INTO annotation_label_versions (kind, id, folded, label, written_at)
          VALUES ('customer', 'customer_1', 'vip', '${label}', '2026-01-0${day}T00:00:00.000Z');
        INSERT INTO annotation_reference_versions (kind, id, folded, reference, written_at)
          VALUES ('customer', 'customer_1', 'vip', '${label}', '2026-01-0${day}T00:00:00.000Z');
        INSERT INTO address_labels (family, canonical, network, address, label, written_at)
          VALUES ('evm', 'a', 'ethereum', 'a', '${label}', '2026-01-0${day}T00:00:00.000Z');`,
    )
    .join('');

it('adds what was said of a label later, in whatever order it came here and there', () => {
  const order = orderOf(said(['Vip', '3'], ['VIP', '1'], ['', '2']), said(['', '2'], ['VIP', '1']));
  const merged = mergeProfile(order);
  expect(merged).toMatchObject({
    differing: 0,
    brought: { labels: 1, references: 1, addresses: 1 },
  });
  const sqlite = openSqlite(order.into);
  expect(sqlite.texts('SELECT label FROM annotation_labels')).toEqual(['Vip']);
  expect(sqlite.texts('SELECT reference FROM annotation_references')).toEqual(['Vip']);
  sqlite.close();
});

it('tells which records show other values then, those that pay elsewhere first', () => {
  const order = orderOf('', '');
  const sqlites = [order.from, order.into].map((database) => openSqlite(database));
  const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
  const account = (walletAddress: string) => ({
    id: 'va_1',
    customerId: 'customer_1',
    destination: { network: 'ethereum', walletAddress },
  });
  const body = { id: 'customer_1', type: 'individual' };
  const [there, here] = sqlites.map((sqlite) => openRecords({ sqlite }));
  for (const [records, day, wallet, email] of [
    [here, 1, '0xa', 'a@example.com'],
    [there, 2, '0xb', 'b@example.com'],
  ] as const) {
    const of = { source: 'read', observedAt: at(day) } as const;
    records?.observe({ kind: 'customer', id: 'customer_1', body: { ...body, email }, ...of });
    records?.observe({ kind: 'virtualAccount', id: 'va_1', body: account(wallet), ...of });
    // The same there and here, and one that is not here.
    records?.observe({ kind: 'customer', id: 'customer_2', body: { id: 'customer_2' }, ...of });
  }
  const late = { source: 'read', observedAt: at(3) } as const;
  there?.observe({ kind: 'customer', id: 'customer_3', body: { id: 'customer_3' }, ...late });
  for (const sqlite of sqlites) sqlite.close();
  const { changed } = mergeProfile(order);
  expect(changed).toEqual({
    count: 2,
    names: ['virtual account va_1 (another destination)', 'customer customer_1'],
  });
  const profile = { ...mergeProfile(order), id: 'p', name: 'Desk', isNew: false };
  const told = { ...profile, changed, deliveries: noDeliveries };
  expect([...linesOf({ digest: '', createdAt: '-', profiles: [told], left: [] })].at(-1)).toBe(
    '“Desk”: 2 records that are here show other values afterwards: virtual account va_1 (another destination), customer customer_1.',
  );
  expect(profile.changed).toEqual({ count: 0, names: [] });
});

it('puts no address into the book of which an erasure left none', () => {
  const erased = `INSERT INTO address_labels (family, canonical, network, address, label, written_at)
    VALUES ('evm', '', 'ethereum', '', '', '2026-01-01T00:00:00.000Z')`;
  const order = orderOf(erased, '');
  expect(mergeProfile(order).brought.addresses).toBe(1);
  const sqlite = openSqlite(order.into);
  expect(sqlite.texts('SELECT address FROM address_book')).toEqual([]);
  sqlite.close();
});
