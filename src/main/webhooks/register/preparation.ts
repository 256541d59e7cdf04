/** What to know before a webhook takes one of the ten places (Interface 8; decisions 17). */
import type { Advice, OfferedAddress, WebhookPreparation } from '../../../bridge/webhooks.ts';
import { webhookLimit } from '../../../bridge/webhooks.ts';
import type { Ways, WayThrough } from './types.ts';
import { webhookUrl } from './webhook-url.ts';

/** Proves every open way on the path that the new webhook would have. */
export async function offersFor(ways: Ways, slotPath: string): Promise<OfferedAddress[]> {
  const open = ways.list().filter((way) => way.state !== 'closed' && way.publicOrigin !== null);
  const proved = await Promise.all(open.map((way) => ways.prove(way.tunnelId, slotPath)));
  return proved.flatMap((way) => offerOf(way, slotPath));
}

function offerOf(way: WayThrough, slotPath: string): OfferedAddress[] {
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
      `Ten webhooks are known, and the service allows no more. It will refuse another one.`,
      'Use one of those that are there, or ask the service’s support to remove one.',
    );
  } else if (left <= 3) {
    say('few-left', 'warning', `${placesLeft(left)} known to be left.`, null);
  }
  if (mayExist > 0) {
    const sentence = `${mayExist === 1 ? 'One more' : `${mayExist} more`} may exist: the answer was lost.`;
    say('may-exist', 'warning', sentence, 'Ask the service’s support which webhooks there are.');
  }
  const [first] = reusable;
  if (first !== undefined) {
    say('reuse', 'warning', first.sentence, 'Use it instead of taking another place.');
  }
  if (addresses.length > 0 && addresses.every(({ lasts }) => !lasts)) {
    say(
      'does-not-last',
      'warning',
      'The address of this tunnel changes when it is opened again, and a webhook can’t be moved: it would get nothing from then on and still take a place.',
      'Use a tunnel whose address stays: a reserved domain, your own server or your own address.',
    );
  }
  say(
    'irreversible',
    'info',
    'A webhook can’t be changed or deleted through the service: its address and events stay, and it takes one of ten places for good.',
    null,
  );
  return advice;
}

const placesLeft = (left: number): string => (left === 1 ? 'One place is' : `${left} places are`);
