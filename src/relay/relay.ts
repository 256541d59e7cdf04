/** A team's relay: takes webhook deliveries behind the company's TLS and answers when they are durable. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../main/core/foundation/log.ts';
import {
  createHttpReceiver,
  defaultLimits,
  type ReceiverLimits,
  serverOptions,
} from '../main/features/webhooks/receiver/http-receiver.ts';
import type { ReceiverStats } from '../main/features/webhooks/receiver/types.ts';
import { createRetry } from '../platform/back-off.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import { coverageEveryMs } from '../team-log/coverage.ts';
import type { TeamSigning } from '../team-log/entry.ts';
import { OwnPlaceTaken, TeamDatabaseRefused } from '../team-log/errors.ts';
import { presenceNote } from '../team-log/presence.ts';
import { answerCheck, relayCheckHeader } from '../team-log/relay-check.ts';
import type { TeamLog } from '../team-log/team-log.ts';
import type { KeptHeads } from './kept-heads.ts';
import { createTeamInbox } from './team-inbox.ts';
import { openTeamView } from './team-view.ts';

interface ReceivedParts {
  readonly clock: Clock;
  readonly isTaking: () => boolean;
  /** Rejects where the database does not answer. */
  readonly say: (from: number, to: number) => Promise<void>;
}

/** Stretches that wait to be said; the newest. */
const MOST = 100;

/** When deliveries could arrive at a relay, for whoever was off then: nothing of a time when the database did not answer. */
export function createReceived({ clock, isTaking, say }: ReceivedParts) {
  /** Since it was said last that it receives; null while it takes nothing. */
  let since: number | null = null;
  let failures = 0;
  let ended: { readonly from: number; readonly to: number }[] = [];

  return {
    /** A group of deliveries is durable. */
    taken(): void {
      since ??= clock.now();
    },
    /** One is not. @param at when it came */
    failed(at: number): void {
      failures += 1;
      if (since !== null && at > since) ended = [...ended, { from: since, to: at }].slice(-MOST);
      since = null;
    },
    /** Says what was not said yet. Rejects with what `say` does; then the stretch that goes on ends unsaid. */
    async tell(): Promise<void> {
      const now = clock.now();
      const from = since;
      const before = failures;
      since = null;
      if (!isTaking()) return;
      for (let next = ended[0]; next !== undefined; next = ended[0]) {
        await say(next.from, next.to);
        ended = ended.slice(1);
      }
      if (from !== null && now > from) await say(from, now);
      if (failures === before) since = now;
    },
  };
}

export interface RelayParts {
  readonly log: TeamLog;
  readonly team: string;
  readonly own: TeamSigning;
  /** Closed with the relay. */
  readonly kept: KeptHeads;
  readonly host: string;
  /** 0 takes any. */
  readonly port: number;
  /** Version of Causeway. */
  readonly release: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly say: Pick<Log, 'error' | 'info' | 'warn'>;
  readonly limits?: ReceiverLimits;
}

export interface Relay {
  readonly port: number;
  /** Deliveries are taken: admitted, the database has what it wrote, and the last group was made durable, or the database answers again since. */
  isTaking(): boolean;
  stats(): ReceiverStats;
  /** Resolves with why when it can't go on: another process uses its key. */
  readonly ended: Promise<Error>;
  /** From now on `/health` answers 503; deliveries are taken until it is stopped. */
  leave(): void;
  /** What is under way is committed or answered 503. Idempotent. The log stays open. */
  stop(): Promise<void>;
}

/** Connections that the system holds until they are taken. */
const BACKLOG = 4_096;
/** Waits before what failed is sent again though no delivery comes. */
const againWaits = { firstMs: 500, longestMs: 5_000 };
/** How often the team is told that this relay is there, in milliseconds. */
const PRESENCE_MS = 30_000;
const later = { 'content-length': '0', 'retry-after': '5', connection: 'close' } as const;

