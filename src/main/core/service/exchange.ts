/**
 * One request and its answer: the only place where something is sent to the service. It is never
 * repeated here, no redirect is followed, and nothing that holds the token is logged or thrown.
 */
import { createFetch, FetchError } from 'ofetch';
import { headers as headerNames, jsonContentType } from '../../../contract/headers.ts';
import { type Operation, operations } from '../../../contract/operations.ts';
import type { Clock } from '../../../platform/clock.ts';
import { readBaseUrl } from '../foundation/base-url.ts';
import { cleanAny } from '../foundation/clean-json.ts';
import { cutSecrets } from '../foundation/secrets/cut-secrets.ts';
import { createKnownSecrets, type KnownSecrets } from '../foundation/secrets/known-secrets.ts';
import type { NotSentCause } from './causes.ts';
import { causeOfThrown, type NetworkCause } from './network-failure.ts';
import { type ParsedBody, parseBody, receiveBody } from './response-body.ts';
import { readHttpDate, readRetryAfter } from './retry-after.ts';

/** What is sent. */
export interface ServiceRequest {
  readonly method: Operation['method'];
  /** Begins with a slash; parameters are already in it. */
  readonly path: string;
  /** JSON text; null for a request without a body. */
  readonly body: string | null;
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number;
}

/** A whole answer. */
export interface ServiceResponse {
  readonly kind: 'answer';
  readonly status: number;
  /** As they came, secrets and all: to be sealed, and never shown. */
  readonly bytes: Uint8Array;
  /** Without secrets, but for the one that creating a webhook gives (Interface 4.4). */
  readonly parsed: ParsedBody;
  /** A short body that is neither JSON nor a web page, without secrets; null of any other. */
  readonly words: string | null;
  readonly retryAfterMs: number | null;
  /** From a header, without secrets; the body may name another. */
  readonly requestId: string | null;
}

/** No answer, or one that broke off. */
export interface NoResponse {
  readonly kind: 'no-answer';
  readonly cause: NetworkCause;
  /** Where an answer began. */
  readonly status: number | null;
  readonly bytes: Uint8Array | null;
}

export interface ExchangeOptions {
  readonly baseUrl: () => string;
  readonly token: () => Promise<string | null>;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** What is cut out of every answer by value, beside the token that was sent. */
  readonly known?: KnownSecrets | undefined;
  /** Told the time that each answer came with, in milliseconds since 1970. */
  readonly onDate?: (at: number) => void;
}

export type Exchange = (request: ServiceRequest) => Promise<ServiceResponse | NoResponse>;

const noAnswer = (cause: NetworkCause): NoResponse => ({
  kind: 'no-answer',
  cause,
  status: null,
  bytes: null,
});

/** Credentials of a bearer token (RFC 6750 2.1). Anything else would be thrown back with its text. */
const bearerToken = /^[A-Za-z0-9\-._~+/]+=*$/;

export function createExchange(options: ExchangeOptions): Exchange {
  const call = createFetch({ fetch: options.fetch, Headers, AbortController });
  const known = options.known ?? createKnownSecrets();
  return async (request) => {
    const base = readBaseUrl(options.baseUrl());
    if (!base.ok) return noAnswer('no-address');
    const bearer = await readBearer(options);
    if ('lacks' in bearer) return noAnswer(bearer.lacks);
    known.learn(bearer.token);
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(), request.timeoutMs);
    try {
      const response = await call.raw<Response, 'stream'>(base.baseUrl + request.path, {
        method: request.method,
        headers: headersOf(request, bearer.token),
        ...(request.body === null ? {} : { body: request.body }),
        responseType: 'stream',
        // A 4xx or 5xx is an answer, not an exception.
        ignoreResponseError: true,
        // The token must not go along to wherever it points.
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        signal: timer.signal,
        // On a write ofetch's own `retry` stays unset, and it never repeats one. Reads are repeated
        // by reads.ts, which also sees bodies that break off.
        ...(request.method === 'GET' ? { retry: false as const } : {}),
      });
      const answer = await readAnswer(response, timer.signal, options);
      return cleaned(answer, request, known.values());
    } catch (thrown) {
      // Whether the request had left when time ran out can't be told.
      return noAnswer(timer.signal.aborted ? 'timeout' : causeOfThrown(innermost(thrown)));
    } finally {
      clearTimeout(timeout);
    }
  };
}

