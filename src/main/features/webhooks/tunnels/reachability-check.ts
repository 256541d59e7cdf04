/**
 * A proof that a tunnel delivers: a nonce of 128 bits, good for one use, goes out as a POST on a real
 * webhook path through the public address, and must come back to the receiver in time. The answer
 * must find its way back too, because a delivery without an answer counts as failed.
 */
import { request } from 'node:https';
import { connect } from 'node:net';
import type { Clock } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { relayCheckHeader } from '../../../../team-log/relay-check.ts';
import { causeOfThrown } from '../../../core/service/network-failure.ts';
import { checkHeader, hooksPrefix, type Receiver } from '../receiver/types.ts';
import { leadsToPrivate, type Resolve, resolveName } from './public-host.ts';
import type { PublicOriginRules } from './public-origin.ts';
import {
  failureOfReply,
  leadsInside,
  ofThrown,
  type ReachabilityFailure,
  unanswered,
} from './reachability-failures.ts';

/** Sends a proof out, under public trust or under that of one certificate. */
interface ReachabilityRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

interface ReachabilityReply {
  readonly status: number;
  /** What a relay says of itself (team-log/relay-check.ts). */
  readonly relay: string | null;
}

/** POSTs, follows no redirect. Rejects as the network does. */
type ReachabilityPost = (proof: ReachabilityRequest) => Promise<ReachabilityReply>;

/** Public trust: the certificates and the proxy of the host, as for the service itself. */
const postWithFetch =
  (fetch: typeof globalThis.fetch): ReachabilityPost =>
  async ({ url, headers, body, signal }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
    });
    // What it says is of no interest, and must not be read without a bound.
    await response.body?.cancel();
    return { status: response.status, relay: response.headers.get(relayCheckHeader) };
  };

/** Trusts this certificate (PEM) alone, on a connection of its own. */
const postPinned =
  (certificate: string): ReachabilityPost =>
  ({ url, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const post = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        ca: certificate,
        signal,
      });
      post.once('response', (response) => {
        response.on('error', () => undefined);
        response.resume();
        resolve({ status: response.statusCode ?? 0, relay: null });
      });
      post.once('error', reject);
      post.end(body);
    });

/**
 * Whether a TCP connection to the public side comes about. Tells a network that can't reach its own
 * public side from one where the answer does not come.
 */
type CanConnect = (origin: string, signal: AbortSignal) => Promise<boolean>;

const canConnect: CanConnect = (origin, signal) => {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({ host, port: port === '' ? 443 : Number(port) });
    const done = (came: boolean) => {
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve(came);
    };
    const giveUp = () => done(false);
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
};

export type ReachabilityResult =
  /** `at` in milliseconds since 1970; `tookMs` from sending to the nonce's return. */
  { readonly kind: 'proven'; readonly at: number; readonly tookMs: number } | ReachabilityFailure;

export interface ReachabilityTarget {
  readonly publicOrigin: string;
  /** The one certificate (PEM) to trust; null for public trust. */
  readonly pinnedCertificate: string | null;
  /** Path of a webhook: 32 hex digits, a slot that the receiver knows. */
  readonly path: string;
}

export interface ReachabilityCheck {
  /** Never throws but the reason of `signal`, when that aborts. */
  prove(target: ReachabilityTarget, signal: AbortSignal): Promise<ReachabilityResult>;
}

export interface ReachabilityCheckOptions {
  readonly receiver: Pick<Receiver, 'expectProof'>;
  /** Whether the nonce reached a relay of the team, which says so in its reply; without it nothing does. */
  readonly isRelayed?: (path: string, nonce: string, relay: string) => boolean;
  /** The host's own: with its certificates and its proxy. */
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: Random;
  /** 10 s unless told. */
  readonly patienceMs?: number;
  readonly canConnect?: CanConnect;
  readonly rules: PublicOriginRules;
  /** The system's own unless told. */
  readonly resolve?: Resolve;
}

export function createReachabilityCheck(options: ReachabilityCheckOptions): ReachabilityCheck {
  const { receiver, clock, random, rules, patienceMs = 10_000, resolve = resolveName } = options;
  const publicPost = postWithFetch(options.fetch);
  const reach = options.canConnect ?? canConnect;

  const relayedAt = (path: string, nonce: string, relay: string | null): number | null =>
    relay !== null && options.isRelayed?.(path, nonce, relay) === true ? clock.now() : null;

  const prove = async (
    target: ReachabilityTarget,
    signal: AbortSignal,
  ): Promise<ReachabilityResult> => {
    signal.throwIfAborted();
    const { publicOrigin, pinnedCertificate, path } = target;
    const nonce = randomHex(random, 16);
    const expected = receiver.expectProof(path, nonce);
    const sentAt = clock.now();
    const timeout = AbortSignal.timeout(patienceMs);
    const ending = AbortSignal.any([signal, timeout]);
    let arrivedAt: number | null = null;
    void expected.arrived.then((at) => {
      arrivedAt = at;
    });
    // Asked at half-time, so that the whole stays within its time.
    const reached = reachedAtHalfTime(reach, publicOrigin, patienceMs / 2, ending);
    const post = pinnedCertificate === null ? publicPost : postPinned(pinnedCertificate);
    try {
      const isPublic = pinnedCertificate === null && !rules.allowPrivate;
      if (isPublic && (await leadsToPrivate(publicOrigin, resolve, ending))) return leadsInside();
      const url = `${publicOrigin}${hooksPrefix}${path}`;
      const { status, relay } = await send(post, url, nonce, ending);
      arrivedAt ??= relayedAt(path, nonce, relay);
      const failure = failureOfReply(status, arrivedAt !== null);
      if (failure !== null) return failure;
      const at = arrivedAt ?? clock.now();
      return { kind: 'proven', at, tookMs: Math.max(0, at - sentAt) };
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.aborted) return ofThrown(causeOfThrown(error), arrivedAt !== null);
      return unanswered(arrivedAt !== null, await reached.answer());
    } finally {
      expected.cancel();
      reached.cancel();
    }
  };
  return { prove };
}

const send = (
  post: ReachabilityPost,
  url: string,
  nonce: string,
  signal: AbortSignal,
): Promise<ReachabilityReply> =>
  post({
    url,
    headers: { 'content-type': 'application/json', [checkHeader]: nonce },
    body: '{}',
    signal,
  });

/** Asks once half the time is over without an answer, and has an answer when all of it is. */
function reachedAtHalfTime(
  reach: CanConnect,
  origin: string,
  afterMs: number,
  ending: AbortSignal,
) {
  let asked: Promise<boolean> | null = null;
  const timer = setTimeout(() => {
    asked = reach(origin, ending);
  }, afterMs);
  return {
    answer: async (): Promise<boolean> => (asked === null ? false : await asked),
    cancel: () => clearTimeout(timer),
  };
}
