/** Problems of a webhook, and what to do: most urgent first. */
import {
  type Advice,
  type OfferedUrl,
  type WebhookPreparation,
  type WebhookReachability,
  type WebhookRow,
  webhookLimit,
} from '../../../../bridge/webhooks.ts';
import { counted } from '../../../../bridge/words.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { routeOnPath } from './route-on-path.ts';
import type { TunnelRoute, TunnelRoutes } from './types.ts';
import { readWebhookUrl, webhookUrl } from './webhook-url.ts';

const noTunnel = { tunnelId: null, kind: null, lastProvenAt: null } as const;

/** Its deliveries come to another computer of the team, and from there to this one. */
export const reachedElsewhere = (computer: string): WebhookReachability => ({
  ...noTunnel,
  state: 'elsewhere',
  sentence: `Deliveries come to “${computer}”, and from there to the computers of the team, verified there.`,
});

export const reachedAtRelay: WebhookReachability = {
  ...noTunnel,
  state: 'elsewhere',
  kind: 'team-relay',
  sentence: 'Deliveries come to the team’s relay, and from there to the computers of the team.',
};

/** `ownPath`: the path of this computer that stands in the URL; null where there is none. */
export function reachabilityOf(
  url: string | null,
  ownPath: string | null,
  ways: readonly TunnelRoute[],
): WebhookReachability {
  const origin = url === null ? null : (readWebhookUrl(url)?.origin ?? null);
  if (ownPath === null || origin === null) {
    const sentence =
      'The webhook’s URL does not belong to this computer, so its deliveries go elsewhere.';
    return { ...noTunnel, state: 'elsewhere', sentence };
  }
  const way = ways.find(({ publicOrigin }) => publicOrigin === origin);
  if (way !== undefined) {
    const { tunnelId, kind, lastProvenAt, state, sentence } = routeOnPath(way, ownPath);
    return { tunnelId, kind, lastProvenAt, state, sentence };
  }
  // Tunnels are of the whole installation: another one that is open has nothing to do with it.
  const other = ways.find(
    ({ state, publicOrigin, formerOrigins }) =>
      state !== 'closed' && publicOrigin !== null && formerOrigins.includes(origin),
  );
  if (other === undefined) {
    const sentence = `No tunnel is open at ${origin}, so no deliveries arrive.`;
    return { ...noTunnel, state: 'closed', sentence };
  }
  return {
    tunnelId: other.tunnelId,
    kind: other.kind,
    lastProvenAt: null,
    state: 'url-changed',
    sentence: `The webhook is registered at ${origin}, but its tunnel is now open at ${other.publicOrigin}. The service still sends to the old URL, so no deliveries arrive.`,
  };
}

/** Events are a set: their order means nothing. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value.map(String))].toSorted() : value;

const inWords = (value: unknown): string => {
  const shown = ordered(value);
  return Array.isArray(shown) ? shown.join(', ') : String(shown);
};

/** `entered` is what was sent, empty where it was not created here; `body` what the service says. */
export function mismatchAdvice(record: {
  readonly body: JsonObject;
  readonly entered: JsonObject;
}): Advice[] {
  return ['url', 'events', 'name'].flatMap((key) => {
    const sent = record.entered[key];
    const told = record.body[key];
    if (sent == null || told == null) return [];
    if (canonicalJson(ordered(sent)) === canonicalJson(ordered(told))) return [];
    return [
      {
        code: `departs-${key}`,
        tone: key === 'name' ? ('warning' as const) : ('problem' as const),
        sentence: `The service reports the ${key === 'url' ? 'URL' : key} as ${inWords(told)}. The request had ${inWords(sent)}.`,
        whatToDo: 'Ask the service’s support. Causeway can’t change a webhook.',
      },
    ];
  });
}

/** Average that receivers have to stay under (Interface 6, 8; decisions 33). */
export const slowReplyMs = 5_000;

export function adviceFor(row: Omit<WebhookRow, 'forwards'>): Advice[] {
  return [...secretAdvice(row), ...wayAdvice(row), ...serviceAdvice(row), ...arrivalAdvice(row)];
}

type Row = Omit<WebhookRow, 'forwards'>;

function secretAdvice({ secret }: Row): Advice[] {
  if (secret === 'held' || secret === 'with-team') return [];
  const isLost = secret === 'lost';
  return [
    {
      code: isLost ? 'secret-lost' : 'secret-not-given',
      tone: 'problem',
      sentence: isLost
        ? 'The secret was in a lost response, and Causeway can’t request it. Without it, deliveries can’t be verified.'
        : 'Causeway does not store this webhook’s secret, so its deliveries can’t be verified.',
      whatToDo: isLost
        ? 'Ask the service’s support for the secret and enter it. Otherwise create another webhook, and ask them to remove this one, which counts towards the limit of 10.'
        : 'Ask whoever created the webhook for its secret and enter it. Otherwise, create another webhook.',
    },
  ];
}

