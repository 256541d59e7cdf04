/** The command line of `npm run conformance`. */
import { readFileSync } from 'node:fs';
import { readArguments, UsageError } from '../../src/platform/arguments.ts';
import type { ConformanceOptions } from './run-conformance.ts';
import { refusalOf } from './sandbox-only.ts';

export const usage = `Usage: npm run conformance [-- options]

Without a base URL every case runs, against a new sandbox of our own. With one, the cases that
act outside the API are skipped, also against a sandbox of our own that runs already.

  --base-url URL               the server to test
  --token-file FILE            a file that holds the access token; it is never an argument
  --allow-writes               create customers, virtual accounts and one webhook
  --destroy-slots              with --allow-writes: also use up the webhooks that are left;
                               they can't be deleted
  --event-id ID                an event that exists, for the cases that read one
  --customer-id ID             with --bank-account-id: a bank account that exists
  --bank-account-id ID
  --i-know-this-is-a-sandbox   for a host and a token that do not say so themselves
  --json                       print one JSON object for each case, and one for the sum
  --sandbox                    test our own sandbox, as without arguments
  --help                       show this

Production is refused. The exit status is 0 when no case failed, 1 when one did, 2 for
wrong usage, or where the server does not answer or refuses the token.
`;

export interface Arguments {
  readonly help: boolean;
  readonly json: boolean;
  /** null: our own sandbox. */
  readonly target: ConformanceOptions | null;
}

/** @throws UsageError */
export function parseArguments(argv: readonly string[]): Arguments {
  const values = readArguments(argv, options);
  const common = { help: values.help === true, json: values.json === true };
  if (common.help) return { ...common, target: null };
  const { 'base-url': baseUrl, 'token-file': tokenFile } = values;
  if (baseUrl === undefined) {
    const others = Object.keys(values).filter((name) => name !== 'json' && name !== 'sandbox');
    if (others.length === 0) return { ...common, target: null };
    const verb = others.length === 1 ? 'needs' : 'need';
    throw new UsageError(`--${others.join(', --')} ${verb} --base-url`);
  }
  if (values.sandbox) throw new UsageError('--sandbox starts a sandbox, so it takes no --base-url');
  if (tokenFile === undefined) throw new UsageError('--base-url needs --token-file');
  if (values['destroy-slots'] && !values['allow-writes']) {
    throw new UsageError('--destroy-slots needs --allow-writes');
  }
  const token = tokenIn(tokenFile);
  const isVouchedFor = values['i-know-this-is-a-sandbox'] === true;
  const refusal = refusalOf({ baseUrl, token, isVouchedFor });
  if (refusal !== null) throw new UsageError(refusal);
  return {
    ...common,
    target: {
      baseUrl,
      token,
      allowWrites: values['allow-writes'] === true,
      destroySlots: values['destroy-slots'] === true,
      known: knownIn(values),
    },
  };
}

type Values = ReturnType<typeof readArguments<typeof options>>;

function knownIn(values: Values): NonNullable<ConformanceOptions['known']> {
  const { 'event-id': eventId, 'customer-id': customerId } = values;
  const bankAccountId = values['bank-account-id'];
  if ((customerId === undefined) !== (bankAccountId === undefined)) {
    throw new UsageError('--customer-id and --bank-account-id belong together');
  }
  return {
    ...(eventId === undefined ? {} : { eventId }),
    ...(customerId === undefined ? {} : { customerId }),
    ...(bankAccountId === undefined ? {} : { bankAccountId }),
  };
}

function tokenIn(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw new UsageError(`--token-file: can't read ${file}`);
  }
  // A header can't hold them, and the error for it would show the token.
  if (!/^[\x21-\x7e]+$/.test(text)) throw new UsageError('--token-file: holds no token');
  return text;
}

const options = {
  'base-url': { type: 'string' },
  'token-file': { type: 'string' },
  'allow-writes': { type: 'boolean' },
  'destroy-slots': { type: 'boolean' },
  'event-id': { type: 'string' },
  'customer-id': { type: 'string' },
  'bank-account-id': { type: 'string' },
  'i-know-this-is-a-sandbox': { type: 'boolean' },
  json: { type: 'boolean' },
  sandbox: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;
