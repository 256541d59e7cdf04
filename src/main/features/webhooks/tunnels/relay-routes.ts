/**
 * Ways in through the relays of a team. They stand at the company, so nothing is opened here; a check asks
 * the public URL for a signature of the relay, which gives one on paths that the team named alone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Random } from '../../../../platform/random.ts';
import { answeredBy } from '../../../../team-log/relay-check.ts';
import { routeOnPath } from '../register/route-on-path.ts';
import type { CheckedPath, TunnelRoute, TunnelRoutes, WatchedWebhook } from '../register/types.ts';
import { type PublicOriginRules, readPublicOrigin } from './public-origin.ts';
import { createReachabilityCheck, type ReachabilityResult } from './reachability-check.ts';
import { TunnelError } from './tunnel.ts';

export interface TeamRelays {
  /** 64 hex digits. */
  readonly team: string;
  /** Relays that are members now: Ed25519 key, and the public URL that an owner gave. */
  list(): readonly { readonly signing: string; readonly url: string }[];
  /** Names the path to the relays. Rejects, with a sentence in its message, where that can't be done now. */
  announce(path: string): Promise<void>;
}

export interface RelayRoutesParts {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly rules: PublicOriginRules;
  readonly watched: () => readonly WatchedWebhook[];
  readonly onChange: () => void;
}

export interface RelayRoutes extends TunnelRoutes {
  close(): void;
}

const CHECK_MS = 60_000;
/** A relay reads what the team names within seconds. */
const READING_MS = 8_000;
const AGAIN_MS = 400;

const nothingTold = 'The URL of the team’s relay is not checked yet.';

export function createRelayRoutes(relays: TeamRelays, parts: RelayRoutesParts): RelayRoutes {
  const { team } = relays;
  const { clock, onChange } = parts;
  const ending = new AbortController();
  const told = new Map<string, Pick<TunnelRoute, 'state' | 'lastProvenAt' | 'sentence'>>();
  const paths = new Map<string, Map<string, CheckedPath>>();

  const originOf = (url: string): string | null => {
    try {
      return readPublicOrigin(url, parts.rules);
    } catch (error) {
      if (error instanceof TunnelError) return null;
      throw error;
    }
  };
  const isOfRelay = (origin: string): boolean =>
    relays.list().some(({ url }) => originOf(url) === origin);

  const list = (): TunnelRoute[] =>
    [...new Set(relays.list().flatMap(({ url }) => originOf(url) ?? []))].map((origin) => ({
      tunnelId: `team-relay:${origin}`,
      kind: 'team-relay',
      publicOrigin: origin,
      formerOrigins: [],
      lasts: true,
      paths: paths.get(origin) ?? new Map(),
      ...(told.get(origin) ?? { state: 'proving', lastProvenAt: null, sentence: nothingTold }),
    }));

  const check = createReachabilityCheck({
    ...parts,
    receiver: {
      expectProof: () => ({ arrived: new Promise(() => undefined), cancel: () => undefined }),
    },
    isRelayed: (path, nonce, relay) =>
      answeredBy(
        relay,
        relays.list().map(({ signing }) => signing),
        { team, path, nonce },
      ) !== null,
  });

  const keep = (origin: string, path: string, result: ReachabilityResult): void => {
    const ofOrigin = paths.get(origin) ?? new Map<string, CheckedPath>();
    paths.set(origin, ofOrigin);
    const before = told.get(origin)?.lastProvenAt ?? null;
    if (result.kind === 'proven') {
      const lastProvenAt = isoTime(result.at);
      ofOrigin.set(path, { state: 'proven', lastProvenAt });
      const sentence = 'The team’s relay is reached at its public URL and takes deliveries.';
      told.set(origin, { state: 'proven', lastProvenAt, sentence });
    } else {
      const { sentence } = result.failure;
      const state = result.kind === 'unreached' ? 'not-provable' : 'failed';
      ofOrigin.set(path, { state: 'failed', lastProvenAt: before, sentence });
      told.set(origin, { state, lastProvenAt: before, sentence });
    }
    onChange();
  };

  const ask = (origin: string, path: string): Promise<ReachabilityResult> =>
    check.prove({ publicOrigin: origin, pinnedCertificate: null, path }, ending.signal);

  /** Until the relay has read that the path is the team's. */
  const askUntilRead = async (origin: string, path: string): Promise<ReachabilityResult> => {
    const until = clock.now() + READING_MS;
    for (;;) {
      const result = await ask(origin, path);
      if (result.kind !== 'failed' || clock.now() >= until) return result;
      await pause(AGAIN_MS, undefined, { signal: ending.signal });
    }
  };

  const prove = async (tunnelId: string, path: string): Promise<TunnelRoute> => {
    const found = () => list().find((route) => route.tunnelId === tunnelId);
    const origin = found()?.publicOrigin ?? null;
    if (origin === null) throw new TypeError('No such relay.');
    try {
      await relays.announce(path);
      keep(origin, path, await askUntilRead(origin, path));
    } catch (error) {
      ending.signal.throwIfAborted();
      const sentence = error instanceof Error ? error.message : String(error);
      keep(origin, path, {
        kind: 'failed',
        failure: { code: 'local', sentence, needsPerson: false },
      });
    }
    const route = found();
    if (route === undefined) throw new TypeError('The relay was removed.');
    return routeOnPath(route, path);
  };

  const checkWatched = async (): Promise<void> => {
    for (const { path, origin } of parts.watched()) {
      if (isOfRelay(origin)) keep(origin, path, await ask(origin, path));
    }
  };
  const checkNow = (): void => void checkWatched().catch(() => undefined);
  const timer = setInterval(checkNow, CHECK_MS);
  timer.unref();
  setImmediate(checkNow);

  return {
    list,
    prove,
    close() {
      clearInterval(timer);
      ending.abort();
    },
  };
}
