/** Options of `npm run listen`. */
import { parseArgs } from 'node:util';
import { type EventName, eventNames, isEventName } from '../../../../contract/event-names.ts';
import { readTargetUrl } from '../../../webhooks/forward/target-url.ts';
import { nonEmpty, UsageError } from '../options.ts';

export interface ListenOptions {
  readonly forwardTo: string;
  /** Empty: all. */
  readonly events: readonly EventName[];
  readonly json: boolean;
  readonly dataDir: string | null;
  readonly passphraseFile: string | null;
  readonly ephemeral: boolean;
  /** Whether a webhook may be created outside the built-in sandbox. */
  readonly create: boolean;
}

export const listenHelp = `Forwards verified webhook deliveries to an address, without a window.

  npm run listen -- --forward-to http://localhost:3000/hooks [options]

  --forward-to URL        Where genuine deliveries go, the bytes that were signed, with their signature.
                          localhost:3000/hooks is enough.
  --events a,b            Only these events, for example customer.create; all without it.
  --json                  One JSON object a line on stdout.
  --data-dir DIR          The console's data. A console that runs on it is used; else this takes
                          its place until it stops.
  --passphrase-file FILE  Unlock the vault with the passphrase in this file.
  --ephemeral             Keep secrets in memory, for this session only.
  --create                Take one of the ten webhook places of a hosted profile when none of its
                          webhooks can be used. There is no way to give it back.
  --help                  Print this.

A webhook that is there is always used again. What does not arrive is tried again for hours, as long
as this runs. Ctrl+C stops; then the address is forwarded to no more. What came is stored, and can be
replayed in the console.

Exit codes: 0 stopped, 1 it could not listen or its console went away, 2 wrong arguments.
`;

/** null when help was asked for. Throws UsageError. */
export function parseListenOptions(args: readonly string[]): ListenOptions | null {
  const values = parse(args);
  if (values.help) return null;
  if (values.ephemeral && values['passphrase-file'] !== undefined) {
    throw new UsageError('Choose --passphrase-file or --ephemeral, not both.');
  }
  return {
    forwardTo: readForwardTo(values['forward-to'] ?? ''),
    events: readEvents(values.events ?? ''),
    json: values.json,
    dataDir: nonEmpty('--data-dir', values['data-dir']),
    passphraseFile: nonEmpty('--passphrase-file', values['passphrase-file']),
    ephemeral: values.ephemeral,
    create: values.create,
  };
}

/** This computer needs no `http://` in front. */
function readForwardTo(text: string): string {
  if (text === '') throw new UsageError('--forward-to is missing. See --help.');
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/i.test(text);
  const read = readTargetUrl(isHere ? `http://${text}` : text);
  if (read.ok) return read.url;
  throw new UsageError(`--forward-to: ${read.sentence}`);
}

function readEvents(text: string): EventName[] {
  const names = text.split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '')
    .map((name) => {
      if (isEventName(name)) return name;
      throw new UsageError(
        `--events: there is no event "${name}". There are ${eventNames.join(', ')}.`,
      );
    });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        'forward-to': { type: 'string' },
        events: { type: 'string' },
        json: { type: 'boolean', default: false },
        'data-dir': { type: 'string' },
        'passphrase-file': { type: 'string' },
        ephemeral: { type: 'boolean', default: false },
        create: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}. See --help.`, { cause: error });
  }
}
