/** Options of `npm start` and of the browser host's program: one parser, so that both say the same. */
import { looksLikeLink } from '../../../bridge/record-link.ts';
import { readArguments, UsageError } from '../../../platform/arguments.ts';

export interface StartOptions {
  /** The browser host was asked for. */
  readonly browser: boolean;
  /** TCP port; 0 is any; null when nothing was said. */
  readonly port: number | null;
  /** As given; null for the default of this machine. */
  readonly dataDir: string | null;
  /** Whether the system's browser is opened on the link. */
  readonly open: boolean;
  readonly passphraseFile: string | null;
  /** Secrets in memory for this session only. */
  readonly ephemeral: boolean;
  /** The first line on stdout is one JSON object. */
  readonly json: boolean;
  /** Opens a record (bridge/record-link.ts), as given; null for none. */
  readonly link: string | null;
  readonly help: boolean;
}

export const startHelp = `Causeway, a treasury console for a stablecoin on/off-ramp.

  npm start -- [options] [link]

  --browser               Open in the browser, not in Electron.
  --port N                Port of the browser host on this computer; 0 is any. Without it
                          any free one. The link has a new name at each start either way.
  --data-dir DIR          Where everything is stored. One process at a time.
  --no-open               Print the link and open no browser.
  --passphrase-file FILE  Unlock the vault with the passphrase in this file. Mode 0600.
  --ephemeral             Store secrets in memory, for this session only.
  --json                  First line on stdout: {"url": "…", "dataDir": "…"}.
  --help                  Print this.
  link                    Open a record: causeway://open/<kind>/<id>, as Copy link gives it.

--port, --no-open and --json are of the browser host, so they choose it too.
In a terminal, Enter prints a fresh link. SIGINT or SIGTERM stops.
`;

/** Parses the arguments after the program's name. Throws UsageError. */
export function parseStartOptions(args: readonly string[]): StartOptions {
  const link = args.findLast(looksLikeLink) ?? null;
  const values = readArguments(
    args.filter((arg) => arg !== link),
    options,
  );
  if (values.ephemeral && values['passphrase-file'] !== undefined) {
    throw new UsageError('Choose --passphrase-file or --ephemeral, not both.');
  }
  return {
    browser: values.browser,
    port: values.port === undefined ? null : parsePort(values.port),
    dataDir: nonEmpty('--data-dir', values['data-dir']),
    open: !values['no-open'],
    passphraseFile: nonEmpty('--passphrase-file', values['passphrase-file']),
    ephemeral: values.ephemeral,
    json: values.json,
    link,
    help: values.help,
  };
}

const options = {
  browser: { type: 'boolean', default: false },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  'no-open': { type: 'boolean', default: false },
  'passphrase-file': { type: 'string' },
  ephemeral: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not "${text}".`);
  }
  return port;
}

/** null when it was not given. Throws UsageError for an empty path, which would mean this very folder. */
export function nonEmpty(option: string, value: string | undefined): string | null {
  if (value === '') throw new UsageError(`${option} needs a path.`);
  return value ?? null;
}