function wayAdvice({ wayIn, slot }: Row): Advice[] {
  const what: Partial<Record<typeof wayIn.state, string>> = {
    'url-changed':
      'Open the tunnel with the old URL again. If you can’t, create a new webhook: Causeway can’t change a webhook’s URL.',
    closed: 'Open the tunnel that leads to this webhook’s URL.',
    elsewhere:
      'Do nothing if this is intended. Causeway verifies deliveries that a proxy passes on to this computer.',
    failed: 'See Tunnels for the failure. Causeway tries again automatically.',
  };
  if (slot === null || ['proven', 'proving', 'opening'].includes(wayIn.state)) return [];
  if (wayIn.state === 'elsewhere' && wayIn.kind === 'team-relay') return [];
  const tone = ['not-provable', 'elsewhere'].includes(wayIn.state) ? 'info' : 'problem';
  const whatToDo = what[wayIn.state] ?? null;
  return [{ code: `way-${wayIn.state}`, tone, sentence: wayIn.sentence, whatToDo }];
}

function serviceAdvice({ active, status, deliveryRate }: Row): Advice[] {
  if (active === false) {
    const sentence =
      'The service reports that this webhook is not active, so it sends no deliveries to it.';
    const whatToDo = 'Causeway can’t activate it. Ask the service’s support.';
    return [{ code: 'inactive', tone: 'problem', sentence, whatToDo }];
  }
  // An open set: only the value that was seen is known to be good, and another need not be bad.
  if (status === null || status === 'healthy') return [];
  const sentence =
    deliveryRate === null
      ? `The service reports the status “${status}”.`
      : `The service reports the status “${status}” and a delivery rate of ${deliveryRate}.`;
  if (!isBelowWhole(deliveryRate))
    return [{ code: 'status', tone: 'info', sentence, whatToDo: null }];
  const whatToDo =
    'Some deliveries do not arrive. Check whether the tunnel’s checks always passed.';
  return [{ code: 'status', tone: 'warning', sentence, whatToDo }];
}

/** Its unit is not shown (decisions 11): what is whole as a fraction or in percent is not below. */
function isBelowWhole(deliveryRate: string | null): boolean {
  if (deliveryRate === null || !/^\d+(\.\d+)?$/.test(deliveryRate)) return false;
  const rate = Number(deliveryRate);
  return rate < 100 && rate !== 1;
}

function arrivalAdvice({ slot, secret }: Row): Advice[] {
  if (slot === null) return [];
  const toUnlock =
    secret === 'with-team'
      ? 'Make sure that a computer of the team that has the secret is connected.'
      : 'Unlock Causeway or enter the secret.';
  const { averageAnswerMs, held, refusedHoldFull, droppedFromQuarantine, verdicts } = slot;
  const found: Advice[] = [];
  const say = (code: string, tone: Advice['tone'], sentence: string, whatToDo: string | null) =>
    found.push({ code, tone, sentence, whatToDo });
  if (averageAnswerMs !== null && averageAnswerMs >= slowReplyMs) {
    say(
      'slow',
      'warning',
      `This computer took ${Math.round(averageAnswerMs)} ms to respond on average; the service asks for less than 5,000 ms.`,
      'Close other programs that keep this computer busy.',
    );
  }
  if (refusedHoldFull > 0) {
    say(
      'hold-full',
      'warning',
      `${counted(refusedHoldFull, 'delivery was', 'deliveries were')} rejected because too many unverified ones were held.`,
      `${toUnlock} The service may send rejected deliveries again.`,
    );
  }
  if (held > 0) {
    say(
      'held',
      'info',
      `${counted(held, 'delivery is', 'deliveries are')} held and not verified yet.`,
      secret === 'held'
        ? 'Check that the stored secret is this webhook’s. If not, enter the right one: Causeway then checks the signatures.'
        : `${toUnlock} Causeway then checks the signatures.`,
    );
  }
  const unsigned = verdicts.wrong + verdicts.missing;
  if (unsigned > 0) {
    say(
      'not-signed',
      'info',
      `${counted(unsigned, 'request', 'requests')} came without a signature, or with one that did not match the webhook’s secret.`,
      unsigned === 1 ? 'Open the delivery to see why.' : 'Open one of the deliveries to see why.',
    );
  }
  if (droppedFromQuarantine > 0) {
    const what = counted(
      droppedFromQuarantine,
      'unverified request was',
      'unverified requests were',
    );
    const sentence = `${what} removed from quarantine to stay within its limits.`;
    say('dropped', 'info', sentence, null);
  }
  return found;
}

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

/** What to know before a webhook takes one of the ten places (Interface 8; decisions 17). */
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
