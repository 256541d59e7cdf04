/** Main's own documents for backups: where they go, and one under a passphrase. */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { isInside } from '../../platform/is-inside.ts';
import type { Confirmation } from '../core/feature/confirmation.ts';
import { invalidOf } from '../core/intents/failed.ts';
import { shortestPassphrase } from '../core/vault/new-passphrase.ts';
import { readNewPassphrase } from './secret-forms.ts';

const folderField = {
  name: 'folder',
  label: 'Folder',
  help: 'The full path of an existing folder: on another disk, on a network share, or synced elsewhere.',
  isOpen: true,
};

const whatItHolds =
  'A backup holds the records, deliveries, notes and audit log of every profile, encrypted. Access tokens and passwords of tunnels are not in it: enter them again after restoring. The built-in sandbox’s own state is not in it either.';

export interface FolderDocument {
  readonly dataDir: string;
  readonly before: string | null;
  /** Whether the first backup has begun; else it begins once the one under way is done. */
  keep(folder: string, everyRequests: number | null): boolean;
}

export const folderDocument = ({ dataDir, before, keep }: FolderDocument): Confirmation => ({
  title: 'Set backup folder',
  facts: [
    ['Data folder', dataDir],
    ...(before === null ? [] : [['Current folder', before] as const]),
  ],
  paragraphs: [
    'Causeway writes a backup there once a day while it runs, and reads each one back. The recovery key opens them. It keeps the newest of 7 days, 4 weeks and 12 months, and deletes its own older ones.',
    whatItHolds,
  ],
  fields: [
    folderField,
    {
      name: 'every',
      label: 'Also after so many requests',
      help: 'Causeway counts every stored request to create something, also one that was not sent or came from another computer. Leave it empty for one a day.',
      isOpen: true,
      isOptional: true,
    },
  ],
  button: 'Use this folder',
  act(fields) {
    const every = readTypedCount((fields.get('every') ?? '').trim());
    const hasBegun = keep(readFolder(fields, dataDir), every);
    const first = hasBegun
      ? 'The first one has begun.'
      : 'Another backup is being written. The first one here begins after it.';
    return { sentence: `Backups go to this folder from now on. ${first}` };
  },
});

export interface TurnOffDocument {
  readonly dataDir: string;
  readonly folder: string;
  turnOff(): void;
}

export const turnOffDocument = ({ dataDir, folder, turnOff }: TurnOffDocument): Confirmation => ({
  title: 'Turn off backups',
  facts: [
    ['Data folder', dataDir],
    ['Current folder', folder],
  ],
  paragraphs: [
    'Causeway writes no more backups by itself until a folder is set again. Those in the folder stay. What is lost without a backup can’t be fetched from the service again.',
  ],
  button: 'Turn off backups',
  act() {
    turnOff();
    return { sentence: 'Backups are turned off.' };
  },
});

export interface OneBackupDocument {
  readonly dataDir: string;
  write(folder: string, passphrase: string): Promise<string>;
}

export const oneBackupDocument = ({ dataDir, write }: OneBackupDocument): Confirmation => ({
  title: 'Back up under a passphrase',
  facts: [['Data folder', dataDir]],
  paragraphs: [
    'The passphrase opens this backup, on any computer. A lost passphrase can’t be recovered. The file stays until you delete it.',
    whatItHolds,
  ],
  fields: [
    folderField,
    {
      name: 'passphrase',
      label: 'Passphrase of the backup',
      help: `At least ${shortestPassphrase} characters. Several unrelated words work well.`,
    },
    { name: 'again', label: 'Repeat passphrase', help: null },
  ],
  button: 'Write backup',
  async act(fields) {
    const folder = readFolder(fields, dataDir);
    const typed = readNewPassphrase(fields);
    if (!typed.ok) throw invalid(typed.problem);
    return {
      sentence: `The backup was written and read back: ${await write(folder, typed.value)}`,
    };
  },
});

function readTypedCount(typed: string): number | null {
  if (typed === '') return null;
  const count = Number(typed);
  if (/^\d{1,6}$/.test(typed) && count > 0) return count;
  throw invalid('Enter a whole number of requests, or leave it empty.');
}

/** Absolute. Throws Failed INVALID where no backup can be written, or it would lie beside the data. */
export function readFolder(fields: URLSearchParams, dataDir: string): string {
  const typed = (fields.get('folder') ?? '').trim();
  const folder = typed.startsWith('~/') ? join(homedir(), typed.slice(2)) : typed;
  if (!isAbsolute(folder)) throw invalid('Enter the full path of the folder.');
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) throw invalid('Enter the path of an existing folder.');
  if (isInside(dataDir, folder)) {
    throw invalid('Choose a folder outside the data folder: what is in it is lost with it.');
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw invalid('Choose a folder that Causeway may write to.');
  }
  return resolve(folder);
}

const invalid = invalidOf('backup');
