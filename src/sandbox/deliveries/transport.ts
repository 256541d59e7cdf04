/** Sends one delivery: POST over verified TLS to a checked address. Redirects are not followed. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import { createSecureContext, getCACertificates } from 'node:tls';
import { headers, jsonContentType } from '../../contract/headers.ts';
import { errorCode } from '../../platform/error-code.ts';
import { isLoopback } from './addresses.ts';
import type { Guard, Target } from './guard.ts';
import { DeliveryRefused } from './guard.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly body: Buffer;
  /** null sends none. */
  readonly signature: string | null;
  /** Whether deliveries to loopback come from changing addresses (decisions 34). */
  readonly changesAddress: boolean;
}

/** The outcome: an HTTP status, or why there was none. */
export type Sent =
  | { readonly status: number; readonly problem: null }
  | { readonly status: null; readonly problem: string };

export interface Transport {
  /** Rejects only when `signal` aborts, with its reason. */
  send(outgoing: OutboundRequest, signal: AbortSignal): Promise<Sent>;
  close(): void;
}

export interface TransportOptions {
  readonly guard: Guard;
  /** From the first lookup to the head of the response. */
  readonly timeoutMs: number;
}

/** Loopback senders. Where the system has only the first (macOS), the others are given up. */
const SENDERS = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'] as const;
/** A response body is ignored; past this it is cut. */
const MAX_ANSWER_BYTES = 64 * 1_024;
const NEXT_ADDRESS = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

export function createTransport({ guard, timeoutMs }: TransportOptions): Transport {
  const agents = createAgents();
  let turn = 0;
  let senders: readonly string[] = SENDERS;

  const senderFor = (address: string, changes: boolean): string | undefined => {
    if (!changes || isIP(address) !== 4 || !isLoopback(address) || senders.length === 0) {
      return undefined;
    }
    turn += 1;
    return senders[turn % senders.length];
  };

  const attempt = async (
    outgoing: OutboundRequest,
    target: Target,
    address: string,
    signal: AbortSignal,
  ): Promise<number> => {
    const sender = senderFor(address, outgoing.changesAddress);
    const agent = agents.of(target.ca, sender);
    try {
      return await post(outgoing, { target, address, agent, signal });
    } catch (error) {
      if (error instanceof StaleConnection) {
        // The other kept connections are as old. A second try on a new one is still one attempt.
        dropIdle(agent);
        return await post(outgoing, { target, address, agent, signal });
      }
      if (sender !== undefined && errorCode(error) === 'EADDRNOTAVAIL') {
        senders = senders.filter((one) => one !== sender);
        return await post(outgoing, { target, address, agent: agents.of(target.ca), signal });
      }
      throw error;
    }
  };

  const tryAddresses = async (outgoing: OutboundRequest, signal: AbortSignal): Promise<number> => {
    const target = await orAborted(guard.targetOf(outgoing.url), signal);
    let last: unknown = new DeliveryRefused('The name has no address.');
    for (const address of target.addresses) {
      try {
        return await attempt(outgoing, target, address, signal);
      } catch (error) {
        if (!NEXT_ADDRESS.has(errorCode(error))) throw error;
        last = error;
      }
    }
    throw last;
  };

  return {
    send: async (outgoing, signal) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const status = await tryAddresses(outgoing, AbortSignal.any([signal, timeout]));
        return { status, problem: null };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const seconds = timeoutMs / 1_000;
        return {
          status: null,
          problem: timeout.aborted ? `No answer within ${seconds} s.` : problemOf(error),
        };
      }
    },
    close: agents.close,
  };
}

interface Connection {
  readonly target: Target;
  readonly address: string;
  readonly agent: Agent;
  readonly signal: AbortSignal;
}

/** The other side closed a kept connection just as we used it. */
class StaleConnection extends Error {}

function post(outgoing: OutboundRequest, connection: Connection): Promise<number> {
  const { target, address, agent, signal } = connection;
  const url = new URL(outgoing.url);
  return new Promise((resolve, reject) => {
    const request: ClientRequest = httpsRequest({
      method: 'POST',
      host: address,
      port: target.port,
      path: `${url.pathname}${url.search}`,
      // Names the certificate is checked against; TLS allows no address as server name.
      servername: isIP(target.hostname) === 0 ? target.hostname : '',
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED can't turn it off.
      rejectUnauthorized: true,
      agent,
      signal,
      headers: {
        host: url.host,
        [headers.contentType]: jsonContentType,
        'content-length': outgoing.body.length,
        'user-agent': 'causeway-sandbox',
        ...(outgoing.signature === null ? {} : { [headers.signature]: outgoing.signature }),
      },
    });
    request.once('response', (response) => {
      drop(response);
      resolve(response.statusCode ?? 0);
    });
    request.once('error', (error) =>
      reject(
        request.reusedSocket && errorCode(error) === 'ECONNRESET' ? new StaleConnection() : error,
      ),
    );
    request.end(outgoing.body);
  });
}

/** Reads the rest of a response, up to a bound, so that the connection can be reused. */
function drop(response: IncomingMessage): void {
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) response.destroy();
  });
  // The head arrived, so a later error changes nothing.
  response.on('error', () => undefined);
}

/** One agent for each set of trusted certificates and sender, so that connections are kept apart. */
function createAgents() {
  const agents = new Map<string, Agent>();
  const contexts = new Map<string, SecureContext>();
  const contextOf = (ca: string): SecureContext => {
    // Reading all certificates for every connection would cost more than the rest of it.
    const context =
      contexts.get(ca) ?? createSecureContext({ ca: [...getCACertificates('default'), ca] });
    contexts.set(ca, context);
    return context;
  };
  return {
    of: (ca: string | null, localAddress?: string): Agent => {
      const key = `${localAddress ?? ''}\n${ca ?? ''}`;
      const known = agents.get(key);
      if (known !== undefined) return known;
      const agent = new Agent({
        keepAlive: true,
        ...(ca === null ? {} : { secureContext: contextOf(ca) }),
        ...(localAddress === undefined ? {} : { localAddress }),
      });
      agents.set(key, agent);
      return agent;
    },
    close: (): void => {
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

/** Those in use stay: other deliveries wait for their responses on them. */
function dropIdle(agent: Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy();
  }
}

const orAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Without addresses or bodies, because problems are shown and logged. */
function problemOf(error: unknown): string {
  if (error instanceof DeliveryRefused) return error.message;
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ECONNRESET') return 'The connection was cut.';
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER|ALTNAME/.test(code)) {
    return `The certificate is not trusted (${code}).`;
  }
  return `The connection failed${code === '' ? '' : ` (${code})`}.`;
}