type Bearer = { readonly token: string } | { readonly lacks: NotSentCause };

async function readBearer(options: ExchangeOptions): Promise<Bearer> {
  try {
    const token = await options.token();
    if (token === null) return { lacks: 'no-token' };
    return bearerToken.test(token) ? { token } : { lacks: 'bad-token' };
  } catch {
    return { lacks: 'token-unreadable' };
  }
}

/** What fetch threw: ofetch wraps it, and puts the URL into the message. */
const innermost = (thrown: unknown): unknown =>
  thrown instanceof FetchError ? thrown.cause : thrown;

function headersOf(request: ServiceRequest, token: string): Record<string, string> {
  return {
    [headerNames.authorization]: `Bearer ${token}`,
    accept: jsonContentType,
    // A connection of its own for each request. On a kept one that the service is just closing, a
    // write would end unknown, and Chromium would send it a second time by itself. loopback-fetch.ts
    // alone does otherwise.
    connection: 'close',
    ...(request.body === null ? {} : { [headerNames.contentType]: jsonContentType }),
  };
}

async function readAnswer(
  response: Response,
  signal: AbortSignal,
  { clock, onDate }: Pick<ExchangeOptions, 'clock' | 'onDate'>,
): Promise<ServiceResponse | NoResponse> {
  const { status } = response;
  if (status >= 300 && status < 400 && status !== 304) {
    response.body?.cancel().catch(() => undefined);
    return { ...noAnswer('redirected'), status };
  }
  const date = readHttpDate(response.headers.get('date'));
  if (date !== null) onDate?.(date);
  const body = await receiveBody(response);
  if (body.end === 'too-large') return { ...noAnswer('too-large'), status };
  if (body.end === 'broken')
    return { ...brokenBody(body.thrown, signal), status, bytes: body.bytes };
  return {
    kind: 'answer',
    status,
    bytes: body.bytes,
    parsed: parseBody(body.bytes),
    words: null,
    retryAfterMs: readRetryAfter(response.headers.get(headerNames.retryAfter), clock),
    requestId: response.headers.get('x-request-id'),
  };
}

/** Longer than this a body is no message. */
const longestWords = 2_000;

/**
 * A service, or whoever answers in its place, may say back what it was sent, token and all. What is read
 * of an answer is read of this, so that nothing further in has to think of it.
 */
function cleaned(
  answer: ServiceResponse | NoResponse,
  request: ServiceRequest,
  known: readonly string[],
): ServiceResponse | NoResponse {
  if (answer.kind === 'no-answer') return answer;
  const { parsed, status, requestId } = answer;
  const isWords = parsed.kind === 'not-json' && answer.bytes.byteLength <= longestWords;
  const keepsSecretKey =
    request.path === operations.createWebhook.path && status >= 200 && status < 300;
  return {
    ...answer,
    parsed:
      parsed.kind === 'json'
        ? { kind: 'json', value: cleanAny(parsed.value, { known, keepsSecretKey }) }
        : parsed,
    words: isWords ? cutSecrets(new TextDecoder().decode(answer.bytes).trim(), { known }) : null,
    requestId: requestId === null ? null : cutSecrets(requestId, { known, field: 'requestId' }),
  };
}

/** An answer had begun, so the request was sent, whatever the error says. */
function brokenBody(thrown: unknown, signal: AbortSignal): NoResponse {
  if (signal.aborted) return noAnswer('timeout');
  return noAnswer(causeOfThrown(thrown) === 'timeout' ? 'timeout' : 'cut');
}
