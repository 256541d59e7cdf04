/** What is the matter with a webhook, and what to do: most urgent first. */
import type { Advice, WebhookRow } from '../../../bridge/webhooks.ts';

/** Average that receivers have to stay under (Interface 6, 8; decisions 33). */
export const slowAnswerMs = 5_000;

export function adviceFor(row: Omit<WebhookRow, 'forwards'>): Advice[] {
  return [...secretAdvice(row), ...wayAdvice(row), ...serviceAdvice(row), ...arrivalAdvice(row)];
}

type Row = Omit<WebhookRow, 'forwards'>;

function secretAdvice({ secret }: Row): Advice[] {
  if (secret === 'held') return [];
  const isLost = secret === 'lost';
  return [
    {
      code: isLost ? 'secret-lost' : 'secret-not-given',
      tone: 'problem',
      sentence: isLost
        ? 'Its secret came in an answer that was lost and can never be had again, so nothing that it delivers can be proved.'
        : 'Its secret is not held here, so nothing that it delivers can be proved.',
      whatToDo: isLost
        ? 'Create another webhook in its place, and ask the service’s support to remove this one: it takes one of the ten places.'
        : 'Enter its secret, if whoever created it kept it. Otherwise create another webhook.',
    },
  ];
}

function wayAdvice({ wayIn, slot }: Row): Advice[] {
  const what: Partial<Record<typeof wayIn.state, string>> = {
    'url-changed':
      'Open the tunnel under the old address again. If that can’t be had, only a new webhook helps: the address of one can’t be changed.',
    closed: 'Open the tunnel that leads to it.',
    elsewhere:
      'Nothing needs to be done where that is meant. What is led from there to this computer is proved with its secret.',
    failed: 'See Tunnels for what failed. It is tried again by itself.',
  };
  if (slot === null || ['proven', 'proving', 'opening'].includes(wayIn.state)) return [];
  const tone = ['not-provable', 'elsewhere'].includes(wayIn.state) ? 'info' : 'problem';
  const whatToDo = what[wayIn.state] ?? null;
  return [{ code: `way-${wayIn.state}`, tone, sentence: wayIn.sentence, whatToDo }];
}

function serviceAdvice({ active, status, deliveryRate }: Row): Advice[] {
  if (active === false) {
    const sentence = 'The service says that it is not active, so it sends nothing to it.';
    const whatToDo = 'Nothing here can turn it on again. Ask the service’s support.';
    return [{ code: 'inactive', tone: 'problem', sentence, whatToDo }];
  }
  // An open set: only the value that was seen is known to be good.
  if (status === null || status === 'healthy') return [];
  const rate = deliveryRate === null ? '' : `, with a delivery rate of ${deliveryRate}`;
  const sentence = `The service calls it “${status}”${rate}.`;
  const whatToDo = 'Deliveries fail on their way. See whether the tunnel was proved all the time.';
  return [{ code: 'status', tone: 'warning', sentence, whatToDo }];
}

function arrivalAdvice({ slot }: Row): Advice[] {
  if (slot === null) return [];
  const { averageAnswerMs, held, refusedHoldFull, droppedFromQuarantine, verdicts } = slot;
  const found: Advice[] = [];
  const say = (code: string, tone: Advice['tone'], sentence: string, whatToDo: string | null) =>
    found.push({ code, tone, sentence, whatToDo });
  if (averageAnswerMs !== null && averageAnswerMs >= slowAnswerMs) {
    say(
      'slow',
      'warning',
      `This computer took ${Math.round(averageAnswerMs)} ms to answer on average; the service asks for under 5,000 ms.`,
      'Close what else keeps this computer busy.',
    );
  }
  if (refusedHoldFull > 0) {
    say(
      'hold-full',
      'warning',
      `${counted(refusedHoldFull, 'delivery was', 'deliveries were')} refused because too many waited for a secret.`,
      'Unlock Causeway or enter the secret. What was refused is sent again for a while.',
    );
  }
  if (held > 0) {
    const what = counted(
      held,
      'delivery waits for a secret and is',
      'deliveries wait for a secret and are',
    );
    say(
      'held',
      'info',
      `${what} not proved yet.`,
      'Unlock Causeway or enter the secret; then it is judged.',
    );
  }
  const unsigned = verdicts.wrong + verdicts.missing;
  if (unsigned > 0) {
    say(
      'not-signed',
      'info',
      `${counted(unsigned, 'request', 'requests')} without a signature that its secret makes came and ${unsigned === 1 ? 'was' : 'were'} refused.`,
      unsigned === 1 ? 'Open it to see why.' : 'Open one of them to see why.',
    );
  }
  if (droppedFromQuarantine > 0) {
    const what = counted(droppedFromQuarantine, 'refused request was', 'refused requests were');
    const sentence = `${what} not kept, because only so many are.`;
    say('dropped', 'info', sentence, null);
  }
  return found;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
