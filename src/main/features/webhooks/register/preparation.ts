/** What to know before a webhook takes one of the ten places (Interface 8; decisions 17). */
import type { Advice, OfferedUrl, WebhookPreparation } from '../../../../bridge/webhooks.ts';
import { webhookLimit } from '../../../../bridge/webhooks.ts';
import type { TunnelRoute, TunnelRoutes } from './types.ts';
import { webhookUrl } from './webhook-url.ts';

/** Proves every open way on the path that the new webhook would have. */
export async function offersFor(ways: TunnelRoutes, slotPath: string): Promise<OfferedUrl[]> {
  const open = ways.list().filter((way) => way.state !== 'closed' && way.publicOrigin !== null);
  const proved = await Promise.all(open.map((way) => ways.prove(way.tunnelId, slotPath)));
  return proved.flatMap((way) => offerOf(way, slotPath));
}

function offerOf(way: TunnelRoute, slotPath: string): OfferedUrl[] {
  const { publicOrigin, tunnelId, kind, state, lastProvenAt, lasts, sentence } = way;
  if (publicOrigin === null) return [];
  const url = webhookUrl(publicOrigin, slotPath);
  return [{ url, tunnelId, kind, state, lastProvenAt, lasts, sentence }];
}

export function adviceBefore({
  known,
  mayExist,
  addresses,
  reusable,
}: Pick<WebhookPreparation, 'known' | 'mayExist' | 'addresses' | 'reusable'>): Advice[] {
  const advice: Advice[] = [];
  const say = (code: string, tone: Advice['tone'], sentence: string, whatToDo: string | null) =>
    advice.push({ code, tone, sentence, whatToDo });
  const left = webhookLimit - known;
  if (left <= 0) {
    say(
      'full',
      'problem',
      `10 webhooks are known, and the service allows no more. It will refuse another one.`,
      'Use an existing webhook, or ask the service’s support to remove one.',
    );
  } else if (left <= 3) {
    say('few-left', 'warning', placesLeft(left), null);
  }
  if (mayExist > 0) {
    const sentence =
      mayExist === 1
        ? '1 more webhook may exist: the response was lost.'
        : `${mayExist} more webhooks may exist: the responses were lost.`;
    say('may-exist', 'warning', sentence, 'Ask the service’s support which webhooks exist.');
  }
  const [first] = reusable;
  if (first !== undefined) {
    say('reuse', 'warning', first.sentence, 'Use that webhook instead of creating another.');
  }
  if (addresses.length > 0 && addresses.every(({ lasts }) => !lasts)) {
    say(
      'does-not-last',
      'warning',
      'This tunnel’s URL changes when the tunnel is opened again, and Causeway can’t change a webhook’s URL. The webhook would then deliver nothing here and still count towards the limit of 10.',
      'Use a tunnel whose URL stays the same: a reserved domain, your own server or your own URL.',
    );
  }
  say(
    'irreversible',
    'info',
    'Causeway can’t change or delete a webhook. Its URL and events stay, and it uses one of 10 webhooks.',
    null,
  );
  return advice;
}

const placesLeft = (left: number): string =>
  left === 1
    ? 'As far as Causeway knows, you can create 1 more webhook.'
    : `As far as Causeway knows, you can create ${left} more webhooks.`;
