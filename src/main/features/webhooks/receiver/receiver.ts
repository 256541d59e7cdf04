/** The receiver of an installation: servers on loopback over the inbox (docs/architecture.md, 4). */
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Random } from '../../../../platform/random.ts';
import {
  createHttpReceiver,
  defaultLimits,
  type HttpReceiverOptions,
  serverOptions,
} from './http-receiver.ts';
import { listenOnKeptPorts } from './listen.ts';
import { createReachabilityChecks } from './reachability-checks.ts';
import type { Receiver } from './types.ts';

export interface ReceiverOptions extends Omit<HttpReceiverOptions, 'answerCheck'> {
  /** Where the ports are kept: a small JSON file of the installation. */
  readonly portsFile: string;
  readonly random: Random;
  /** Certificate and key in PEM for `localhost`; null listens without TLS. */
  readonly tls?: { readonly cert: string; readonly key: string } | null;
}

/** Resolves when it listens. Rejects with ReceiverPortTaken or PortsDamaged. */
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
  const ports = await listenOnKeptPorts({ http, https }, options.portsFile, options.random);
  const servers = https === null ? [http] : [http, https];
  for (const server of servers) receiver.watch(server);
  let stopped: Promise<void> | null = null;

  return {
    port: ports.http,
    origin: `http://127.0.0.1:${ports.http}`,
    tlsOrigin: https === null ? null : `https://localhost:${ports.https}`,
    expectProof: proofs.expect,
    stats: receiver.stats,
    stop: () => {
      stopped ??= receiver.stop(servers);
      return stopped;
    },
  };
}
