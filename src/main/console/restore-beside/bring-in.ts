/**
 * Brings a backup in beside data that is there. Each profile comes whole or not at all: one that is here in
 * one transaction of its database, another by renaming its folder, before it is listed. What was cut off is
 * done by the next run, which finds the rest as it is.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  makeFolder,
  removeTree,
  syncDirectory,
  writeDurably,
} from '../../../platform/durable-file.ts';
import { type Migration, migrate } from '../../../platform/migrations.ts';
import { moveFile } from '../../../platform/move-file.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { isMissingOrEmpty, openSqlite } from '../../../platform/sqlite.ts';
import type { Person } from '../../core/audit/types.ts';
import { readBackupHead } from '../../core/backup/check-backup.ts';
import { restoring } from '../../core/profiles/data-directory.ts';
import { type Profile, readProfileFile } from '../../core/profiles/profile-file.ts';
import type { Profiles } from '../../core/profiles/profiles.ts';
import { markRestored } from '../../core/profiles/restored-mark.ts';
import { dataKeyName, inboxKeyName, readKeyRecord } from '../../core/vault/key-record.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { inboxMigrations } from '../../features/webhooks/inbox/migrations.ts';
import { type DatabaseFile, databaseIn } from '../database-file.ts';
import type { Calls } from '../database-work.ts';
import {
  type LedgerEntry,
  ledgerBeside,
  ledgerName,
  mergedEntries,
  readLedger,
} from '../erasure/ledger.ts';
import { modeName } from '../profile-modes.ts';
import { isDatabaseLost } from '../profile-session.ts';
import { openSigningKey, publicKeysIn } from '../signing.ts';
import { bringDeliveries, type DeliveriesHere } from './bring-deliveries.ts';
import type { ErasedFacts } from './erased-facts.ts';
import type { MergedProfile } from './merge-profile.ts';
import type { Outcome, RestoredDeliveries, RestoredProfile } from './outcome.ts';
import { ownParts } from './own-parts.ts';

export interface BringInParts {
  readonly dataDir: string;
  readonly profiles: Profiles;
  readonly vault: Pick<Vault, 'dataKey' | 'sealKey' | 'openingKeys' | 'adoptDataKey' | 'named'>;
  readonly migrations: readonly Migration[];
  readonly random: Random;
  readonly person: () => Person | null;
  readonly run: Calls<'merge'>;
  /** The inbox of this computer; null where it can't be opened. */
  readonly here: () => Promise<DeliveriesHere | null>;
}

export interface BringInOrder {
  readonly file: string;
  readonly key: Uint8Array;
  /** Digest of what a person was shown; null: tried on copies, nothing that is here is touched. */
  readonly shown: string | null;
}

/** No profile may be open unless it is a trial. Throws BackupError, VaultError, ProfileError. */
export async function bringIn(parts: BringInParts, order: BringInOrder): Promise<Outcome> {
  const { dataDir, random, run } = parts;
  const { id, createdAt, installationId } = readBackupHead(order.file);
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(restoring)))
    removeTree(join(dataDir, name));
  const folder = join(dataDir, `${restoring}${randomHex(random, 4)}`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const { secrets, digest } = await run('stage', { ...order, folder });
    const { publicKey } = await openSigningKey(parts.vault, random);
    const theirs = publicKeysIn(new Map(Object.entries(secrets)));
    const ledger = mergedEntries(
      readLedger(join(dataDir, ledgerName), [publicKey]),
      readLedger(join(dirname(order.file), ledgerBeside(installationId)), [publicKey, ...theirs]),
    );
    const listed = readProfileFile(folder);
    const inbox = inboxIn(folder, secrets[inboxKeyName]);
    const here = inbox === null ? null : await parts.here();
    const step = {
      ...parts,
      isTrial: order.shown === null,
      folder,
      secrets,
      ledger,
      backup: { id, createdAt },
      inboxes: inbox === null || here === null ? null : { here, from: inbox },
    };
    const profiles: RestoredProfile[] = [];
    const left: string[] = [];
    try {
      for (const profile of [
        ...(listed?.profiles ?? []),
        ...(listed?.aside.filter(({ isErasing }) => !isErasing) ?? []),
      ]) {
        const kept = secrets[dataKeyName(profile.id)];
        const isReadable = kept !== undefined && !isMissingOrEmpty(databaseIn(folder, profile.id));
        const why = whyLeft(parts, profile, isReadable);
        if (why === null) profiles.push(await bringOne(step, profile, kept ?? ''));
        else left.push(why);
      }
    } finally {
      if (inbox !== null) overwrite(inbox.key);
    }
    return { createdAt, digest, profiles, left };
  } finally {
    removeTree(folder);
  }
}

