/** What has to hold before the URL of a path is sent. */
import { Failed } from '../../intents/failed.ts';
import type { Creation, Ways, WayThrough } from './types.ts';
import { readWebhookUrl, webhookUrl } from './webhook-url.ts';

/** What is asked where another place may not be needed. */
export const placeQuestion =
  'A webhook that is known here would do, or an earlier create may have made this one. At most ten may exist and none can be deleted. Nothing was sent. Go on only if another place is to be taken.';

/** The name of the question whether the address is reached at all. */
const notProvable = 'not-provable';

/** The open tunnel that the URL leads through; undefined where there is none. */
export function openWayOf(url: string, ways: Pick<Ways, 'list'>): WayThrough | undefined {
  const origin = readWebhookUrl(url)?.origin;
  return ways.list().find((way) => way.state !== 'closed' && way.publicOrigin === origin);
}

const takeInstead = (url: string, freePath: string, ways: Pick<Ways, 'list'>): string => {
  const origin = openWayOf(url, ways)?.publicOrigin ?? null;
  const what = origin === null ? 'an address that is offered' : webhookUrl(origin, freePath);
  return `Nothing was sent. Take ${what} instead.`;
};

/** The path is another webhook's, or may be. `freePath` is offered in its place. */
export function pathTaken(url: string, freePath: string, ways: Pick<Ways, 'list'>): Failed {
  const why =
    'This address belongs to another webhook, or may: two of them under one address could not be told apart.';
  const sentence = `${why} ${takeInstead(url, freePath, ways)}`;
  return new Failed('INVALID', { sentence, cause: 'path-taken' });
}

/** The tunnel is ours and the path is not: what is sent there would be turned away. */
export function pathUnknown(url: string, freePath: string, ways: Pick<Ways, 'list'>): Failed {
  const why =
    'This address leads to this computer, but to no path that is kept for a webhook, so every delivery would be turned away.';
  const sentence = `${why} ${takeInstead(url, freePath, ways)}`;
  return new Failed('INVALID', { sentence, cause: 'path-unknown' });
}

/**
 * Throws Failed NOT_SENT where what the service sends would not arrive, and ASKS_FIRST where nobody
 * here can tell and the person did not go on yet. `alike`: ids of webhooks that would do as well.
 */
export async function provenWay(
  { intentKey, input, confirmed }: Creation,
  slotPath: string,
  ways: Ways,
  alike: () => readonly string[],
): Promise<void> {
  const way = openWayOf(input.url, ways);
  const proved = way === undefined ? null : await ways.prove(way.tunnelId, slotPath);
  if (proved?.state === 'proven') return;
  if (proved?.state === 'not-provable') {
    if (confirmed.includes(notProvable)) return;
    throw asksFirst(proved, intentKey, confirmed, alike());
  }
  const why = proved?.sentence ?? 'No tunnel is open under this address.';
  throw new Failed('NOT_SENT', {
    sentence: `${why} A webhook takes a place for good, so it is only created where its deliveries arrive. Nothing was sent.`,
    cause: 'not-proven',
    canTryAgain: true,
    intentKey,
  });
}

function asksFirst(
  way: WayThrough,
  intentKey: string,
  confirmed: readonly string[],
  alike: readonly string[],
): Failed {
  const doubt = `It could not be proved that deliveries arrive at this address. ${way.sentence} If they don’t, the webhook gets nothing and still takes one of ten places for good.`;
  const goOn =
    'Nothing was sent. Go on only if you know that this address is reached from outside.';
  return new Failed('ASKS_FIRST', {
    sentence: [doubt, ...(alike.length > 0 ? [placeQuestion] : []), goOn].join(' '),
    cause: notProvable,
    canTryAgain: true,
    intentKey,
    asks: [...new Set([...confirmed, notProvable, ...alike])],
    alike: alike.map((id) => ({ kind: 'record' as const, id })),
  });
}
