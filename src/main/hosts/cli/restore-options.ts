/** Options of `npm run restore`. */
import { readArguments, UsageError } from '../../../platform/arguments.ts';
import { nonEmpty } from './options.ts';

export interface RestoreOptions {
  /** The backup; null with `--help` alone. */
  readonly file: string | null;
  /** As given; null for the default of this machine. */
  readonly dataDir: string | null;
  /** Says what it would bring, and writes nothing. */
  readonly dryRun: boolean;
  /** The recovery key's words or the backup's passphrase; asked for where it is null. */
  readonly keyFile: string | null;
  /** The passphrase of the restored data; asked for where it is null. */
  readonly passphraseFile: string | null;
  readonly help: boolean;
}

export const restoreHelp = `Restores a backup of Causeway into a new folder. Nothing is overwritten.

  npm run restore -- FILE [options]

  --data-dir DIR          The folder; it is made, or has to be empty. Default: the one
                          that npm start uses.
  --dry-run               Check the backup, say what it would add, and write nothing.
  --key-file FILE         The recovery key's 24 words, or the backup's passphrase. Mode 0600.
                          Without it they are asked for.
  --passphrase-file FILE  The new passphrase that opens the restored data. Mode 0600.
                          Without it, it is asked for.
  --help                  Print this.

Then start Causeway with the same --data-dir and enter the new passphrase. Access tokens
are not in a backup: enter them again under Settings.
`;

const options = {
  'data-dir': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'key-file': { type: 'string' },
  'passphrase-file': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the arguments after the command's name. Throws UsageError. */
export function parseRestoreOptions(args: readonly string[]): RestoreOptions {
  const [first, ...rest] = args;
  const hasFile = first !== undefined && !first.startsWith('-');
  const values = readArguments(hasFile ? rest : args, options);
  if (!hasFile && !values.help) throw new UsageError('Name the backup file first. See --help.');
  return {
    file: hasFile ? first : null,
    dataDir: nonEmpty('--data-dir', values['data-dir']),
    dryRun: values['dry-run'],
    keyFile: nonEmpty('--key-file', values['key-file']),
    passphraseFile: nonEmpty('--passphrase-file', values['passphrase-file']),
    help: values.help,
  };
}
