/**
 * A proof that a tunnel delivers: a nonce of 128 bits, good for one use, goes out as a POST on a real
 * webhook path through the public address, and must come back to the receiver in time. The answer
 * must find its way back too, because a delivery without an answer counts as failed.
 */
import type { Clock } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { causeOfThrown } from '../../../core/service/network-failure.ts';
import { checkHeader, hooksPrefix, type Receiver } from '../receiver/types.ts';
import { leadsToPrivate, type Resolve, resolveName } from './public-name.ts';
import type { PublicOriginRules } from './public-origin.ts';
import {
  leadsInside,
  ofAnswer,
  ofThrown,
  type ReachabilityFailure,
  unanswered,
} from './reachability-failures.ts';
import {
  type CanConnect,
  canConnect,
  postPinned,
  postWithFetch,
  type ReachabilityPost,
} from './reachability-post.ts';

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
      const status = await send(post, `${publicOrigin}${hooksPrefix}${path}`, nonce, ending);
      const failure = ofAnswer(status, arrivedAt !== null);
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
): Promise<number> =>
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
