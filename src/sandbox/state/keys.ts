/** Keys that survive a restart, so that a client's token stays valid. */
import type { Random } from '../../platform/random.ts';
import type { Sqlite } from '../../platform/sqlite.ts';

/** The key that signs tokens: 32 bytes, created on the first start. */
export function signingKey(database: Sqlite, random: Random): Uint8Array {
  const stored = database.prepare("SELECT value FROM meta WHERE key = 'signing-key'").pluck().get();
  if (typeof stored === 'string') return Buffer.from(stored, 'base64');
  const key = Buffer.from(random.bytes(32));
  database
    .prepare("INSERT INTO meta (key, value) VALUES ('signing-key', ?)")
    .run(key.toString('base64'));
  return key;
}

/** Empties every table but the keys. Inside a transaction. */
export function emptyState(database: Sqlite): void {
  for (const table of [
    'attempts',
    'deliveries',
    'events',
    'webhooks',
    'payouts',
    'bank_accounts',
    'virtual_accounts',
    'customers',
  ]) {
    database.prepare(`DELETE FROM ${table}`).run();
  }
}
