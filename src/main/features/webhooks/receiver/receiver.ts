/** The receiver of an installation: servers on loopback over the inbox (docs/architecture.md, 4). */
import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRetry } from '../../../../platform/back-off.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Random } from '../../../../platform/random.ts';
import {
  createHttpReceiver,
  defaultLimits,
  type HttpReceiverOptions,
  serverOptions,
} from './http-receiver.ts';
import { listenOnKeptPorts, ReceiverPortTaken } from './listen.ts';
import { readPorts } from './ports.ts';
import type { ExpectedCheck, Receiver } from './types.ts';

export interface ReceiverOptions extends Omit<HttpReceiverOptions, 'answerCheck'> {
  /** Where the ports are kept: a small JSON file of the installation. */
  readonly portsFile: string;
  readonly random: Random;
  /** Certificate and key in PEM for `localhost`; null listens without TLS. */
  readonly tls?: { readonly cert: string; readonly key: string } | null;
  /** It listens, after it could not at first. */
  readonly onListening?: () => void;
}

const WAITS = { firstMs: 500, longestMs: 5_000 };

/**
 * Resolves when it listens, or when another program has one of the kept ports: then it is `blocked`, and listens once
 * they are free. Rejects with PortsDamaged, or with ReceiverPortTaken where no free ports were found to keep.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { clock, limits = defaultLimits, tls = null } = options;
  const proofs = createReachabilityChecks(clock);
  const receiver = createHttpReceiver({
    ...options,
    answerCheck: (path, nonce) => (proofs.take(path, nonce) ? {} : null),
  });
  const http = createServer(serverOptions(limits), receiver.handle);
  const https =
    tls === null
      ? null
      : createTlsServer(
          { ...serverOptions(limits), ...tls, handshakeTimeout: limits.headersMs },
          receiver.handle,
        );
  const servers = https === null ? [http] : [http, https];
  for (const server of servers) receiver.watch(server);
  let blocked: ReceiverPortTaken | null = null;
  const listen = async () => {
    try {
      const ports = await listenOnKeptPorts({ http, https }, options.portsFile, options.random);
      blocked = null;
      return ports;
    } catch (error) {
      const kept = readPorts(options.portsFile);
      if (!(error instanceof ReceiverPortTaken) || kept === null) throw error;
      blocked = error;
      retry.failed();
      return kept;
    }
  };
  let listening: Promise<unknown> = Promise.resolve();
  const retry = createRetry(() => {
    listening = listen().then(
      () => {
        if (blocked === null) options.onListening?.();
      },
      (error: unknown) => {
        options.log.error({ err: error }, 'the receiver could not listen');
        retry.failed();
      },
    );
  }, WAITS);
  const ports = await listen();
  if (blocked !== null) options.log.error({ err: blocked }, 'deliveries can’t be received');
  let stopped: Promise<void> | null = null;

  return {
    port: ports.http,
    origin: `http://127.0.0.1:${ports.http}`,
    tlsOrigin: https === null ? null : `https://localhost:${ports.https}`,
    blocked: () => blocked,
    expectProof: proofs.expect,
    stats: receiver.stats,
    stop: () => {
      retry.stop();
      stopped ??= listening.then(() => receiver.stop(servers));
      return stopped;
    },
  };
}

/** Nonces that are waited for: each comes back once, on its own path. */
interface Expectation {
  readonly path: string;
  readonly nonce: Uint8Array;
  readonly arrive: (at: number) => void;
}

export function createReachabilityChecks(clock: Clock) {
  const expected = new Set<Expectation>();
  return {
    expect(path: string, nonce: string): ExpectedCheck {
      if (!/^[0-9a-f]{32}$/.test(nonce)) throw new TypeError('A nonce is 32 lowercase hex digits.');
      const { promise, resolve } = Promise.withResolvers<number>();
      const expectation = { path, nonce: Buffer.from(nonce, 'hex'), arrive: resolve };
      expected.add(expectation);
      return { arrived: promise, cancel: () => void expected.delete(expectation) };
    },

    /** Whether this nonce was waited for on this path; it is not any more. */
    take(path: string, nonce: string): boolean {
      const given = Buffer.from(nonce, 'hex');
      for (const expectation of expected) {
        if (expectation.path !== path || given.length !== expectation.nonce.length) continue;
        if (!timingSafeEqual(given, expectation.nonce)) continue;
        expected.delete(expectation);
        expectation.arrive(clock.now());
        return true;
      }
      return false;
    },
  };
}
