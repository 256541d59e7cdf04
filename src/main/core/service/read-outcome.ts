/** What an answer says: the resource that was asked for, a refusal, or nothing that can be used. */
import { z } from 'zod';
import { type ErrorForm, type ReadError, readError } from '../../../contract/errors.ts';
import { findResource, holdsResource } from '../../../contract/find-resource.ts';
import { type ReadResource, type ResourceKind, readResource } from '../../../contract/resources.ts';
import { type JsonObject, jsonObject } from '../../../contract/scalars.ts';
import type { RefusalCause, UnknownCause } from './causes.ts';
import type { ServiceResponse } from './exchange.ts';

export type SignatureResult =
  | {
      readonly kind: 'resource';
      readonly resource: ReadResource;
      readonly body: JsonObject;
      readonly requestId: string | null;
    }
  | { readonly kind: 'refused'; readonly cause: RefusalCause; readonly error: ReadError }
  | {
      readonly kind: 'unusable';
      readonly cause: UnknownCause;
      /** null where the body is no JSON. */
      readonly error: ReadError | null;
    };

const knownForms: ReadonlySet<ErrorForm> = new Set([
  'validation',
  'general',
  'envelope',
  'problem',
]);

/** Whether a body is an error in one of the forms of decisions 5. */
export function isKnownError(error: ReadError | null): error is ReadError {
  return error !== null && knownForms.has(error.form);
}

/**
 * Judges by status first, then by what the body says of itself (decisions 4, 5, 6, 30).
 * `hasAnswered`: the same address has answered as the service does before.
 */
export function readOutcome(
  answer: ServiceResponse,
  wanted: ResourceKind,
  hasAnswered = false,
): SignatureResult {
  const { status, parsed } = answer;
  if (parsed.kind === 'json' && status >= 200 && status < 300) {
    const resource = bareResource(answer, parsed.value, wanted);
    if (resource !== null) return resource;
  }
  const error = readErrorOf(answer);
  if (status >= 500) return { kind: 'unusable', cause: 'server-error', error };
  if (status >= 400) return judgeClientError(answer, error, { wanted, hasAnswered });
  if (parsed.kind !== 'json') return { kind: 'unusable', cause: parsed.kind, error };
  if (status < 200 || status >= 300) return { kind: 'unusable', cause: 'unknown-form', error };
  return judgeSuccess(parsed.value, wanted, error);
}

/**
 * The usual answer, and most of many: the resource itself, without an envelope around it, and nothing in
 * it that could be an error. Looking for every form of an error takes longer than all the rest.
 */
function bareResource(
  answer: ServiceResponse,
  value: unknown,
  wanted: ResourceKind,
): SignatureResult | null {
  const body = jsonObject.safeParse(value);
  if (!body.success || wanted === 'event') return null;
  if (['ok', 'error', 'request'].some((key) => Object.hasOwn(body.data, key))) return null;
  const resource = readResource(wanted, value);
  if (resource === null) return null;
  return { kind: 'resource', resource, body: body.data, requestId: answer.requestId };
}

/**
 * Statuses by which a request is turned away before anything is done with it, by the service or a
 * gateway before it, so that no body is needed to believe them (RFC 9110 15.5, RFC 6585).
 */
const turnedAway: ReadonlySet<number> = new Set([401, 405, 411, 413, 414, 415, 421, 429, 431]);

/** The same, where they are the service's: another server says them of everything. */
const turnedAwayByService: ReadonlySet<number> = new Set([403, 404]);

interface Expected {
  readonly wanted: ResourceKind;
  readonly hasAnswered: boolean;
}

function judgeClientError(
  answer: ServiceResponse,
  error: ReadError | null,
  { wanted, hasAnswered }: Expected,
): SignatureResult {
  const { status, parsed, requestId } = answer;
  if (parsed.kind === 'json' && saysOtherwise(parsed.value, error, wanted)) {
    return { kind: 'unusable', cause: 'contradiction', error };
  }
  if (turnedAway.has(status) || (hasAnswered && turnedAwayByService.has(status))) {
    const said = error ?? { ...noWords, requestId };
    return { kind: 'refused', cause: refusalOf(status, said), error: said };
  }
  if (parsed.kind === 'html-page') return { kind: 'unusable', cause: 'html-page', error };
  // 408 says that the answer did not come in time, not that the service decided anything.
  if (!isKnownError(error) || status === 408)
    return { kind: 'unusable', cause: 'unknown-form', error };
  return { kind: 'refused', cause: refusalOf(status, error), error };
}

