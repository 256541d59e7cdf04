/** `npm run relay` as a process: built as out/main/relay.js. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { groupsOfFour } from '../contract/addresses/groups.ts';
import { createLog, type Log, logUnawaited } from '../main/core/foundation/log.ts';
import { createKnownSecrets } from '../main/core/foundation/secrets/known-secrets.ts';
import { UsageError } from '../platform/arguments.ts';
import { systemClock } from '../platform/clock.ts';
import { errorCode } from '../platform/error-code.ts';
import { readJson } from '../platform/json-column.ts';
import { systemRandom } from '../platform/random.ts';
import { terminalLines } from '../platform/terminal-text.ts';
import { AddressUnusable, readAddress } from '../team-log/address.ts';
import { shortKey } from '../team-log/entry.ts';
import { CertificateRefused, TeamDatabaseAway, TeamDatabaseRefused } from '../team-log/errors.ts';
import { relayCard } from '../team-log/relay-card.ts';
import { openTeamLog, type TeamLog } from '../team-log/team-log.ts';
import { openKeptHeads } from './kept-heads.ts';
import {
  openRelayKey,
  parseRelayOptions,
  RelayKeyUnusable,
  type RelayOptions,
  relayHelp,
} from './options.ts';
import { startRelay } from './relay.ts';

const known = createKnownSecrets();
const say = createLog({
  level: 'info',
  destination: pino.destination({ dest: 2, sync: true }),
  known,
});
logUnawaited(say);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort());
}

/** From its sources and built alike. */
const { version: release } = readJson(
  z.object({ version: z.string() }),
  readFileSync(resolve(import.meta.dirname, '../../package.json')),
);

/** How long closing may take, in milliseconds. */
const CLOSING_MS = 10_000;
const RETRY_MS = 2_000;

/** A database that can't be used is told at once; one that does not answer is asked again. */
async function checked(log: TeamLog, told: Pick<Log, 'error'>): Promise<void> {
  for (let isTold = false; !stop.signal.aborted; isTold = true) {
    try {
      await log.check('relay');
      return;
    } catch (error) {
      if (!(error instanceof TeamDatabaseAway)) throw error;
      if (!isTold) told.error({ err: error }, 'the team’s database does not respond; asking again');
      await pause(RETRY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }
}

/** The exit code. */
async function run(options: RelayOptions): Promise<number> {
  const { databaseUrl: url, databaseCa: ca, team, key, name, host, port, drainMs } = options;
  known.learn(url);
  const { password } = readAddress(url);
  if (password !== null) known.learn(password);
  const own = openRelayKey(key, systemRandom);
  const kept = openKeptHeads({ key, team, author: own.publicKey, say });
  // Beside the card, so that an owner can compare what arrived.
  process.stdout.write(
    `${terminalLines(relayCard(own, name))}\nKey: ${groupsOfFour(own.publicKey).join(' ')}\n`,
  );
  // What it appends waits for nothing that it reads, or says to whom it may wake.
  const log = openTeamLog({ url, team, connections: 3, ...(ca === null ? {} : { ca }) });
  try {
    await checked(log, say);
    if (stop.signal.aborted) return 0;
    const parts = { log, team, own, kept, host, port, release, random: systemRandom, say };
    const relay = await startRelay({ ...parts, clock: systemClock });
    say.info({ host, port: relay.port, relay: shortKey(own.publicKey) }, 'listening');
    const asked = new Promise<null>((resolve) => {
      if (stop.signal.aborted) resolve(null);
      stop.signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    const why = await Promise.race([relay.ended, asked]);
    if (why !== null) {
      say.fatal(
        { err: why },
        'another process writes with this relay’s key, so this one ends; give each relay a key file of its own',
      );
    }
    if (why === null && drainMs > 0) {
      relay.leave();
      say.info({ seconds: drainMs / 1_000 }, 'leaving; deliveries are still taken');
      await Promise.race([relay.ended, pause(drainMs, undefined, { ref: false })]);
    }
    setTimeout(() => process.exit(1), CLOSING_MS).unref();
    await relay.stop();
    say.info({}, 'stopped');
    return why === null ? 0 : 1;
  } finally {
    await log.close();
  }
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof CertificateRefused)
    return `${error.message} ${error.change} Here that is: --database-ca FILE`;
  if (error instanceof TeamDatabaseRefused) return `${error.message} ${error.change}`;
  const told = [AddressUnusable, UsageError, RelayKeyUnusable];
  if (error instanceof Error && told.some((kind) => error instanceof kind)) return error.message;
  const code = errorCode(error);
  return ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)
    ? `The host and port of --listen can’t be used (${code}): another program uses them, this user may not use that port, or the host is not this computer’s.`
    : null;
}

try {
  const options = parseRelayOptions(process.argv.slice(2));
  if (options === null) process.stdout.write(relayHelp);
  process.exitCode = options === null ? 0 : await run(options);
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === null) throw error;
  process.stderr.write(`${terminalLines(sentence)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
