/** Every failure a screen can meet, in one shape: declared ones as they came, all others masked. */
import { ORPCError } from '@orpc/client';
import type { Failure } from '../../bridge/errors.ts';
import type { RawResponse } from '../../bridge/raw-response.ts';
import { BridgeLostError } from '../app/bridge/reconnecting-link.ts';
import { failureTexts } from '../texts/failures.ts';

const declaredCodes = [
  'LOCKED',
  'NOT_FOUND',
  'INVALID',
  'NOT_SENT',
  'REFUSED',
  'UNKNOWN_OUTCOME',
  'ASKS_FIRST',
  'NEEDS_APPROVAL',
] as const;

export type FailureCode = (typeof declaredCodes)[number] | 'BRIDGE_LOST' | 'INTERNAL';

/** Something that looks the same as what would be created. */
export interface PossibleDuplicates {
  kind: 'record' | 'intent';
  id: string;
}

export interface ShownFailure extends Failure {
  code: FailureCode;
  alike: PossibleDuplicates[];
  /** What going on in spite of the question confirms. */
  asks: string[];
  /** Key of the request that failed, where the service may have answered it. */
  intentKey?: string | null;
}

/** What failed so reached the service, or may have. */
const mayBeAnswered: ReadonlySet<FailureCode> = new Set(['REFUSED', 'UNKNOWN_OUTCOME']);

export function toFailure(error: unknown): ShownFailure {
  if (error instanceof BridgeLostError) {
    const sentence = error.mayHaveArrived ? failureTexts.bridgeLost : failureTexts.bridgeAway;
    return { ...bare('BRIDGE_LOST', sentence), canTryAgain: true };
  }
  if (!(error instanceof ORPCError)) return bare('INTERNAL', failureTexts.internal);
  const code = declaredCodes.find((declared) => declared === error.code);
  if (code === undefined) return undeclared(error);
  const data = asObject(error.data);
  const answer = answerOf(data['answer']);
  return {
    code,
    sentence: textOf(data['sentence']) ?? failureTexts.internal,
    canTryAgain: data['canTryAgain'] === true,
    messages: listOf(data['messages']).filter((message) => typeof message === 'string'),
    requestId: textOf(data['requestId']),
    status: typeof data['status'] === 'number' ? data['status'] : null,
    cause: textOf(data['cause']),
    retryAt: textOf(data['retryAt']),
    alike: listOf(data['alike']).flatMap(alikeOf),
    asks: listOf(data['asks']).filter((ask) => typeof ask === 'string'),
    ...(answer !== null && { answer }),
    ...(mayBeAnswered.has(code) && { intentKey: textOf(data['intentKey']) }),
  };
}

/** A request that the bridge itself turned down names its issues; anything else stays masked. */
function undeclared(error: ORPCError<string, unknown>): ShownFailure {
  const messages = listOf(asObject(error.data)['issues']).flatMap(issueText);
  if (error.code !== 'BAD_REQUEST') return bare('INTERNAL', failureTexts.internal);
  return { ...bare('INVALID', failureTexts.notUnderstood), messages };
}

/** With the field that it is about: `email: must be an email address`. */
function issueText(issue: unknown): string[] {
  const { message, path } = asObject(issue);
  const text = textOf(message);
  if (text === null) return [];
  const field = listOf(path).findLast((part) => typeof part === 'string');
  return [field === undefined ? text : `${field}: ${text}`];
}

const bare = (code: FailureCode, sentence: string): ShownFailure => ({
  code,
  sentence,
  canTryAgain: false,
  messages: [],
  requestId: null,
  status: null,
  cause: null,
  retryAt: null,
  alike: [],
  asks: [],
});

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function answerOf(value: unknown): RawResponse | null {
  const { text, bytes, isShortened } = asObject(value);
  if (typeof text !== 'string' || typeof bytes !== 'number') return null;
  return { text, bytes, isShortened: isShortened === true };
}

function alikeOf(value: unknown): PossibleDuplicates[] {
  const { kind, id } = asObject(value);
  if ((kind !== 'record' && kind !== 'intent') || typeof id !== 'string') return [];
  return [{ kind, id }];
}
