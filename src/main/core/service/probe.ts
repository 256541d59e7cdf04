/**
 * Does the token work? `GET /v1/event/event_causewayprobe0`: 401 or 403 is a refusal, any known error
 * form (or an event) proves it, anything else is not this service (decisions 31, Interface 4.5).
 */
import type { FailureCause } from './causes.ts';
import type { NoResponse, ServiceResponse } from './exchange.ts';
import type { ProbeOutcome } from './outcomes.ts';
import { isKnownError, readOutcome } from './read-outcome.ts';
import { readFailedMessage } from './sentences.ts';

/** An event that no service has. */
export const probeEventId = 'event_causewayprobe0';

/** Something answers there, but not as the service does. */
const answersOtherwise: ReadonlySet<FailureCause> = new Set<FailureCause>([
  'redirected',
  'too-large',
]);

export function probeOutcomeOf(answer: ServiceResponse | NoResponse): ProbeOutcome {
  if (answer.kind === 'no-answer') {
    const { cause, status } = answer;
    const kind = answersOtherwise.has(cause) ? 'not-this-service' : 'unreachable';
    const facts = { status, error: null, requestId: null };
    return { kind, cause, ...facts, sentence: readFailedMessage(cause) };
  }
  const judgement = readOutcome(answer, 'event');
  const { status } = answer;
  const error = judgement.kind === 'resource' ? null : judgement.error;
  const facts = { status, error, requestId: error?.requestId ?? answer.requestId };
  if (status === 401 || status === 403) {
    const cause = status === 401 ? 'unauthorized' : 'forbidden';
    return { kind: 'refused', cause, ...facts, sentence: refusal(status, isKnownError(error)) };
  }
  if (judgement.kind === 'resource' || isKnownError(error)) {
    const sentence = 'The service responds at this base URL and accepts the token.';
    return { kind: 'proven', cause: null, ...facts, sentence, doubt: doubtOf(facts) };
  }
  if (judgement.cause === 'rate-limited') {
    const { cause } = judgement;
    return { kind: 'unreachable', cause, ...facts, sentence: readFailedMessage(cause) };
  }
  // A gateway's refusal is enough for a write; of who answers here it says nothing.
  const form = answer.parsed.kind === 'html-page' ? 'html-page' : 'unknown-form';
  const cause = judgement.kind === 'refused' ? form : judgement.cause;
  const sentence = `What responds at this base URL is not the service. ${readFailedMessage(cause)}`;
  return { kind: 'not-this-service', cause, ...facts, sentence };
}

const doubt =
  'The service responds, but does not say whether the event or the path is unknown to it. Compare the base URL with the one the service gave you before you create anything.';

/** An answer about the event leaves none; a 404 about a path that nothing is at would look the same. */
function doubtOf({ status, error }: Pick<ProbeOutcome, 'status' | 'error'>): string | null {
  if (status !== 404) return null;
  return error?.messages.some(speaksOfTheEvent) === true ? null : doubt;
}

/** Not of the path, which names events too, and which a server repeats that knows none. */
function speaksOfTheEvent(message: string): boolean {
  const words = message.replaceAll(/\S*\/\S*/g, ' ');
  return /\bevent\b/i.test(words) && !/\b(?:route|path|endpoint|url)\b/i.test(words);
}

function refusal(status: number, isTheService: boolean): string {
  const sentence =
    status === 401
      ? 'The service does not accept the token. It may have expired or be mistyped.'
      : 'The service does not allow this token here. It may belong to the other environment.';
  if (isTheService) return sentence;
  return `${sentence} The response is not in a form of the service, so check the base URL as well.`;
}