const noWords: ReadError = {
  form: 'unknown',
  messages: [],
  code: null,
  requestId: null,
  statusInBody: null,
};

/** Under a 4xx: a body that says that it worked, that holds what was asked for, or another status. */
function saysOtherwise(body: unknown, error: ReadError | null, wanted: ResourceKind): boolean {
  if (claimsSuccess.safeParse(body).success || holdsResource(wanted, body)) return true;
  if (!isKnownError(error)) return false;
  const { statusInBody: says } = error;
  return says !== null && says >= 200 && says < 600 && !isClientError(says);
}

function judgeSuccess(
  value: unknown,
  wanted: ResourceKind,
  error: ReadError | null,
): SignatureResult {
  const envelope = envelopeAsRead.safeParse(value).data ?? null;
  const isFailure = envelope?.ok === false;
  const isRefusal = isFailure && isKnownError(error) && !holdsResource(wanted, value);
  if (isRefusal) return judgeFailureUnder200(error);
  // 200 inside 201 is no disagreement: both say that it worked (decisions 4).
  const disagrees = envelope?.statusCode !== undefined && !isSuccess(envelope.statusCode);
  if (isFailure || disagrees) return { kind: 'unusable', cause: 'contradiction', error };
  const resource = findResource(wanted, value);
  const body = jsonObject.safeParse(value);
  if (resource !== null && body.success) {
    return { kind: 'resource', resource, body: body.data, requestId: error?.requestId ?? null };
  }
  const cause = isKnownError(error) && envelope === null ? 'contradiction' : 'unexpected-body';
  return { kind: 'unusable', cause, error };
}

/** `ok: false` under a 2xx is an error (decisions 6); a no only when the body names a 4xx. */
function judgeFailureUnder200(error: ReadError): SignatureResult {
  const status = error.statusInBody;
  if (status === null || !isClientError(status) || status === 408) {
    return { kind: 'unusable', cause: 'contradiction', error };
  }
  return { kind: 'refused', cause: refusalOf(status, error), error };
}

const envelopeAsRead = z.looseObject({
  ok: z.boolean(),
  // Coercion would make null and "" a status of 0, which nobody gave.
  statusCode: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .optional()
    .catch(undefined),
});
const claimsSuccess = z.looseObject({ ok: z.literal(true) });

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const isClientError = (status: number): boolean => status >= 400 && status < 500;

/** The request id of the body, else of the header. null where nothing that can be shown came. */
function readErrorOf(answer: ServiceResponse): ReadError | null {
  const { parsed, status, requestId } = answer;
  const error = parsed.kind === 'json' ? readError(parsed.value) : null;
  const messages = error?.messages ?? [];
  // What no rule reads is shown as it came. A web page is not: it stands whole beside the request.
  const received = messages.length > 0 || status < 400 ? [] : asReceived(answer);
  if (error === null && received.length === 0) return null;
  return {
    ...(error ?? noWords),
    messages: [...messages, ...received],
    requestId: error?.requestId ?? requestId,
  };
}

/** Longer than this it is no message, and stands whole beside the request. */
const longestReceived = 2_000;

function asReceived({ parsed, words, bytes }: ServiceResponse): string[] {
  if (words !== null) return words === '' || words.includes('\u0000') ? [] : [words];
  if (parsed.kind !== 'json' || bytes.byteLength > longestReceived) return [];
  const text = JSON.stringify(parsed.value);
  return ['""', '{}', '[]', 'null'].includes(text) ? [] : [text];
}

const refusalsByStatus: ReadonlyMap<number, RefusalCause> = new Map([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [409, 'conflict'],
  [429, 'rate-limited'],
]);

function refusalOf(status: number, error: ReadError): RefusalCause {
  const byStatus = refusalsByStatus.get(status);
  // Whatever the form: who paces, and who asks for a token, goes by these.
  if (error.form === 'validation' && !turnedAway.has(status)) return 'invalid';
  if (byStatus !== undefined) return byStatus;
  return status === 400 || status === 422 ? 'invalid' : 'rejected';
}

/** What a status says where the form is not known: enough for a read, never for a write. */
export const refusalByStatus = (status: number): RefusalCause | null =>
  refusalsByStatus.get(status) ?? null;
