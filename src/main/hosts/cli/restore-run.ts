/** Restoring from a terminal: what is asked, done and said. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { localDay } from '../../../bridge/instants.ts';
import { readIfPresent } from '../../../platform/durable-file.ts';
import { fileErrorInWords } from '../../../platform/file-error.ts';
import type { Random } from '../../../platform/random.ts';
import { ledgerBeside, readLedger, restoredLedgerName } from '../../console/erasure/ledger.ts';
import { publicKeysIn } from '../../console/signing.ts';
import { BackupError } from '../../core/backup/backup-error.ts';
import {
  type BackupContents,
  checkBackup,
  readBackupHead,
} from '../../core/backup/check-backup.ts';
import type { BackupHeader } from '../../core/backup/header.ts';
import { type Opener, openSlots } from '../../core/backup/key-slots.ts';
import { requireEmpty, restoreBackup } from '../../core/backup/restore.ts';
import { readProfileFile } from '../../core/profiles/profile-file.ts';
import { problemOfNewPassphrase } from '../../core/vault/new-passphrase.ts';
import { recoveryKeyOf } from '../../core/vault/recovery-words.ts';
import { readPassphraseFile } from '../passphrase-file.ts';
import type { RestoreOptions } from './restore-options.ts';

export interface RestoreTerminal {
  say(line: string): void;
  /** What a person types; never shown. */
  ask(question: string): Promise<string>;
}

export interface RestoreParts extends RestoreTerminal {
  readonly defaultDataDir: () => string;
  readonly random: Random;
}

/** Throws BackupError, VaultError, ProfileError or PassphraseUnreadable, each with a sentence. */
export async function runRestore(
  file: string,
  options: RestoreOptions,
  parts: RestoreParts,
): Promise<void> {
  try {
    await restoreFrom(file, options, parts);
  } catch (error) {
    const ofDisk = fileErrorInWords(error, file);
    if (ofDisk === null) throw error;
    throw new BackupError('not-written', `${ofDisk} The backup was not restored.`, {
      cause: error,
    });
  }
}

async function restoreFrom(
  file: string,
  options: RestoreOptions,
  { say, ask, defaultDataDir, random }: RestoreParts,
): Promise<void> {
  const dataDir = resolve(options.dataDir ?? defaultDataDir());
  if (!existsSync(file)) {
    throw new BackupError('not-a-backup', `There is no file ${file}. Enter its full path.`);
  }
  const head = readBackupHead(file);
  if (!options.dryRun) requireEmpty(dataDir);
  const typed = readPassphraseFile(options.keyFile, '--key-file') ?? (await ask(questionFor(head)));
  const key = await openSlots(head, openerOf(head, typed));
  if (options.dryRun) {
    const { contents, secrets } = checkBackup(file, key);
    erasuresBeside(file, head, secrets);
    say(`Backup of ${head.createdAt} by Causeway ${head.program}. It is whole and unchanged.`);
    for (const line of linesOf(contents, profilesIn(dataDir))) say(line);
    say(whereItGoes(dataDir));
    say('Nothing was written.');
    return;
  }
  const passphrase = await newPassphrase(options.passphraseFile, ask);
  let hasErasures = false;
  const { contents } = await restoreBackup({
    file,
    key,
    dataDir,
    passphrase,
    random,
    beside(secrets) {
      const files = erasuresBeside(file, head, secrets);
      hasErasures = files.size > 0;
      return files;
    },
  });
  say(`Restored the backup of ${head.createdAt} into ${dataDir}.`);
  for (const line of linesOf(contents, new Set())) say(line);
  if (hasErasures)
    say(
      'Personal data that was erased since the backup is erased here too, when its profile is opened first.',
    );
  say(
    'Bulk runs that the backup has unfinished are stopped when their profile is opened first: their remaining rows may have been sent since. Check with the service, then run the remaining rows as a new file.',
  );
  say(
    `Start Causeway with this data folder (npm start -- --data-dir '${dataDir}'), enter the new passphrase, then enter the access tokens again.`,
  );
}

/** The list of erasures beside the backup, under the name that the first start reads it by. Throws LedgerDamaged. */
function erasuresBeside(
  file: string,
  { installationId }: BackupHeader,
  secrets: ReadonlyMap<string, string>,
): ReadonlyMap<string, Uint8Array> {
  const path = join(dirname(resolve(file)), ledgerBeside(installationId));
  readLedger(path, publicKeysIn(secrets));
  const bytes = readIfPresent(path);
  return new Map(bytes === null ? [] : [[restoredLedgerName, bytes]]);
}

const questionFor = ({ slots }: BackupHeader): string => {
  const [first] = slots;
  return first?.kind === 'recovery-key'
    ? `Recovery key of ${localDay(first.madeAt)}, all 24 words: `
    : 'Passphrase of the backup: ';
};

const openerOf = ({ slots }: BackupHeader, typed: string): Opener =>
  slots.some(({ kind }) => kind === 'recovery-key')
    ? { kind: 'recovery-key', recoveryKey: recoveryKeyOf(typed) }
    : { kind: 'passphrase', passphrase: typed };

async function newPassphrase(file: string | null, ask: RestoreTerminal['ask']): Promise<string> {
  const given = readPassphraseFile(file);
  const passphrase = given ?? (await ask('New passphrase for the restored data: '));
  const problem = problemOfNewPassphrase(passphrase);
  if (problem !== null) throw new BackupError('wrong-key', problem);
  if (given !== null || passphrase === (await ask('Repeat the new passphrase: ')))
    return passphrase;
  throw new BackupError('wrong-key', 'The two passphrases differ. Nothing was written.');
}

function* linesOf({ profiles }: BackupContents, here: ReadonlySet<string>): Generator<string> {
  for (const { id, name, environment, records } of profiles) {
    const kinds = Object.entries(records ?? {}).map(([kind, count]) => `${kind} ${count}`);
    const held = kinds.length === 0 ? 'no records' : kinds.join(', ');
    yield `  “${name}” (${environment}): ${held}${here.has(id) ? '; a profile of this ID is there already' : ''}`;
  }
}

function whereItGoes(dataDir: string): string {
  try {
    requireEmpty(dataDir);
    return `It can be restored into ${dataDir}.`;
  } catch (error) {
    if (error instanceof BackupError) return error.message;
    throw error;
  }
}

/** IDs of profiles that a data directory has; none where there is no data directory. */
const profilesIn = (dataDir: string): ReadonlySet<string> => {
  const file = readProfileFile(dataDir);
  return new Set([...(file?.profiles ?? []), ...(file?.aside ?? [])].map(({ id }) => id));
};
