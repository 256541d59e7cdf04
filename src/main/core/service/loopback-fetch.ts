/**
 * fetch for a service on this computer (the sandbox): over node:http, on connections that are used
 * again. A bulk run makes thousands of calls, and opening a connection costs both sides more than all
 * the rest of a call.
 *
 * What makes that safe for a write: node:http never sends anything a second time by itself; the
 * connection was in use less than a second ago; and its server announced that it keeps it for half a
 * minute at least. A line that fails in spite of that leaves the write unknown, as on a new one.
 */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type Duplex, pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';

/** As fetch does, what lacks its last bytes is given as far as it came: who reads it sees whether it is whole. */
const unzip = () =>
  createUnzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH });

const brotli = () =>
  createBrotliDecompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  });

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', unzip],
  ['br', brotli],
]);

/** No service compresses so many times. */
const MOST_CODINGS = 5;

/** The body unpacked; as it came where a coding is unknown. Unbounded: who reads it has to count. */
function decoded(incoming: IncomingMessage): Readable {
  const codings = (incoming.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MOST_CODINGS) return incoming;
  const steps = codings.reverse().flatMap((coding) => decoders.get(coding) ?? []);
  if (steps.length < codings.length) return incoming;
  // An error goes on to the last of them, where it is read.
  return steps.reduce<Readable>((from, to) => pipeline(from, to(), () => undefined), incoming);
}

export interface LoopbackFetch {
  /** For what isLoopbackCall says yes to. */
  readonly fetch: typeof globalThis.fetch;
  /** Closes what is kept. */
  close(): void;
}

/**
 * Whether this is such a call: to a name that can't lead off this computer, without TLS, with a text or
 * nothing as its body, and by somebody who wants no redirect followed.
 */
export function isLoopbackCall(
  url: URL | null,
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit | undefined,
): boolean {
  if (url?.protocol !== 'http:' || input instanceof Request) return false;
  const { body = null, redirect } = init ?? {};
  if (redirect !== 'manual' || (body !== null && typeof body !== 'string')) return false;
  const { hostname } = url;
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** A connection that nobody used for so long is closed. */
const MOST_IDLE_MS = 1_000;
/** What a server has to announce, so that it can't be just closing what is used within that second. */
const LEAST_ANNOUNCED_S = 30;

export function createLoopbackFetch(): LoopbackFetch {
  const agent = new CarefulAgent({ keepAlive: true, timeout: MOST_IDLE_MS });
  return {
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const { signal, body } = init ?? {};
      if (input instanceof Request || (body != null && typeof body !== 'string')) {
        return Promise.reject(new TypeError('Only texts are sent this way.'));
      }
      const headers = Object.fromEntries(new Headers(init?.headers));
      // Whether it is kept is decided by the answer.
      delete headers['connection'];
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const sent = request(url, { agent, method: init?.method ?? 'GET', headers });
        signal?.addEventListener('abort', () => sent.destroy(abortedBy(signal)), { once: true });
        // More than one may come; what breaks the answer is told by the answer.
        sent.on('error', reject);
        sent.once('response', (incoming) => {
          agent.answered(sent, incoming);
          try {
            resolve(responseOf(incoming));
          } catch (error) {
            incoming.destroy();
            reject(error);
          }
        });
        sent.end(body ?? undefined);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Keeps connections of servers that announced how long they keep them. */
class CarefulAgent extends Agent {
  readonly #announced = new WeakSet<Duplex>();

  answered({ socket }: ClientRequest, { headers }: IncomingMessage): void {
    const seconds = /^timeout=(\d+)\b/.exec(String(headers['keep-alive']))?.[1];
    if (socket !== null && Number(seconds ?? 0) >= LEAST_ANNOUNCED_S) this.#announced.add(socket);
  }

  override keepSocketAlive(socket: Duplex): boolean {
    // Each answer has to announce it anew.
    return this.#announced.delete(socket) && keepsAlive(super.keepSocketAlive(socket));
  }
}

/** Its type says that nothing comes back. */
const keepsAlive = (kept: unknown): boolean => kept !== false;

const abortedBy = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('This was aborted.', 'AbortError');

/** Statuses that a Response takes no body with. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** Throws RangeError for a status that is none. */
function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0 } = incoming;
  const headers = new Headers();
  const { rawHeaders } = incoming;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  if (withoutBody.has(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(bodyOf(decoded(incoming)), { status, headers });
}

function bodyOf(source: Readable): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      source.on('data', (chunk: Buffer) => {
        controller.enqueue(chunk);
        // Nothing is unpacked ahead of who reads it: a small body may become a large one.
        if ((controller.desiredSize ?? 0) <= 0) source.pause();
      });
      source.once('end', () => controller.close());
      source.on('error', (error) => controller.error(error));
    },
    pull() {
      source.resume();
    },
    cancel() {
      source.removeAllListeners('data').removeAllListeners('end').destroy();
    },
  });
}
