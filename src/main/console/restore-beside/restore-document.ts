/** Main's own document for restoring: which backup and what opens it, what it would bring, and what it brought. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { longInstant } from '../../../bridge/instants.ts';
import { readBackupHead } from '../../core/backup/check-backup.ts';
import { openSlots } from '../../core/backup/key-slots.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import { invalidOf } from '../../core/intents/failed.ts';
import { recoveryKeyOf } from '../../core/vault/recovery-words.ts';
import { asFailed } from '../as-failed.ts';
import type { BringInOrder } from './bring-in.ts';
import { linesOf, type Outcome } from './outcome.ts';

/** Reading what a backup would bring takes a while. */
const readingMs = 30 * 60_000;

export interface RestoreDocument {
  readonly dataDir: string;
  readonly installationId: string;
  /** Throws where it is not the recovery key of this installation. */
  checkRecoveryKey(recoveryKey: Uint8Array): void;
  bringIn(order: BringInOrder): Promise<Outcome>;
}

export const restoreDocument = ({ dataDir, bringIn, ...here }: RestoreDocument): Confirmation => ({
  title: 'Restore from a backup',
  facts: [['Data folder', dataDir]],
  paragraphs: [
    'You first see what the backup would add. Nothing is written until you confirm.',
    'Access tokens are not in a backup. Enter them for the profiles that it adds. Profiles that are here keep theirs, and tunnels stay as they are here.',
  ],
  fields: [
    {
      name: 'file',
      label: 'Backup file',
      help: 'The full path of a file whose name ends in .backup.',
      isOpen: true,
    },
    {
      name: 'key',
      label: 'Recovery key or passphrase',
      help: 'The 24 words of the recovery key at that time, or the passphrase that the backup was written under.',
    },
  ],
  button: 'Show what it would add',
  lastsMs: readingMs,
  async act(fields) {
    const file = readFile(fields.get('file') ?? '');
    const outcome = await asFailed('backup', async () => {
      const key = await keyOf(file, fields.get('key') ?? '');
      return { key, ...(await bringIn({ file, key, shown: null })) };
    });
    const { key, createdAt, digest: shown } = outcome;
    const written = writtenBy(file, fields.get('key') ?? '', here);
    return {
      next: {
        title: 'Restore this backup?',
        facts: [
          ['Backup', file],
          ['Written at', longInstant(createdAt)],
          ['Written by', written.by],
          ['Data folder', dataDir],
        ],
        paragraphs: [
          ...written.words,
          'It would add:',
          ...linesOf(outcome),
          'Requests are added as history and never sent. A request that is resolved here may be unresolved again, where the backup knows that someone reopened it.',
          'Records are merged from the sources of both, so shown values may change, bank details and destinations too. Nothing that is stored here is deleted, except personal data of customers whose erasure the backup knows.',
          whatStays,
          restoredRuns,
        ],
        button: 'Restore',
        lastsMs: readingMs,
        async act() {
          const done = await asFailed('backup', () => bringIn({ file, key, shown }));
          return { title: 'Restored', sentence: [...linesOf(done)].join(' ') };
        },
      },
    };
  },
});

/** Paragraph for profiles that come whole. */
const restoredRuns =
  'Unfinished bulk runs of a profile that is not here are stopped: their remaining rows may have been sent since the backup was made. Check with the service, then run the remaining rows as a new file.';

/** Whoever has what opens a backup can write one: only this installation's own recovery key tells that none did. */
function writtenBy(
  file: string,
  typed: string,
  {
    installationId,
    checkRecoveryKey,
  }: Pick<RestoreDocument, 'installationId' | 'checkRecoveryKey'>,
): { readonly by: string; readonly words: readonly string[] } {
  const head = readBackupHead(file);
  if (head.installationId !== installationId)
    return {
      by: `Another installation: ${head.installationId}`,
      words: [
        'This backup was not written by this installation. Restore it only if you know who wrote it.',
        'The backup is whole. Causeway can’t tell whether someone changed what it contains.',
      ],
    };
  try {
    if (head.slots.every(({ kind }) => kind === 'passphrase')) throw new Error('No recovery key.');
    checkRecoveryKey(recoveryKeyOf(typed));
    return { by: 'This installation', words: ['The backup is whole and unchanged.'] };
  } catch {
    return {
      by: `This installation, as the file says: ${installationId}`,
      words: [
        'The backup is whole. Only the recovery key of this installation can show that it is unchanged: anyone who knows what opens it can write such a file.',
      ],
    };
  }
}

export const whatStays =
  'Deliveries are added as received and not forwarded; quarantined deliveries are left out, and so are forwarding targets. For profiles that exist here, bulk runs, closed periods, reconciliations, saved views and settings are left out, too. To restore everything, restore the backup into a folder of its own, from a terminal.';

export async function keyOf(file: string, typed: string): Promise<Uint8Array> {
  const head = readBackupHead(file);
  return await openSlots(
    head,
    head.slots.some(({ kind }) => kind === 'recovery-key')
      ? { kind: 'recovery-key', recoveryKey: recoveryKeyOf(typed) }
      : { kind: 'passphrase', passphrase: typed },
  );
}

/** The path of a file that is there. Throws Failed INVALID. */
export function readFile(typed: string, noun = 'backup file'): string {
  const trimmed = typed.trim();
  const file = trimmed.startsWith('~/') ? join(homedir(), trimmed.slice(2)) : trimmed;
  if (!isAbsolute(file)) throw invalid(`Enter the full path of the ${noun}.`);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw invalid(`Enter the path of an existing ${noun}.`);
  return file;
}

const invalid = invalidOf('backup');
