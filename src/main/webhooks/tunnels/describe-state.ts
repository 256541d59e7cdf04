/** A tunnel's report as one sentence: what is so, what failed, what it means for webhooks. */
import type { TunnelMove, TunnelReport } from './tunnel-state.ts';

/** `now` in milliseconds since 1970. */
export function describeReport({ state, lastProvenAt }: TunnelReport, now: number): string {
  const last =
    lastProvenAt === null ? 'Never proven.' : `Last proven ${ageOf(lastProvenAt, now)} ago.`;
  switch (state.state) {
    case 'closed':
      return 'Closed: no deliveries come this way.';
    case 'opening':
      return 'Opening. Nothing is proven yet.';
    case 'proving':
      return `Open at ${state.publicOrigin}, but not proven yet.`;
    case 'proven':
      return `Last proven ${ageOf(state.at, now)} ago: a request went out to ${state.publicOrigin} and came back.`;
    case 'failing':
      return `${state.reason.sentence} ${last}`;
    case 'not-provable':
      return (
        `Not provable from here. ${state.reason.sentence} Some networks can’t reach their own public ` +
        `side, so it may work from outside all the same. ${last}`
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
  const moved = `The public address changed from ${from} to ${to}.`;
  if (registered?.length === 0) {
    return `${moved} No webhook of this profile that is known here is registered with the old one, so none of them is cut off.`;
  }
  const cutOff =
    registered === null
      ? 'Webhooks that are registered with the old address get nothing any more'
      : `${inWords(registered)} registered with the old address and ${registered.length === 1 ? 'gets' : 'get'} nothing any more`;
  return (
    `${moved} ${cutOff}, and a webhook’s address can’t be changed: bring the old address ` +
    'back (a reserved name keeps it), or register a new webhook, which takes one of the ten places.'
  );
}

/** `The webhook “Desk” is`, `The webhooks “Desk” and “Ledger” are`. */
function inWords(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  const last = quoted.pop();
  return quoted.length === 0
    ? `The webhook ${last} is`
    : `The webhooks ${quoted.join(', ')} and ${last} are`;
}

function ageOf(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
