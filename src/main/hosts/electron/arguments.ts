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

/** What the system, its packaging or a person's display may need. None of it weakens a check but `no-sandbox`, which an AppImage needs where the kernel gives no namespaces. */
const harmless: ReadonlySet<string> = new Set([
  'no-sandbox',
  'disable-gpu',
  'disable-gpu-sandbox',
  'disable-dev-shm-usage',
  'ozone-platform',
  'ozone-platform-hint',
  'force-device-scale-factor',
  'high-dpi-support',
  'lang',
  'password-store',
  'original-process-start-time',
]);

class ForeignSwitch extends Error {
  override readonly name = 'ForeignSwitch';
}

/**
 * Chromium takes switches from the command line, and some of them open the program up: a debugger on a
 * port, another proxy, no checks of certificates. A package takes its own options and those that a
 * desktop needs to show a window; anything else ends the start.
 * Throws ForeignSwitch, which names it. `own`: names of the program's options.
 */
export function refuseForeignSwitches(
  args: readonly string[],
  own: ReadonlySet<string>,
  platform: NodeJS.Platform,
): void {
  const form = platform === 'win32' ? /^(?:--?|\/)([^-=/][^=]*)/ : /^--?([^-=][^=]*)/;
  for (const arg of args) {
    const name = form.exec(arg)?.[1]?.toLowerCase();
    // macOS hands a program that was clicked the number of its process.
    if (name === undefined || own.has(name) || harmless.has(name) || /^psn_\d/.test(name)) continue;
    throw new ForeignSwitch(
      `Causeway does not start with --${name}. It is not an option of Causeway, and Chromium’s own options can open the program to others. Start Causeway without it.`,
    );
  }
}