/** Resolves when it listens. */
export async function startRelay(parts: RelayParts): Promise<Relay> {
  const { team, own, say, limits = defaultLimits } = parts;
  const view = openTeamView({
    ...parts,
    onAdmitted: (paths) => {
      toTell = { paths };
      setImmediate(look);
    },
    onBack: () => setImmediate(look),
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>();
  const inbox = createTeamInbox({ ...parts, view, onConflict: end });
  const received = createReceived({
    clock: parts.clock,
    say: inbox.sayReceived,
    isTaking: () => isTaking(),
  });
  /** Each once until something is taken: the receiver tells the first failure alone. */
  let refused: string | null = null;
  const tellRefused = (error: unknown): void => {
    if (!(error instanceof TeamDatabaseRefused) || error.message === refused) return;
    refused = error.message;
    say.error({ err: error }, 'the team’s database can’t take what arrives');
  };
  /** The database answered since the last group failed: a balancer sends nothing before `/health` says so. */
  let isBack = false;
  /** A check found that the database has what this relay wrote. */
  let isWhole = false;
  /** An admission that was not logged yet. */
  let toTell: { readonly paths: number } | null = null;
  const failed = (error: unknown): void => {
    isBack = false;
    const isTaken = error instanceof OwnPlaceTaken;
    if (isTaken) isWhole = false;
    // Every other failure may pass once something is done to the database.
    if (!isTaken || error.isLost) again.failed();
    tellRefused(error);
  };
  const look = (): void => void inbox.settle().then(settled, failed);
  const settled = (): void => {
    isBack = true;
    isWhole = true;
    again.succeeded();
    if (toTell === null || !view.isAdmitted()) return;
    say.info(toTell, 'admitted; deliveries are taken');
    toTell = null;
    sayPresence();
    quietly();
  };
  const again = createRetry(look, againWaits);
  const receiver = createHttpReceiver({
    inbox: {
      ...inbox,
      async append(group) {
        const at = parts.clock.now();
        try {
          const appended = await inbox.append(group);
          received.taken();
          refused = null;
          again.succeeded();
          return appended;
        } catch (error) {
          received.failed(at);
          failed(error);
          throw error;
        }
      },
    },
    secrets: { secretsOf: ({ path }) => view.find(path)?.secrets ?? 'unknown-yet' },
    answerCheck: (path, nonce) =>
      /^[0-9a-f]{32}$/.test(nonce)
        ? { [relayCheckHeader]: answerCheck(own, { team, path, nonce }) }
        : null,
    clock: parts.clock,
    log: say,
    limits,
  });
  const isTaking = (): boolean =>
    view.isAdmitted() && isWhole && (receiver.stats().writer.state === 'working' || isBack);

  /** What is missed is said the next time. */
  const sayPresence = (): void => {
    const epoch = view.epoch();
    if (epoch === null || !isTaking()) return;
    const said = { person: null, release: parts.release, has: null };
    parts.log.presence
      .say((login) => presenceNote(own, { epoch, login }, said, parts.random))
      .catch(() => undefined);
  };
  const presence = setInterval(sayPresence, PRESENCE_MS);

  const quietly = () => void received.tell().catch(failed);
  const coverage = setInterval(quietly, coverageEveryMs);
  quietly();

  let isLeaving = false;
  const health = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    response.writeHead(isTaking() && !isLeaving ? 200 : 503, {
      'content-length': '0',
      'cache-control': 'no-store',
    });
    response.end();
  };
  const server = createServer(serverOptions(limits), (request, response) => {
    const { method = '' } = request;
    if (request.url === '/health' && ['GET', 'HEAD'].includes(method)) health(request, response);
    else if (view.isAdmitted() && isWhole) receiver.handle(request, response);
    else {
      response.writeHead(503, later);
      response.end();
    }
  });
  receiver.watch(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: parts.host, port: parts.port, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  }).catch(async (error: unknown) => {
    clearInterval(presence);
    clearInterval(coverage);
    await view.close();
    throw error;
  });

  const stop = async (): Promise<void> => {
    clearInterval(presence);
    clearInterval(coverage);
    again.stop();
    await received.tell().catch(() => undefined);
    await receiver.stop([server]);
    await view.close();
    await parts.kept.close();
  };
  let stopped: Promise<void> | null = null;
  return {
    port: (server.address() as AddressInfo).port,
    isTaking,
    stats: receiver.stats,
    ended,
    leave() {
      isLeaving = true;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
