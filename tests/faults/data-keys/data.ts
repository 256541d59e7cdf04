/** A data directory whose vault has a passphrase and a recovery key, with databases as a profile and the receiver have them. */
import crypto from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { createKeyedFiles, sandboxKeyOf } from '../../../src/main/console/data-keys/keyed-files.ts';
import { createDatabaseWork } from '../../../src/main/console/database-work.ts';
import { dataKeyName, inboxKeyName } from '../../../src/main/core/vault/key-record.ts';
import { createVault, type Vault } from '../../../src/main/core/vault/vault.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { rekeyFile } from '../../../src/platform/rekey-file.ts';
import { openSqlite } from '../../../src/platform/sqlite.ts';

export const passphrase = 'seven quiet herons';
export const recoveryKey = Buffer.alloc(32, 7);
export const profileId = 'one';
export const firstInboxKey = '5a'.repeat(32);
/** In the order in which a person would change them. */
export const keyNames = [inboxKeyName, dataKeyName(profileId)] as const;

const silent = { info: () => undefined, warn: () => undefined } as never;
const itself = (key: Uint8Array): Uint8Array => key;

/** Each with the key of the vault that it is under. */
export const databases = [
  { path: 'inbox.db', name: inboxKeyName, keyOf: itself },
  { path: 'coverage.db', name: inboxKeyName, keyOf: itself },
  { path: 'profiles/one/records.db', name: dataKeyName(profileId), keyOf: itself },
  { path: 'profiles/one/sandbox/sandbox.db', name: dataKeyName(profileId), keyOf: sandboxKeyOf },
] as const;

/** A guess costs nothing in this process any more. */
export function makeScryptCheap(): void {
  const { scrypt } = crypto;
  crypto.scrypt = ((text, salt, length, _cost, done) =>
    scrypt(text, salt, length, { N: 2, r: 8, p: 1 }, done)) as typeof scrypt;
  syncBuiltinESMExports();
}

export interface OpenData {
  readonly vault: Vault;
  /** Names of keys that were changed, as the audit log hears them. */
  readonly changed: readonly string[];
}

/** Unlocked. `inThread` encrypts as Causeway does; else every step is the caller's process's. */
export async function openData(dataDir: string, inThread = false): Promise<OpenData> {
  const changed: string[] = [];
  const files = createKeyedFiles({
    dataDir,
    log: silent,
    onChanged: (name) => changed.push(name),
    rekey: (order) =>
      inThread
        ? work.inThread('rekey', (call) => call('rekey', order))
        : rekeyFile(order, () => undefined),
  });
  const work = createDatabaseWork({
    vault: () => vault,
    onChange: () => undefined,
    sessions: () => ({ whileClosed: (_, work) => work() }),
  });
  const vault = createVault({
    dataDir,
    installationId: 'x',
    random: systemRandom,
    log: silent,
    keychain: null,
    files,
    hasDatabase: () => existsSync(join(dataDir, 'profiles/one/records.db')),
  });
  if ((await vault.open()).state === 'locked') await vault.unlock(passphrase);
  else await vault.createPassphrase(passphrase);
  return { vault, changed };
}

export const rowsIn = (bytes: number): number => Math.floor(bytes / 1_000);

/** Each database has so many bytes, and a value sealed inside. */
export async function makeData(dataDir: string, bytes: number): Promise<void> {
  mkdirSync(join(dataDir, 'profiles/one/sandbox'), { recursive: true });
  const { vault } = await openData(dataDir);
  await vault.named.set('inbox-key', firstInboxKey);
  await vault.makeRecoveryKey(recoveryKey, '2026-11-26T09:00:00.000Z');
  const sealKey = await vault.sealKey(profileId);
  for (const { path, name, keyOf } of databases) {
    const key =
      name === inboxKeyName ? await vault.namedKey('inbox-key') : await vault.dataKey(profileId);
    if (key === null) throw new TypeError('There is no key of the inbox.');
    const sqlite = openSqlite({ file: join(dataDir, path), key: keyOf(key), sealKey });
    sqlite.exec(
      "CREATE TABLE facts (fact INTEGER PRIMARY KEY, text TEXT); CREATE TABLE sealed (bytes BLOB); CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'trigram')",
    );
    sqlite.transaction(() => {
      for (let fact = 1; fact <= rowsIn(bytes); fact += 1)
        sqlite.run('INSERT INTO facts VALUES (?, ?)', [fact, `${fact} ${'x'.repeat(950)}`]);
      sqlite.run('INSERT INTO words (text) VALUES (?)', [path]);
      sqlite.run('INSERT INTO sealed VALUES (?)', [sqlite.seal.seal(path, Buffer.from(path))]);
    });
    sqlite.close();
  }
  await vault.lock();
}
