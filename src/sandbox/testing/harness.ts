/** Starts sandboxes for tests and speaks HTTP to them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxOptions } from '../index.ts';
import { createSandbox } from '../index.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Json = any;

export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
  readonly headers: Headers;
}

export interface RequestOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Speaks to a sandbox, in this process or another. */
export interface Client {
  get(path: string, options?: RequestOptions): Promise<Reply>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
  /** The control plane: a path under /sandbox, with its token. */
  control(method: string, path: string, body?: unknown): Promise<Reply>;
}

export interface Endpoint {
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly token: string;
  readonly controlToken: string;
}

export function clientOf(endpoint: Endpoint): Client {
  const send = async (
    url: string,
    method: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply> => {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: asJson(text), headers: response.headers };
  };
  const authorized = ({ token = endpoint.token, headers = {} }: RequestOptions) => ({
    authorization: `Bearer ${token}`,
    ...headers,
  });
  return {
    get: (path, options = {}) =>
      send(endpoint.baseUrl + path, 'GET', undefined, authorized(options)),
    post: (path, body, options = {}) =>
      send(endpoint.baseUrl + path, 'POST', body, authorized(options)),
    control: (method, path, body) =>
      send(endpoint.controlUrl + path, method, body, {
        authorization: `Bearer ${endpoint.controlToken}`,
      }),
  };
}

export interface Running extends Client {
  readonly sandbox: ReturnType<typeof createSandbox>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A sandbox that listens, closed at the end of the test's scope. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Running> {
  const sandbox = createSandbox(options);
  await sandbox.listen();
  return { ...clientOf(sandbox), sandbox, [Symbol.asyncDispose]: () => sandbox.close() };
}

/** A new directory, removed at the end of the test's scope. */
export async function temporaryDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-'));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

function asJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
