/** A tunnel as the bridge shows it. */
import type {
  TunnelState as ShownState,
  TunnelSecretName,
  TunnelView,
} from '../../../../bridge/tunnels.ts';
import type { CheckedPath, TunnelRoute } from '../register/types.ts';
import { describeMove, describeReport } from './describe-state.ts';
import type { PathCheck } from './path-checks.ts';
import { secretsOf } from './providers.ts';
import type { StoredTunnel } from './tunnel-file.ts';
import type { TunnelReport, TunnelState } from './tunnel-state.ts';
import type { Watched } from './watched-paths.ts';

export interface ShownTunnel extends StoredTunnel {
  readonly report: TunnelReport;
  readonly lasts: boolean;
  readonly held: ReadonlySet<TunnelSecretName>;
  readonly hostKey: string | null;
  readonly hostKeyToTrust: string | null;
  readonly watched: Watched;
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const shownState = ({ state }: TunnelState): ShownState => (state === 'failing' ? 'failed' : state);

const originOf = (state: TunnelState): string | null =>
  'publicOrigin' in state ? state.publicOrigin : null;

const nextOf = (state: TunnelState): number | null => {
  if (state.state === 'proven') return state.nextProofAt;
  return 'nextTryAt' in state ? state.nextTryAt : null;
};

export function tunnelView(tunnel: ShownTunnel, now: number): TunnelView {
  const { id, settings, isWanted, origin, report, lasts, held, hostKey, hostKeyToTrust } = tunnel;
  const { state, lastProvenAt, moved } = report;
  return {
    id,
    kind: settings.kind,
    name: settings.kind === 'sandbox' ? 'Built-in sandbox' : settings.name,
    settings,
    isWanted,
    state: shownState(state),
    since: iso(state.since),
    publicOrigin: originOf(state) ?? origin,
    lastProvenAt: iso(lastProvenAt),
    lastProofMs: state.state === 'proven' ? state.tookMs : null,
    sentence: describeReport(report, now),
    lasts,
    changedFrom: moved?.from ?? null,
    changedMeans: moved === null ? null : describeMove(moved, registeredAt(tunnel, moved.from)),
    nextTryAt: iso(nextOf(state)),
    failures: state.state === 'failing' ? state.failures : 0,
    secrets: secretsOf(settings).map((name) => ({ name, isHeld: held.has(name) })),
    hostKey,
    hostKeyToTrust,
  };
}

/** Names of the open profile's webhooks at an address; null while no profile is open. */
function registeredAt({ watched }: ShownTunnel, origin: string): readonly string[] | null {
  const found = watched?.filter((webhook) => webhook.origin === origin);
  return found?.map(({ name, path }) => name ?? path) ?? null;
}

/** The tunnel as webhooks see it. */
export function routeOf(
  shown: TunnelView,
  formerOrigins: readonly string[],
  { paths }: TunnelReport,
): TunnelRoute {
  const { id: tunnelId, kind, publicOrigin, state, lastProvenAt, lasts, sentence } = shown;
  const ways = [...paths].map(([path, proof]): [string, CheckedPath] => [path, provenPath(proof)]);
  const way = { tunnelId, kind, publicOrigin, formerOrigins, state, lastProvenAt, lasts, sentence };
  return { ...way, paths: new Map(ways) };
}

function provenPath(proof: PathCheck): CheckedPath {
  if (proof.state === 'proven') {
    return { state: 'proven', lastProvenAt: new Date(proof.at).toISOString() };
  }
  const { lastProvenAt, reason } = proof;
  return { state: 'failed', lastProvenAt: iso(lastProvenAt), sentence: reason.sentence };
}
