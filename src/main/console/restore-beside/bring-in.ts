/**
 * Brings a backup in beside data that is there. Each profile comes whole or not at all: one that is here in
 * one transaction of its database, another by renaming its folder, before it is listed. What was cut off is
 * done by the next run, which finds the rest as it is.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, syncDirectory, writeDurably } from '../../../platform/durable-file.ts';
import { type Migration, migrate } from '../../../platform/migrations.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import type { Person } from '../../core/audit/types.ts';
import { readBackupHead } from '../../core/backup/check-backup.ts';
import { restoring } from '../../core/profiles/data-directory.ts';
import { type Profile, readProfileFile } from '../../core/profiles/profile-file.ts';
import type { Profiles } from '../../core/profiles/profiles.ts';
import { dataKeyName } from '../../core/vault/key-names.ts';
import { readKeyRecord } from '../../core/vault/key-record.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { Calls } from '../database-work.ts';
import {
  type LedgerEntry,
  ledgerBeside,
  ledgerName,
  mergedEntries,
  readLedger,
} from '../erasure/ledger.ts';
import { openSigningKey, publicKeysIn } from '../signing.ts';
import type { Merged, Outcome, RestoredProfile } from './outcome.ts';

export interface BringInParts {
  readonly dataDir: string;
  readonly profiles: Profiles;
  readonly vault: Pick<Vault, 'dataKey' | 'sealKey' | 'adoptDataKey' | 'named'>;
  readonly migrations: readonly Migration[];
  readonly random: Random;
  readonly person: () => Person | null;
  readonly run: Calls<'merge'>;
}

export interface BringInOrder {
  readonly file: string;
  readonly key: Uint8Array;
  /** Tried on copies: nothing that is here is touched. */
  readonly isTrial: boolean;
}

const databaseIn = (folder: string, id: string): string =>
  join(folder, 'profiles', id, 'records.db');

/** No profile may be open unless it is a trial. Throws BackupError, VaultError, ProfileError. */
export async function bringIn(parts: BringInParts, order: BringInOrder): Promise<Outcome> {
  const { dataDir, random, run } = parts;
  const { id, createdAt, installationId } = readBackupHead(order.file);
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(restoring)))
    rmSync(join(dataDir, name), { recursive: true });
  const folder = join(dataDir, `${restoring}${randomHex(random, 4)}`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const keys = await run('stage', { file: order.file, key: order.key, folder });
    const { publicKey } = await openSigningKey(parts.vault, random);
    const theirs = publicKeysIn(new Map(Object.entries(keys)));
    const ledger = mergedEntries(
      readLedger(join(dataDir, ledgerName), [publicKey]),
      readLedger(join(dirname(order.file), ledgerBeside(installationId)), [publicKey, ...theirs]),
    );
    const listed = readProfileFile(folder);
    const profiles: RestoredProfile[] = [];
    const left: string[] = [];
    for (const profile of [
      ...(listed?.profiles ?? []),
      ...(listed?.aside.filter(({ isErasing }) => !isErasing) ?? []),
    ]) {
      const kept = keys[dataKeyName(profile.id)];
      const file = databaseIn(folder, profile.id);
      const why = whyLeft(parts, profile, kept !== undefined && existsSync(file));
      if (why !== null) {
        left.push(why);
        continue;
      }
      const { key, sealKey, next } = readKeyRecord(kept ?? '');
      const from = { file, key, sealKey };
      const step = { ...parts, isTrial: order.isTrial, folder, ledger, backup: { id, createdAt } };
      try {
        bringUp(from, parts.migrations);
        const bring = parts.profiles.holds(profile.id) ? mergeOne : adoptOne;
        profiles.push(await bring(step, profile, from));
      } finally {
        overwrite(key, sealKey, ...next);
      }
    }
    return { createdAt, profiles, left };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function whyLeft({ profiles }: BringInParts, profile: Profile, isReadable: boolean): string | null {
  if (!isReadable) return `“${profile.name}” was never opened: nothing is stored of it.`;
  if (profiles.holds(profile.id)) return null;
  if (profiles.aside().some(({ id }) => id === profile.id))
    return `“${profile.name}” is being erased here, so it stays out.`;
  return profile.environment === 'built-in'
    ? 'The built-in sandbox of the backup was another one. It is a simulation and stays out.'
    : null;
}

interface Step extends BringInParts {
  readonly isTrial: boolean;
  readonly folder: string;
  readonly ledger: readonly LedgerEntry[];
  readonly backup: { readonly id: string; readonly createdAt: string };
}

/** Brings its schema up to now. Throws DatabaseTooNew. */
export function bringUp(database: DatabaseFile, migrations: readonly Migration[]): void {
  const sqlite = openSqlite(database);
  try {
    migrate(sqlite, migrations);
  } finally {
    sqlite.close();
  }
}

/** Of a profile here, made where it has none. Whoever asks overwrites them when done. */
export const databaseKeys = async (vault: Pick<Vault, 'dataKey' | 'sealKey'>, id: string) => ({
  key: await vault.dataKey(id),
  sealKey: await vault.sealKey(id),
});

async function mergeOne(step: Step, { id }: Profile, from: DatabaseFile): Promise<RestoredProfile> {
  const { isTrial, folder, profiles, vault, migrations, run, backup } = step;
  const keys = await databaseKeys(vault, id);
  const own = profiles.directoryOf(id);
  let file = join(own, 'records.db');
  let merged: Merged;
  try {
    if (isTrial) {
      const copy = join(folder, `${id}.db`);
      if (existsSync(file)) await run('copy', { file, ...keys }, copy);
      file = copy;
    }
    bringUp({ file, ...keys }, migrations);
    merged = await run('merge', {
      ...{ from, into: { file, ...keys }, backup, person: step.person(), ledger: step.ledger },
    });
  } finally {
    overwrite(keys.key, keys.sealKey);
  }
  const name = [...profiles.list(), ...profiles.aside()].find((one) => one.id === id)?.name ?? id;
  return { id, name, isNew: false, ...merged };
}

async function adoptOne(
  step: Step,
  { id, name, environment, baseUrl, createdAt }: Profile,
  from: DatabaseFile,
): Promise<RestoredProfile> {
  const { isTrial, folder, dataDir, profiles, vault, run, backup } = step;
  const stamped: Merged = await run('stamp', {
    ...{ into: from, backup, person: step.person(), ledger: step.ledger },
  });
  if (isTrial) return { id, name, isNew: true, ...stamped };
  await vault.adoptDataKey(id, from);
  const anchor = join('anchors', `${id}.json`);
  if (existsSync(join(folder, anchor)) && !existsSync(join(dataDir, anchor))) {
    makeFolder(dirname(join(dataDir, anchor)));
    writeDurably(join(dataDir, anchor), readFileSync(join(folder, anchor)));
  }
  const database = databaseIn(dataDir, id);
  // There without being listed: an earlier run was cut off in between.
  if (!existsSync(database)) {
    makeFolder(dirname(dirname(database)));
    rmSync(dirname(database), { recursive: true, force: true });
    renameSync(dirname(from.file), dirname(database));
    syncDirectory(dirname(dirname(database)));
  }
  const profile = profiles.adopt({ id, name, environment, baseUrl, createdAt, token: null });
  return { id, name: profile.name, isNew: true, ...stamped };
}
