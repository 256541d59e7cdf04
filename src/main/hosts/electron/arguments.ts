/** What the Electron program is started with: by `npm start`, by a test, or by a click. */
import { parseArgs } from 'node:util';
import { looksLikeLink } from '../../../bridge/record-link.ts';

export interface HostArguments {
  /** As given; null for the default of this machine. */
  readonly dataDir: string | null;
  readonly passphraseFile: string | null;
  /** Secrets and records for this session only. */
  readonly ephemeral: boolean;
  /** Proves that this package works here, says so in one line of JSON, and ends. */
  readonly smoke: boolean;
}

const options = {
  'data-dir': { type: 'string' },
  'passphrase-file': { type: 'string' },
  ephemeral: { type: 'boolean' },
  smoke: { type: 'boolean' },
} as const;

/** Names of the program's own options. */
export const optionNames: ReadonlySet<string> = new Set(Object.keys(options));

/**
 * Reads the arguments after the program's own. What is not ours is left alone: Chromium's switches
 * stand among them, and the application's folder where it is not packaged.
 */
export function readArguments(args: readonly string[]): HostArguments {
  const { values } = parseArgs({ args: [...args], options, strict: false });
  return {
    dataDir: textOf(values['data-dir']),
    passphraseFile: textOf(values['passphrase-file']),
    ephemeral: values.ephemeral === true,
    smoke: values.smoke === true,
  };
}

/** Without `strict` an option without its value comes as `true`. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** The link to a record that a start was given, if any: of Windows and Linux, which start the program anew. */
export const linkAmong = (args: readonly string[]): string | null =>
  args.findLast(looksLikeLink) ?? null;
