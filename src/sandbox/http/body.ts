/** Reads and parses request bodies. */
import type { IncomingMessage } from 'node:http';
import { jsonContentType } from '../../contract/headers.ts';
import { maxRequestBytes } from '../../contract/limits.ts';
import { refusals } from './refusal.ts';

/** Content-Type of a request with a body (Interface, conventions): JSON, and no charset but UTF-8. */
const accepted = new RegExp(`^${jsonContentType}\\s*(;\\s*charset="?utf-8"?\\s*)?$`, 'i');

/** @throws Refusal 415. */
export function checkContentType(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  const encoding = request.headers['content-encoding'];
  if (type === jsonContentType && encoding === undefined) return;
  if (type === undefined || !accepted.test(type) || (encoding ?? 'identity') !== 'identity') {
    throw refusals.unsupportedMediaType();
  }
}

/** The whole body as text. @throws Refusal 413 over 1 MiB (decisions 5). */
export function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxRequestBytes) {
      reject(refusals.tooLarge());
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      // What comes after is read and dropped, so that the client gets to read the answer.
      if (length > maxRequestBytes) reject(refusals.tooLarge());
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('close', () => {
      if (!request.complete) reject(new Error('The request ended early.'));
    });
  });
}

/** @throws Refusal 400 for malformed JSON (decisions 5). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusals.invalid(['The body is not valid JSON']);
  }
}
