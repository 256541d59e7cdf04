/** Reads: tried again when the line or the service fails in passing. They change nothing. */
import { bankAccountNotFoundMessage } from '../../../contract/errors.ts';
import type { ResourceKind } from '../../../contract/resources.ts';
import { drawnMs } from '../../../platform/back-off.ts';
import type { Random } from '../../../platform/random.ts';
import type { KnownSecrets } from '../foundation/secrets/known-secrets.ts';
import type { FailureCause } from './causes.ts';
import type { Exchange, NoResponse, ServiceRequest, ServiceResponse } from './exchange.ts';
import type { Answered, ReadFailed, ReadOutcome } from './outcomes.ts';
import { rawResponseOf } from './raw-response.ts';
import { readOutcome, refusalByStatus, type SignatureResult } from './read-outcome.ts';
import { readFailedMessage } from './sentences.ts';

export interface ReadOptions {
  readonly exchange: Exchange;
  readonly random: Random;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The first try and two more. */
const tries = 3;

/** Before the second try and before the third. */
const pauses = { firstMs: 400, longestMs: 800 };

/** Longer than this a person is not kept waiting: the failure carries `retryAfterMs` instead. */
const longestPauseMs = 5_000;

/** Passing: another try within a second or two can be expected to do better. */
const passing: ReadonlySet<FailureCause> = new Set<FailureCause>([
  'name',
  'refused',
  'no-route',
  'cut',
  'network',
  'server-error',
  'rate-limited',
]);

/** Later: a person may try it again without changing anything. */
const later: ReadonlySet<FailureCause> = new Set<FailureCause>([
  ...passing,
  'connect-timeout',
  'timeout',
  'proxy',
  'html-page',
  'not-json',
]);

/** The answer as it came, after the tries that it takes. */
export async function exchangeRead(
  options: ReadOptions,
  request: ServiceRequest,
): Promise<ServiceResponse | NoResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await options.exchange(request);
    const pause = attempt < tries ? pauseBefore(answer, attempt, options.random) : null;
    if (pause === null) return answer;
    await options.wait(pause);
  }
}

/** null when another try is no use. */
function pauseBefore(
  answer: ServiceResponse | NoResponse,
  attempt: number,
  random: Random,
): number | null {
  if (!passing.has(passingCauseOf(answer))) return null;
  const asked = answer.kind === 'answer' ? answer.retryAfterMs : null;
  if (asked !== null) return asked <= longestPauseMs ? asked : null;
  return drawnMs(attempt, pauses, random);
}

function passingCauseOf(answer: ServiceResponse | NoResponse): FailureCause {
  if (answer.kind === 'no-answer') return answer.cause;
  if (answer.status === 429) return 'rate-limited';
  // 501 and 505 are answers to what was asked, not faults that pass.
  return [500, 502, 503, 504].includes(answer.status) ? 'server-error' : 'rejected';
}

/** @param options.known what is cut by value out of an answer that is shown as it came */
export async function read(
  options: ReadOptions & { readonly known: KnownSecrets },
  request: ServiceRequest,
  wanted: { readonly kind: ResourceKind; readonly id: string },
): Promise<ReadOutcome> {
  const answer = await exchangeRead(options, request);
  const failedSo = (cause: FailureCause, facts: FailedFacts) => {
    const { bytes } = answer;
    const shown = bytes === null ? null : rawResponseOf(bytes, options.known.values());
    return failed(cause, { ...facts, answer: shown });
  };
  if (answer.kind === 'no-answer') return failedSo(answer.cause, { status: answer.status });
  const judgement = readOutcome(answer, wanted.kind);
  const { status, bytes, retryAfterMs } = answer;
  if (judgement.kind === 'resource') {
    const { resource, body } = judgement;
    const requestId = judgement.requestId ?? answer.requestId;
    if (resource.id !== wanted.id) return failedSo('unexpected-body', { status, requestId });
    return { kind: 'answered', status, resource, body, bytes, requestId } satisfies Answered;
  }
  const { error } = judgement;
  const requestId = error?.requestId ?? answer.requestId;
  const byStatus = judgement.cause === 'unknown-form' ? refusalByStatus(status) : null;
  const cause = causeFor(wanted.kind, byStatus ?? judgement.cause, judgement);
  return failedSo(cause, { status, error, retryAfterMs, requestId });
}

/**
 * That a bank account does not exist is a message (Interface 7.2), and no status is given for it (7.3): the
 * message says it under any 4xx. A 404 without it may be about anything else, a customer or a gateway's
 * route, and by it nobody should call an account gone.
 */
function causeFor(
  wanted: ResourceKind,
  cause: FailureCause,
  { kind, error }: Exclude<SignatureResult, { kind: 'resource' }>,
): FailureCause {
  if (wanted !== 'bankAccount') return cause;
  const messages = error?.messages ?? [];
  if (kind === 'refused' && messages.includes(bankAccountNotFoundMessage)) return 'not-found';
  if (cause !== 'not-found') return cause;
  return messages.length > 0 ? 'rejected' : 'unknown-form';
}

type FailedFacts = Partial<
  Pick<ReadFailed, 'status' | 'error' | 'retryAfterMs' | 'requestId' | 'answer'>
>;

export function failed(cause: FailureCause, facts: FailedFacts = {}): ReadFailed {
  return {
    kind: 'failed',
    cause,
    status: null,
    error: null,
    retryAfterMs: null,
    requestId: null,
    canTryAgain: later.has(cause),
    sentence: readFailedMessage(cause),
    answer: null,
    ...facts,
  };
}
