/** Speaks HTTP to the server under test. The token goes nowhere else: redirects are not followed. */
import { headers, jsonContentType } from '../../src/contract/headers.ts';
import { maxResponseBytes } from '../../src/contract/limits.ts';
import { Skip, Violation } from './outcome.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  readonly json: unknown;
}

export interface CallOptions {
  /** An object is sent as JSON, a text as it is. */
  readonly body?: unknown;
  /** The whole `Authorization` header; null sends none. Default: the bearer token of the run. */
  readonly authorization?: string | null;
  readonly contentType?: string | null;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Client {
  /** @throws Violation when there is no answer in time, Skip when there were too many requests. */
  call(method: Method, path: string, options?: CallOptions): Promise<Answer>;
}

const TIMEOUT_MS = 30_000;
/** Rate limits are not shown: meeting one says nothing about a case. */
const TOO_MANY_REQUESTS = 429;

/** `baseUrl` may end in a slash or a path. */
export function createClient(baseUrl: string, token: string): Client {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    call: async (method, path, options = {}) => {
      const answer = await send(`${base}${path}`, requestOf(method, token, options)).catch(
        (error: unknown) => {
          throw new Violation(`${method} ${path} has no answer: ${problemOf(error)}`);
        },
      );
      if (answer.status === TOO_MANY_REQUESTS) throw new Skip('the server said 429');
      return answer;
    },
  };
}

function requestOf(method: Method, token: string, options: CallOptions): RequestInit {
  const { body, authorization = `Bearer ${token}`, contentType = jsonContentType } = options;
  const hasType = body !== undefined && contentType !== null;
  return {
    method,
    headers: {
      ...(authorization === null ? {} : { [headers.authorization]: authorization }),
      ...(hasType ? { [headers.contentType]: contentType } : {}),
    },
    ...(body === undefined ? {} : { body: asBody(body) }),
  };
}

async function send(url: string, request: RequestInit): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...request, redirect: 'manual', signal });
  const text = await response.text();
  if (text.length > maxResponseBytes) throw new Error('The answer is over 8 MiB.');
  return { status: response.status, headers: response.headers, text, json: asJson(text) };
}

const encoder = new TextEncoder();
/** Bytes, because fetch adds a content type of its own to a text. */
const asBody = (body: unknown) =>
  encoder.encode(typeof body === 'string' ? body : JSON.stringify(body));

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}
