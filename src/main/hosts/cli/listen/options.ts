/** Options of `npm run listen`. */
import { type EventName, eventNames, isEventName } from '../../../../contract/event-names.ts';
import { readArguments, UsageError } from '../../../../platform/arguments.ts';
import { readTargetUrl } from '../../../features/webhooks/forwarding/target-url.ts';
import { nonEmpty } from '../options.ts';

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
  /** What the sandbox is to send once it listens. */
  readonly trigger: readonly EventName[];
}

export const listenHelp = `Forwards verified webhook deliveries to a URL, without a window.

  npm run listen -- --forward-to http://localhost:3000/hooks [options]

  --forward-to URL        Where to send verified deliveries, as signed, with their signature.
                          You can leave out http:// on this computer: localhost:3000/hooks.
  --events a,b            Only these events, for example customer.create. Default: all that the service lists.
  --trigger a,b           Have the sandbox send these events, one of each, once this command listens:
                          the built-in one, or a hosted one whose control plane is set in Settings.
  --json                  One JSON object per line on stdout.
  --data-dir DIR          Causeway's data folder. If Causeway is running on it, this command uses
                          that one; otherwise it starts Causeway on it until the command stops.
  --passphrase-file FILE  Unlock the vault with the passphrase in this file. Mode 0600.
  --ephemeral             Store secrets in memory, for this session only.
  --create                Create a webhook when a hosted profile has none that can be used. This uses
                          one of 10 webhooks, and Causeway can't delete it.
  --help                  Print this.

A line begins with the time at which its attempt ended, or where there was none, at which the delivery
arrived. An existing webhook is used if possible. Failed deliveries are tried again for hours while this
command runs. Ctrl+C stops the command, says how many were not accepted, and removes the temporary target.
Deliveries that arrived are stored, and you can replay them in Causeway.

What your receiver has to do, how to check signatures, and the fields of --json: docs/receiver.md.

Exit codes: 0 stopped, 1 could not listen or Causeway stopped, 2 wrong arguments.
`;

/** null when help was asked for. Throws UsageError. */
export function parseListenOptions(args: readonly string[]): ListenOptions | null {
  const values = readArguments(args, options);
  if (values.help) return null;
  if (values.ephemeral && values['passphrase-file'] !== undefined) {
    throw new UsageError('Choose --passphrase-file or --ephemeral, not both.');
  }
  const events = readEvents('--events', values.events);
  const trigger = readEvents('--trigger', values.trigger);
  const other = events.length === 0 ? undefined : trigger.find((name) => !events.includes(name));
  if (other !== undefined)
    throw new UsageError(`--trigger: "${other}" may not arrive, so add it to --events.`);
  return {
    forwardTo: readForwardTo(values['forward-to'] ?? ''),
    events,
    trigger,
    json: values.json,
    dataDir: nonEmpty('--data-dir', values['data-dir']),
    passphraseFile: nonEmpty('--passphrase-file', values['passphrase-file']),
    ephemeral: values.ephemeral,
    create: values.create,
  };
}

function readForwardTo(text: string): string {
  if (text === '') throw new UsageError('Enter a URL with --forward-to. See --help.');
  const read = readTargetUrl(text);
  if (read.ok) return read.url;
  throw new UsageError(`--forward-to: ${read.sentence}`);
}

function readEvents(option: string, text = ''): EventName[] {
  const names = text.split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '')
    .map((name) => {
      if (isEventName(name)) return name;
      throw new UsageError(
        `${option}: "${name}" is not an event. The events are ${eventNames.join(', ')}.`,
      );
    });
}

const options = {
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  trigger: { type: 'string' },
  json: { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
  'passphrase-file': { type: 'string' },
  ephemeral: { type: 'boolean', default: false },
  create: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;
