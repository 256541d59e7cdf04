/** How the browser host answers: what every answer carries, and refusals that say nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { containment } from '../page/containment.ts';

/** Sent with everything. There is no CORS header anywhere, so no other origin reads an answer. */
const always = {
  // What is no page of ours is shown as one all the same, when a page opens it in a window: from there
  // it could post and call as it likes.
  'content-security-policy':
    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  ...containment(),
} as const;

/** An answer whose content comes piece by piece. */
export interface StreamedReply {
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the content. */
  readonly length: number;
  readonly content: Readable;
}

export interface Reply {
  readonly status: 200 | 204 | 404;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Not kept by the browser unless the reply says otherwise. */
export function send(response: ServerResponse, { status, headers = {}, body }: Reply): void {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...always, 'cache-control': 'no-store', ...length, ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Resolves when all was sent. A break on either end ends both. Not kept by the browser. */
export async function sendStream(
  response: ServerResponse,
  { headers, length, content }: StreamedReply,
): Promise<void> {
  const all = { ...always, ...headers, 'cache-control': 'no-store', 'content-length': length };
  response.writeHead(200, all);
  await pipeline(content, response);
}

/** 403: not you. 404: nothing here. An empty body whatever the reason, and the line is closed. */
export function refuse(response: ServerResponse, status: 403 | 404): void {
  const headers = { 'cache-control': 'no-store', 'content-length': 0, connection: 'close' };
  response.writeHead(status, { ...always, ...headers });
  response.end();
}

/** The body as text, or null as soon as it is larger than `limit` bytes or breaks off. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed on return: the refusal still has to go out on the same line.
    const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of body) {
      size += chunk.length;
      if (size > limit) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}
