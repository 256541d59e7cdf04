/** A tunnel's report as one sentence: its last check, what failed, what it means for webhooks. */
import { listed } from '../../../../bridge/words.ts';
import type { TunnelMove, TunnelReport } from './tunnel-state.ts';

/** `now` in milliseconds since 1970. */
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
