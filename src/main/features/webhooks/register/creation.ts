/** What has to hold before the URL of a path is sent. */
import { Failed, invalid } from '../../../core/intents/failed.ts';
import type { Creation, TunnelRoute, TunnelRoutes } from './types.ts';
import { readWebhookUrl, webhookUrl } from './webhook-url.ts';

/** What is asked where another place may not be needed. */
export const placeQuestion =
  'A known webhook can be used, or an earlier request may have created this one. The service allows 10 webhooks, and Causeway can’t delete one. Nothing was sent. Continue only if you need another webhook.';

/** The name of the question whether the address is reached at all. */
const notProvable = 'not-provable';

/** The open tunnel that the URL leads through; undefined where there is none. */
export function openRouteOf(
  url: string,
  ways: Pick<TunnelRoutes, 'list'>,
): TunnelRoute | undefined {
  const origin = readWebhookUrl(url)?.origin;
  return ways.list().find((way) => way.state !== 'closed' && way.publicOrigin === origin);
}

const takeInstead = (url: string, freePath: string, ways: Pick<TunnelRoutes, 'list'>): string => {
  const origin = openRouteOf(url, ways)?.publicOrigin ?? null;
  return origin === null
    ? 'Nothing was sent. Use one of the offered URLs instead.'
    : `Nothing was sent. Use ${webhookUrl(origin, freePath)} instead.`;
};

/** The path is another webhook's, or may be. `freePath` is offered in its place. */
export function pathTaken(url: string, freePath: string, ways: Pick<TunnelRoutes, 'list'>): Failed {
  const why =
    'This URL belongs to another webhook, or may. Causeway can’t tell two webhooks with one URL apart.';
  const sentence = `${why} ${takeInstead(url, freePath, ways)}`;
  return invalid(sentence, 'path-taken');
}

/** The tunnel is ours and the path is not: what is sent there would be turned away. */
export function pathUnknown(
  url: string,
  freePath: string,
  ways: Pick<TunnelRoutes, 'list'>,
): Failed {
  const why =
    'This URL leads to this computer, but not to a path of a webhook, so every delivery would be rejected.';
  const sentence = `${why} ${takeInstead(url, freePath, ways)}`;
  return invalid(sentence, 'path-unknown');
}

/**
 * Throws Failed NOT_SENT where what the service sends would not arrive, and ASKS_FIRST where nobody
 * here can tell and the person did not go on yet. `alike`: ids of webhooks that would do as well.
 */
export async function checkedRoute(
  { intentKey, input, confirmed }: Creation,
  slotPath: string,
  ways: TunnelRoutes,
  alike: () => readonly string[],
): Promise<void> {
  const way = openRouteOf(input.url, ways);
  const proved = way === undefined ? null : await ways.prove(way.tunnelId, slotPath);
  if (proved?.state === 'proven') return;
  if (proved?.state === 'not-provable') {
    if (confirmed.includes(notProvable)) return;
    throw asksFirst(proved, intentKey, confirmed, alike());
  }
  const why = proved?.sentence ?? 'No tunnel with this URL is open.';
  throw new Failed('NOT_SENT', {
    sentence: `${why} A new one uses one of 10 webhooks, and Causeway can’t delete it, so Causeway creates a webhook only where its deliveries arrive. Nothing was sent.`,
    cause: 'not-proven',
    canTryAgain: true,
    intentKey,
  });
}

function asksFirst(
  way: TunnelRoute,
  intentKey: string,
  confirmed: readonly string[],
  alike: readonly string[],
): Failed {
  const doubt = `Causeway could not check that deliveries to this URL arrive. ${way.sentence} If they don’t, the webhook delivers nothing and still uses one of 10 webhooks.`;
  const goOn =
    'Nothing was sent. Continue only if you know that this URL can be reached from outside.';
  return new Failed('ASKS_FIRST', {
    sentence: [doubt, ...(alike.length > 0 ? [placeQuestion] : []), goOn].join(' '),
    cause: notProvable,
    canTryAgain: true,
    intentKey,
    asks: [...new Set([...confirmed, notProvable, ...alike])],
    alike: alike.map((id) => ({ kind: 'record' as const, id })),
  });
}