type InboxOfBackup = Pick<DatabaseFile, 'file' | 'key'>;

/** The backup's, brought up to now; null where it has none that opens. Whoever asks overwrites its key. */
function inboxIn(folder: string, kept: string | undefined): InboxOfBackup | null {
  const file = join(folder, 'inbox.db');
  if (kept === undefined || !existsSync(file)) return null;
  const { key, sealKey, next } = readKeyRecord(kept);
  overwrite(sealKey, ...next);
  try {
    bringUp({ file, key }, inboxMigrations);
    return { file, key };
  } catch {
    // Its records come all the same.
    overwrite(key);
    return null;
  }
}

async function bringOne(step: Step, profile: Profile, kept: string): Promise<RestoredProfile> {
  const { key, sealKey, next } = readKeyRecord(kept);
  const from = { file: databaseIn(step.folder, profile.id), key, sealKey };
  try {
    bringUp(from, step.migrations);
    const bring = step.profiles.holds(profile.id) ? mergeOne : adoptOne;
    const { known, ...brought } = await bring(step, profile, from);
    return { ...brought, deliveries: await bringTheirs(step, brought, known, from) };
  } finally {
    overwrite(key, sealKey, ...next);
  }
}

/** After its records: what is erased is known by then, and where this is cut off the next run brings the rest. */
async function bringTheirs(
  step: Step,
  { id, isNew }: Pick<RestoredProfile, 'id' | 'isNew'>,
  erased: ErasedFacts,
  theirs: DatabaseFile,
): Promise<RestoredDeliveries | null> {
  const { run, isTrial, inboxes } = step;
  if (inboxes === null) return null;
  const { here, from } = inboxes;
  const own = isNew ? copied(theirs) : await keysHere(step, id, theirs);
  try {
    return await bringDeliveries(run, here, {
      profileId: id,
      from: { ...from, sealKey: theirs.sealKey },
      sealKey: own.sealKey,
      erased,
      isTrial,
    });
  } finally {
    overwrite(own.key, own.sealKey);
  }
}

function whyLeft(
  { dataDir, profiles }: BringInParts,
  profile: Profile,
  isReadable: boolean,
): string | null {
  if (!isReadable) return `“${profile.name}” was never opened, so nothing of it is stored.`;
  const isHere = profiles.holds(profile.id);
  if (isHere && isDatabaseLost(dataDir, profile.id))
    return `The database of “${profile.name}” is missing or empty here, so nothing is restored into it. If you have the file, stop Causeway and put it back. Otherwise select the profile, adding it back if it was removed, repair its database, and restore again.`;
  if (isHere) return null;
  if (profiles.aside().some(({ id }) => id === profile.id))
    return `“${profile.name}” is being erased here, so it is not restored.`;
  return profile.environment === 'built-in'
    ? 'The backup’s built-in sandbox was another one. It is a simulation, so it is not restored.'
    : null;
}

interface Step extends BringInParts {
  /** null: deliveries stay in the backup. */
  readonly inboxes: { readonly here: DeliveriesHere; readonly from: InboxOfBackup } | null;
  readonly isTrial: boolean;
  readonly folder: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly ledger: readonly LedgerEntry[];
  readonly backup: { readonly id: string; readonly createdAt: string };
}

/** Brings its schema up to now. Throws DatabaseTooNew. */
export function bringUp(
  database: Pick<DatabaseFile, 'file' | 'key'>,
  migrations: readonly Migration[],
): void {
  const sqlite = openSqlite(database);
  try {
    migrate(sqlite, migrations);
  } finally {
    sqlite.close();
  }
}

