/** Changing the keys of the databases: asked of a person in main's own document, done while no profile is open. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataKeysView } from '../../../bridge/vault.ts';
import { rekeyPasses } from '../../../platform/rekey-file.ts';
import { isBusy, isDiskFull } from '../../../platform/sqlite.ts';
import type { AuditTrail } from '../../core/audit/types.ts';
import type { AskPerson, Confirmation, Confirmed } from '../../core/feature/confirmation.ts';
import type { Log } from '../../core/foundation/log.ts';
import { invalidOf } from '../../core/intents/failed.ts';
import type { Profiles } from '../../core/profiles/profiles.ts';
import type { KeyedFiles as VaultFiles } from '../../core/vault/changing-keys.ts';
import { dataKeyName, inboxKeyName } from '../../core/vault/key-record.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { VaultError } from '../../core/vault/vault-error.ts';
import type { Ingress } from '../../features/webhooks/ingress.ts';
import { databaseIn } from '../database-file.ts';
import type { DatabaseWork } from '../database-work.ts';
import { createKeyedFiles } from './keyed-files.ts';

/** What is made after the vault, which needs the files. */
interface Later {
  readonly vault: Pick<Vault, 'changeKey'>;
  readonly ingress: Pick<Ingress, 'whileClosed' | 'open'>;
  readonly trail: AuditTrail;
  readonly ask: AskPerson;
  readonly isBackingUp: () => boolean;
}

export interface DataKeysParts {
  readonly dataDir: string;
  readonly profiles: Pick<Profiles, 'list' | 'aside'>;
  readonly work: DatabaseWork;
  readonly log: Log;
  readonly later: () => Later;
}

export interface DataKeys {
  readonly files: VaultFiles;
  view(): DataKeysView;
  /** Asks a person (AskPerson). */
  change(): Promise<string | null>;
}

/** One database after the other, and what the system takes meanwhile. */
const spareBytes = 64 * 1024 * 1024;
/** Large databases take their time. */
const lastsMs = 60 * 60_000;

/** Cut off, that under way is ended by the next unlock, or was never begun; those after it stay as they are. */
const isChanged = 'The data keys are being changed.';

export function createDataKeys(parts: DataKeysParts): DataKeys {
  const { dataDir, profiles, work, log, later } = parts;

  const files = createKeyedFiles({
    dataDir,
    log,
    rekey: (order) => work.inThread('rekey', (call) => call('rekey', order)),
    onChanged(name) {
      const { trail } = later();
      if (name === inboxKeyName) trail.record('vault.inbox-key-changed');
      else trail.recordFor(name.slice(dataKeyName('').length), 'vault.data-key-changed');
    },
  });

  /** Names of keys that have files, and what a person calls those. */
  const keyed = (): ReadonlyMap<string, string> => {
    const found = new Map<string, string>();
    if (existsSync(join(dataDir, 'inbox.db'))) found.set(inboxKeyName, 'Deliveries');
    const kept = profiles.aside().filter(({ isErasing }) => !isErasing);
    for (const { id, name } of [...profiles.list(), ...kept]) {
      const hasData = existsSync(databaseIn(dataDir, id));
      if (hasData) found.set(dataKeyName(id), name);
    }
    return found;
  };

  const sizes = (): readonly number[] => [...keyed().keys()].flatMap((name) => files.sizes(name));
  const room = async () => {
    const { bsize, bavail } = await statfs(dataDir);
    return { needed: Math.max(0, ...sizes()) + spareBytes, free: bavail * bsize };
  };

  const requirePossible = (): void => {
    work.requirePossible();
    if (later().isBackingUp()) throw invalid('A backup is being written. Wait until it is done.');
  };

  const requireRoom = async (): Promise<void> => {
    const { needed, free } = await room();
    if (free < needed) throw invalid(tooLittleRoom(needed, free));
  };

  /** What could not be changed, each with why. What was changed stays so. */
  const changeAll = async (
    names: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const { ingress, vault } = later();
    const failed: string[] = [];
    const change = async (name: string, called: string): Promise<void> => {
      try {
        await vault.changeKey(name);
      } catch (error) {
        log.error({ err: error }, 'a data key was not changed');
        signal.throwIfAborted();
        failed.push(`${called}: ${sentenceOf(error)}`);
      }
    };
    const inbox = names.get(inboxKeyName);
    if (inbox !== undefined) {
      await ingress.whileClosed(isChanged, () => change(inboxKeyName, inbox));
      // At once: deliveries go on arriving while the profiles have their turn.
      await ingress.open();
    }
    for (const [name, called] of names) if (name !== inboxKeyName) await change(name, called);
    return failed;
  };

  const act = async (): Promise<Confirmed> => {
    await requireRoom();
    // Last: nothing else begins in between.
    requirePossible();
    const names = keyed();
    const total = sizes().reduce((sum, size) => sum + size, 0) * rekeyPasses;
    later().trail.record('vault.data-keys-change-started', { databases: names.size });
    const failed = await work
      .run({ of: 'rekey', is: isChanged, total }, (_, signal) => changeAll(names, signal))
      .catch((error: unknown) => {
        later().trail.record('vault.data-keys-change-stopped');
        throw error;
      });
    if (failed.length === 0) return { sentence: changedSentence };
    return { title: 'Not all data keys were changed', sentence: failed.join(' ') };
  };

  return {
    files,
    view() {
      const { of, done = 0, total = 0 } = work.running() ?? {};
      return { running: of === 'rekey' ? { done, total } : null };
    },
    async change() {
      requirePossible();
      return await later().ask(await changeDocument({ dataDir, keyed: keyed(), room, act }));
    },
  };
}

const megabytes = (bytes: number): string =>
  `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;

async function changeDocument(about: {
  readonly dataDir: string;
  readonly keyed: ReadonlyMap<string, string>;
  readonly room: () => Promise<{ readonly needed: number; readonly free: number }>;
  readonly act: () => Promise<Confirmed>;
}): Promise<Confirmation> {
  const { needed, free } = await about.room();
  return {
    title: 'Change data keys',
    facts: [
      ['Data folder', about.dataDir],
      ['Encrypted anew', [...about.keyed.values()].join(', ')],
      ['Free space needed', `${megabytes(needed)} (${megabytes(free)} are free)`],
    ],
    paragraphs: [
      'Causeway copies each database under a new key, checks the copy, and puts it in place of the database. If Causeway stops in between, no data is lost.',
      'No profile is open meanwhile. The receiver and tunnels restart. Causeway does not acknowledge deliveries of that time; the service may send them again. Causeway rebuilds timelines afterwards.',
      'Earlier backups and copies of the data folder still open with the earlier keys. If someone may have read the keys, change the passphrase and the recovery key first.',
    ],
    button: 'Change data keys',
    lastsMs,
    act: about.act,
  };
}

const changedSentence =
  'The data keys were changed. Backups made earlier still open with the recovery key or passphrase that they were made with.';

const tooLittleRoom = (needed: number, free: number): string =>
  `The disk has ${megabytes(free)} free, and ${megabytes(needed)} are needed. Nothing was changed.`;

function sentenceOf(error: unknown): string {
  if (error instanceof VaultError) return error.message;
  if (error instanceof Error && error.name === 'WrongDatabaseKey') return error.message;
  if (isBusy(error)) return 'The database is in use. Try again.';
  if (isDiskFull(error)) return 'The disk is full. Free some space and try again.';
  return 'The key was not changed. The log has the details.';
}

const invalid = invalidOf('data-keys');
