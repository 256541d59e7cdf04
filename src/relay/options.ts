/** What a relay is started with, and its own key: 32 bytes in hex, in a file that its owner alone reads. */
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { signingKeyOf } from '../main/core/audit/signing.ts';
import { readArguments, readFileOf, UsageError } from '../platform/arguments.ts';
import { makeFolder, readIfPresent, writeDurably } from '../platform/durable-file.ts';
import { errorCode } from '../platform/error-code.ts';
import { overwrite } from '../platform/overwrite.ts';
import { othersMayRead } from '../platform/private-file.ts';
import { type Random, randomHex } from '../platform/random.ts';
import type { TeamSigning } from '../team-log/entry.ts';

/** The file can't be used as it is; the message says what to do. */
export class RelayKeyUnusable extends Error {
  override readonly name = 'RelayKeyUnusable';
}

/** null where it is absent. Throws RelayKeyUnusable. */
export function readOwnFile(path: string): Uint8Array | null {
  try {
    return readIfPresent(path);
  } catch (error) {
    const code = errorCode(error);
    throw new RelayKeyUnusable(
      `The file ${path} can’t be read (${code}). Let the user that runs this relay read it, and put the file itself there, not a link.`,
      { cause: error },
    );
  }
}

/** Made, durable, at the first start. Throws RelayKeyUnusable. */
export function openRelayKey(path: string, random: Random): TeamSigning {
  const kept = readOwnFile(path);
  if (kept === null) {
    const hex = randomHex(random, 32);
    try {
      makeFolder(dirname(path));
      writeDurably(path, `${hex}\n`);
    } catch (error) {
      const code = errorCode(error);
      throw new RelayKeyUnusable(
        `The relay’s key ${path} can’t be made (${code}). Name a file by --key in a folder that the user who runs this relay may write to.`,
        { cause: error },
      );
    }
    return keyOf(hex);
  }
  if (othersMayRead(path)) {
    throw new RelayKeyUnusable(
      `Others can read the relay's key ${path}. Admit a relay with a new key, or run chmod 600 on it if nobody has read it.`,
    );
  }
  const hex = Buffer.from(kept).toString().trim();
  if (/^[0-9a-f]{64}$/.test(hex)) return keyOf(hex);
  throw new RelayKeyUnusable(
    `The file ${path} does not hold a relay's key. Restore it from a backup, or remove this relay from the team and admit it with a new key file.`,
  );
}

function keyOf(hex: string): TeamSigning {
  const seed = Buffer.from(hex, 'hex');
  try {
    return signingKeyOf(seed);
  } finally {
    overwrite(seed);
  }
}

export interface RelayOptions {
  /** With its password, and so never told or logged. */
  readonly databaseUrl: string;
  /** PEM; null for the certificates that Node trusts. */
  readonly databaseCa: string | null;
  /** 64 hex digits. */
  readonly team: string;
  readonly host: string;
  readonly port: number;
  /** File of the relay's own key. */
  readonly key: string;
  readonly name: string;
  /** How long it takes deliveries on after SIGTERM, in milliseconds, while `/health` sends a balancer elsewhere. */
  readonly drainMs: number;
}

export const relayHelp = `Usage: npm run relay -- --team ID --database-url URL [options]

Takes webhook deliveries for a whole team, behind the company's TLS, and answers each when it is
durable in the team's database. It knows no token and can't read what it took. At its first start it
makes a key and prints its card: an owner of the team admits it by that line (Settings, Team).

  --team ID                 the team's ID, 64 hex digits (Settings, Team, under Words and ID to
                            compare, the copy button)
  --database-url URL        postgres://user@host[,host2]/database; the role is one of causeway_relay
  --database-url-file FILE  read the URL from this file instead, so that nobody sees its password in
                            the list of processes
  --database-ca FILE        certificates (PEM) that sign the database's own
  --listen HOST:PORT        where the TLS proxy finds it (default 127.0.0.1:8080)
  --key FILE                the relay's key, made at the first start (default ./relay-key); FILE.heads
                            beside it holds its last entries, and has to be writable
  --name NAME               what the card calls it (default: this computer's name)
  --drain SECONDS           after SIGTERM take deliveries for so long while /health answers 503, so that
                            a balancer sends them elsewhere first; 60 at most (default 0)
  --help                    show this

GET /health answers 200 while deliveries are taken, else 503. SIGTERM ends it: what is under way is
committed or answered 503. Log lines are JSON, on standard error.
`;

const listen = z.string().transform((text, context) => {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) {
    context.addIssue('needs HOST:PORT, for example 127.0.0.1:8080');
    return z.NEVER;
  }
  return { host: match[1] ?? match[2] ?? '', port };
});

const values = z.object({
  team: z
    .string('is needed')
    .regex(
      /^[0-9a-f]{64}$/,
      'needs 64 hex digits: in Causeway, under Settings, Team, open “Words and ID to compare” and copy the ID of the team by the button beside it',
    ),
  'database-url': z.string().min(1, 'needs a URL').optional(),
  'database-url-file': z.string().min(1, 'needs a file').optional(),
  'database-ca': z.string().min(1, 'needs a file').optional(),
  listen: listen.default({ host: '127.0.0.1', port: 8080 }),
  key: z.string().min(1, 'needs a file').default('relay-key'),
  name: z.string().trim().min(1, 'needs a name').max(80, 'needs at most 80 characters').optional(),
  drain: z
    .string()
    .regex(/^(?:[0-9]|[1-5][0-9]|60)$/, 'needs whole seconds, 60 at most')
    .default('0'),
});

/** null where help was asked for. Throws UsageError; no message holds what a file or URL says. */
export function parseRelayOptions(args: readonly string[]): RelayOptions | null {
  const { help, ...given } = readArguments(args, argumentOptions);
  if (help === true) return null;
  const result = values.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new UsageError(`--${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not usable'}.`);
  }
  const { data } = result;
  return {
    databaseUrl: databaseUrlOf(data['database-url'], data['database-url-file']),
    databaseCa:
      data['database-ca'] === undefined ? null : readFileOf('--database-ca', data['database-ca']),
    team: data.team,
    ...data.listen,
    key: data.key,
    name: data.name ?? hostname(),
    drainMs: Number(data.drain) * 1_000,
  };
}

function databaseUrlOf(url: string | undefined, file: string | undefined): string {
  if ((url === undefined) === (file === undefined)) {
    throw new UsageError('Give the database by one of --database-url and --database-url-file.');
  }
  return url ?? readFileOf('--database-url-file', file ?? '').trim();
}

const argumentOptions = {
  team: { type: 'string' },
  'database-url': { type: 'string' },
  'database-url-file': { type: 'string' },
  'database-ca': { type: 'string' },
  listen: { type: 'string' },
  key: { type: 'string' },
  name: { type: 'string' },
  drain: { type: 'string' },
  help: { type: 'boolean' },
} as const;