/** Keys of a profile's database here, made where it has none. Whoever asks overwrites them when done. */
export const databaseKeys = async (vault: Pick<Vault, 'dataKey' | 'sealKey'>, id: string) => ({
  key: await vault.dataKey(id),
  sealKey: await vault.sealKey(id),
});

type DatabaseKeys = Pick<DatabaseFile, 'key' | 'sealKey'>;
const copied = ({ key, sealKey }: DatabaseKeys) => ({ key: key.slice(), sealKey: sealKey.slice() });

/** Keys of a profile that is here. An older vault may lack them: the backup's are those of the same database. */
async function keysHere({ dataDir, vault }: Step, id: string, theirs: DatabaseKeys) {
  const kept = await vault.openingKeys(dataKeyName(id));
  overwrite(...kept);
  const isLost = kept.length === 0 && existsSync(databaseIn(dataDir, id));
  return { ...(isLost ? copied(theirs) : await databaseKeys(vault, id)), isLost };
}

type Brought = Omit<RestoredProfile, 'deliveries'> & MergedProfile;

async function mergeOne(step: Step, profile: Profile, from: DatabaseFile): Promise<Brought> {
  const { isTrial, folder, dataDir, profiles, vault, migrations, run, backup } = step;
  const { id } = profile;
  const { isLost, ...keys } = await keysHere(step, id, from);
  let file = databaseIn(dataDir, id);
  makeFolder(dirname(file));
  let merged: MergedProfile;
  try {
    if (isTrial) {
      const copy = join(folder, `${id}.db`);
      // Opened, an empty one would get a first page.
      if (!isMissingOrEmpty(file)) await run('copy', { file, ...keys }, copy);
      file = copy;
    }
    bringUp({ file, ...keys }, migrations);
    // The backup's keys have opened the database.
    if (isLost && !isTrial) await vault.adoptDataKey(id, keys);
    merged = await run('merge', {
      from,
      into: { file, ...keys },
      backup,
      person: step.person(),
      ledger: step.ledger,
    });
  } finally {
    overwrite(keys.key, keys.sealKey);
  }
  const listed = [...profiles.list(), ...profiles.aside()].find((one) => one.id === id);
  return { id, name: (listed ?? profile).name, isNew: false, ...merged };
}

/** What this vault has stays. */
async function bringMode({ vault, secrets }: Step, profileId: string): Promise<void> {
  const name = modeName(profileId);
  const kept = secrets[`named:${name}`];
  if (kept !== undefined && (await vault.named.get(name)) === null)
    await vault.named.set(name, kept);
}

async function adoptOne(step: Step, profile: Profile, from: DatabaseFile): Promise<Brought> {
  const { isTrial, folder, dataDir, profiles, vault, run, backup } = step;
  const { id, name } = profile;
  const database = databaseIn(dataDir, id);
  // Before it is listed: nothing is sent that a reviewer may not send.
  if (!isTrial) await bringMode(step, id);
  // There without being listed: an earlier run was cut off in between, or profiles.json is an older one.
  if (!isMissingOrEmpty(database)) {
    if (!isTrial) profiles.adopt(profile);
    return await mergeOne(step, profile, from);
  }
  const stamped: MergedProfile = await run('stamp', {
    into: from,
    backup,
    person: step.person(),
    ledger: step.ledger,
    parts: ownParts(step.migrations),
  });
  if (isTrial) return { id, name, isNew: true, ...stamped };
  markRestored(dirname(from.file));
  await vault.adoptDataKey(id, from);
  const anchor = join('anchors', `${id}.json`);
  if (existsSync(join(folder, anchor)) && !existsSync(join(dataDir, anchor))) {
    makeFolder(dirname(join(dataDir, anchor)));
    writeDurably(join(dataDir, anchor), readFileSync(join(folder, anchor)));
  }
  makeFolder(dirname(dirname(database)));
  removeTree(dirname(database));
  moveFile(dirname(from.file), dirname(database));
  syncDirectory(dirname(dirname(database)));
  return { id, name: profiles.adopt(profile).name, isNew: true, ...stamped };
}
