/** The receiver of an installation: servers on loopback over the inbox (docs/architecture.md, 4). */
import { timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRetry } from '../../../../platform/back-off.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { keepAside } from '../../../../platform/keep-aside.ts';
import type { Random } from '../../../../platform/random.ts';
import {
  createHttpReceiver,
  defaultLimits,
  type HttpReceiverOptions,
  serverOptions,
} from './http-receiver.ts';
import { listenOnKeptPorts, ReceiverDown, ReceiverPortTaken } from './listen.ts';
import { type Ports, PortsDamaged, readPorts } from './ports.ts';
import type { ExpectedCheck, Receiver } from './types.ts';

export interface ReceiverOptions extends Omit<HttpReceiverOptions, 'answerCheck'> {
  /** Where the ports are kept: a small JSON file of the installation. */
  readonly portsFile: string;
  readonly random: Random;
  /** Certificate and key in PEM for `localhost`; null listens without TLS. */
  readonly tls?: { readonly cert: string; readonly key: string } | null;
  /** The file with the ports was damaged: it is kept under this path, and there are other ports. */
  readonly onPortsDamaged?: (keptAs: string) => void;
  /** It listens, after it could not at first. */
  readonly onListening?: () => void;
}

const WAITS = { firstMs: 500, longestMs: 5_000 };

/** Resolves when it listens, or when it can't: then it is `blocked`, and tries again, so that nothing else waits for it. */
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
  const { portsFile, log, random } = options;
  /** A damaged file is put aside whole, and ports are drawn anew: other tunnels than a reverse proxy follow them. */
  const keptPorts = (): Ports | null => {
    try {
      return readPorts(portsFile);
    } catch (error) {
      if (!(error instanceof PortsDamaged)) throw error;
      const keptAs = keepAside(portsFile, error.bytes, clock);
      rmSync(portsFile);
      options.onPortsDamaged?.(keptAs);
      return null;
    }
  };
  let ports: Ports | null = null;
  let blocked: ReturnType<Receiver['blocked']> = null;
  const listen = async () => {
    let kept: Ports | null = null;
    try {
      kept = keptPorts();
      ports = kept;
      ports = await listenOnKeptPorts({ http, https }, kept, portsFile, random);
      blocked = null;
    } catch (error) {
      const isTaken = kept !== null && error instanceof ReceiverPortTaken;
      blocked = isTaken ? error : new ReceiverDown(error);
      retry.failed();
    }
  };
  let listening: Promise<unknown> = Promise.resolve();
  const retry = createRetry(() => {
    listening = listen().then(
      () => {
        if (blocked === null) options.onListening?.();
      },
      (error: unknown) => {
        log.error({ err: error }, 'that the receiver listens could not be told');
      },
    );
  }, WAITS);
  await listen();
  if (blocked !== null) log.error({ err: blocked }, 'deliveries can’t be received');
  let stopped: Promise<void> | null = null;

  return {
    get port() {
      return ports?.http ?? 0;
    },
    get origin() {
      return `http://127.0.0.1:${ports?.http ?? 0}`;
    },
    get tlsOrigin() {
      return https === null || ports === null ? null : `https://localhost:${ports.https}`;
    },
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
