/** Takes deliveries over HTTP and answers when they are durable: what all servers of one receiver share. */
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { maxRequestBytes } from '../../../../contract/limits.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../core/foundation/log.ts';
import { createSignatureCheck } from '../signature-checks/check-signature.ts';
import type { SecretLookup } from '../signature-checks/types.ts';
import { createCrowd } from './crowd.ts';
import { createDeliveryGroups } from './delivery-groups.ts';
import { countDrops, createDrops } from './drops.ts';
import { createHandler, createReplyTimes, type HandlerParts } from './handler.ts';
import { createBudget } from './request-body.ts';
import type { ReceiverInbox, ReceiverStats } from './types.ts';
import { createWriterHealth } from './writer-health.ts';

/** What the receiver takes at most. None of it goes by a sender's address (decisions 34). */
export interface ReceiverLimits {
  /** Bytes of a body; over it 413. */
  readonly bodyBytes: number;
  /** Bytes of all bodies under way and not durable yet; over it 503. */
  readonly underWayBytes: number;
  /** Connections of all servers; over it the one is closed that has sent nothing for the longest. */
  readonly connections: number;
  /** Milliseconds for the headers, and for a whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Milliseconds after which a body that is not all there makes room for others. */
  readonly slowMs: number;
  /** Milliseconds that an idle connection is kept. */
  readonly keepAliveMs: number;
  /** Deliveries, and bytes of their bodies, in one commit. */
  readonly groupDeliveries: number;
  readonly groupBytes: number;
}

const MIB = 1024 * 1024;

export const defaultLimits: ReceiverLimits = {
  bodyBytes: maxRequestBytes,
  underWayBytes: 64 * MIB,
  connections: 512,
  headersMs: 10_000,
  requestMs: 30_000,
  slowMs: 2_000,
  keepAliveMs: 75_000,
  groupDeliveries: 512,
  groupBytes: 8 * MIB,
};

export interface HttpReceiverOptions {
  readonly inbox: ReceiverInbox;
  readonly secrets: SecretLookup;
  readonly answerCheck: HandlerParts['answerCheck'];
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'info'>;
  /** Called when the writer's state changed (`stats().writer`). */
  readonly onWriterChange?: () => void;
  readonly limits?: ReceiverLimits;
}

export interface HttpReceiver {
  readonly handle: RequestListener;
  /** Bounds and counts the connections of a server that `handle` serves. */
  watch(server: Server): void;
  stats(): ReceiverStats;
  /** Answers what it has, refuses what is new, closes these servers. Call it once. */
  stop(servers: readonly Server[]): Promise<void>;
}

/** How long what is under way gets when the receiver stops, in milliseconds. */
const STOPPING_MS = 2_000;

export function createHttpReceiver(options: HttpReceiverOptions): HttpReceiver {
  const { inbox, clock, log, limits = defaultLimits } = options;
  const answerTimes = createReplyTimes();
  const answers = new Map<number, number>();
  const drops = createDrops();
  const health = createWriterHealth({
    inbox,
    clock,
    log,
    onChange: options.onWriterChange ?? (() => undefined),
  });
  let isStopping = false;
  const crowd = createCrowd(limits.connections);

  const commits = createDeliveryGroups({
    ...limits,
    append: async (group) => {
      const answered = answerTimes.take();
      try {
        const appended = await inbox.append(group, answered);
        health.committed();
        return appended;
      } catch (error) {
        answerTimes.giveBack(answered);
        throw error;
      }
    },
    onFailure: health.failed,
    onUnresolved: (error) => log.error({ err: error }, 'a delivery could not be answered'),
  });
  const handle = createHandler({
    inbox,
    judge: createSignatureCheck(),
    secrets: options.secrets,
    commits,
    answerCheck: options.answerCheck,
    answerTimes,
    budget: createBudget(limits.underWayBytes, clock, limits.slowMs),
    crowd,
    clock,
    bodyBytes: limits.bodyBytes,
    isStopping: () => isStopping,
    onDrop: drops.count,
    onUnjudged: (error) => {
      log.error({ err: error }, 'secrets could not be looked up; deliveries are held');
    },
    onAnswer: (status) => answers.set(status, (answers.get(status) ?? 0) + 1),
  });

  return {
    handle,
    watch(server) {
      countDrops(server, drops);
      server.on('connection', (socket: Socket) => {
        crowd.came(socket, (ended) => {
          drops.count('connectionsRefused');
          ended.destroy();
        });
      });
    },
    stats: () => ({
      connections: crowd.size(),
      answers: Object.fromEntries(answers),
      groups: commits.groups(),
      deliveries: commits.deliveries(),
      writer: health.facts(),
      dropped: drops.counts(),
    }),
    async stop(servers) {
      isStopping = true;
      const closed = Promise.all(servers.map(closeServer));
      await commits.idle();
      for (const server of servers) server.closeIdleConnections();
      const cut = setTimeout(() => {
        for (const server of servers) server.closeAllConnections();
      }, STOPPING_MS);
      await closed;
      clearTimeout(cut);
      await commits.idle();
      health.stop();
      await inbox.append([], answerTimes.take()).catch((error: unknown) => {
        log.error({ err: error }, 'the last answer times were not kept');
      });
    },
  };
}

export const serverOptions = (limits: ReceiverLimits) => ({
  headersTimeout: limits.headersMs,
  requestTimeout: limits.requestMs,
  keepAliveTimeout: limits.keepAliveMs,
  connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
  noDelay: true,
});

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));
