/** Writes: sent once, whatever comes of it (decisions 30). */
import type { ReadError } from '../../../contract/errors.ts';
import type { ResourceKind } from '../../../contract/resources.ts';
import { type NotSentCause, notSentCauses, type UnknownCause } from './causes.ts';
import type { Exchange, NoResponse, ServiceRequest, ServiceResponse } from './exchange.ts';
import type { NetworkCause } from './network-failure.ts';
import type { NotSent, UnknownOutcome, WriteOutcome } from './outcomes.ts';
import { isKnownError, readOutcome, type SignatureResult } from './read-outcome.ts';
import { notSentMessage, refusedMessage, unknownMessage } from './sentences.ts';

export async function write(
  exchange: Exchange,
  request: ServiceRequest,
  wanted: ResourceKind,
  /** The same address has answered as the service does before. */
  hasAnswered: boolean,
): Promise<WriteOutcome> {
  const answer = await exchange(request);
  return answer.kind === 'answer'
    ? outcomeOf(answer, readOutcome(answer, wanted, hasAnswered))
    : outcomeOfSilence(answer);
}

export const notSent = (cause: NotSentCause): NotSent => ({
  kind: 'not-sent',
  cause,
  sentence: notSentMessage(cause),
});

const sure: ReadonlySet<string> = new Set(notSentCauses);
const isSure = (cause: NetworkCause): cause is NotSentCause => sure.has(cause);

function outcomeOfSilence(silence: NoResponse): WriteOutcome {
  const { cause, status, bytes } = silence;
  return isSure(cause)
    ? notSent(cause)
    : unknown(cause, { status, error: null, requestId: null, bytes });
}

function outcomeOf(answer: ServiceResponse, judgement: SignatureResult): WriteOutcome {
  const { status, bytes } = answer;
  if (judgement.kind === 'resource') {
    const { resource, body } = judgement;
    const requestId = judgement.requestId ?? answer.requestId;
    return { kind: 'answered', status, resource, body, bytes, requestId };
  }
  const { error } = judgement;
  const requestId = error?.requestId ?? answer.requestId;
  if (judgement.kind === 'unusable') {
    const rest = { status, error, requestId, bytes };
    return unknown(judgement.cause, rest, isMisplaced(status, error));
  }
  return {
    kind: 'refused',
    cause: judgement.cause,
    status,
    error: judgement.error,
    retryAfterMs: answer.retryAfterMs,
    requestId,
    sentence: refusedMessage(judgement.cause, isMisplaced(status, error)),
    bytes,
  };
}

/** What a server answers that knows no such path, as the service would not: the base URL may be wrong. */
const isMisplaced = (status: number, error: ReadError | null): boolean =>
  (status === 404 || status === 405) && !isKnownError(error);

function unknown(
  cause: UnknownCause,
  rest: Omit<UnknownOutcome, 'kind' | 'cause' | 'sentence'>,
  isElsewhere = false,
): UnknownOutcome {
  return { kind: 'unknown', cause, sentence: unknownMessage(cause, isElsewhere), ...rest };
}
