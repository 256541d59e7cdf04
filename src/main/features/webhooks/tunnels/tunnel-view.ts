/** A tunnel as the bridge shows it. */
import type {
  TunnelState as ShownState,
  TunnelSecretName,
  TunnelView,
} from '../../../../bridge/tunnels.ts';
import { listed } from '../../../../bridge/words.ts';
import type { CheckedPath, TunnelRoute } from '../register/types.ts';
import type { PathCheck } from './path-checks.ts';
import { secretsOf } from './providers.ts';
import type { StoredTunnel } from './tunnel-file.ts';
import type { TunnelMove, TunnelReport, TunnelState } from './tunnel-state.ts';
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

/** A tunnel's report as one sentence: its last check, what failed, what it means for webhooks. `now` in milliseconds since 1970. */
export function describeReport({ state, lastProvenAt }: TunnelReport, now: number): string {
  const last =
    lastProvenAt === null
      ? 'No check has passed yet.'
      : `A check last passed ${ageOf(lastProvenAt, now)} ago.`;
  switch (state.state) {
    case 'closed':
      return 'Closed: no deliveries arrive through this tunnel.';
    case 'opening':
      return 'Opening. Not checked yet.';
    case 'proving':
      return `Open at ${state.publicOrigin}, but not checked yet.`;
    case 'proven':
      return `Check passed ${ageOf(state.at, now)} ago: a test request to ${state.publicOrigin} came back.`;
    case 'failing':
      return `${state.reason.sentence} ${last}`;
    case 'not-provable':
      return (
        `Can’t be checked from this computer. ${state.reason.sentence} Some networks can’t reach their ` +
        `own public side, so the tunnel may still work from outside. ${last}`
      );
  }
}

/**
 * Webhooks can neither be changed nor deleted (Interface 4.4), so a new address costs a place.
 * `registered`: names of the open profile's webhooks at the old address; null while none is open.
 */
export function describeMove(
  { from, to }: TunnelMove,
  registered: readonly string[] | null,
): string {
  const moved = `The public URL changed from ${from} to ${to}.`;
  if (registered?.length === 0) {
    return `${moved} No webhook of this profile that is known to Causeway is registered with the old URL, so none of them is cut off.`;
  }
  const cutOff =
    registered === null
      ? 'Webhooks registered with the old URL no longer deliver here.'
      : formatCutOff(registered);
  return (
    `${moved} ${cutOff} Causeway can’t change a webhook’s URL. Restore the old URL (a reserved domain ` +
    'keeps it), or create a new webhook, which uses one more of 10 webhooks.'
  );
}

/** `The webhook “Desk” is …`, `The webhooks “Desk” and “Ledger” are …`. */
function formatCutOff(names: readonly string[]): string {
  const quoted = listed(names.map((name) => `“${name}”`));
  return names.length === 1
    ? `The webhook ${quoted} is registered with the old URL and no longer delivers here.`
    : `The webhooks ${quoted} are registered with the old URL and no longer deliver here.`;
}

function ageOf(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
