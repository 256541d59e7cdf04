/** Reads and parses request bodies. */
import { isUtf8 } from 'node:buffer';
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

/** The whole body as text. @throws Refusal 413 over 1 MiB, 400 where it is not UTF-8 (decisions 5). */
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
      // The rest is read and dropped, so that the client reads the response.
      if (length > maxRequestBytes) reject(refusals.tooLarge());
      else chunks.push(chunk);
    });
    request.once('end', () => {
      const bytes = Buffer.concat(chunks);
      if (isUtf8(bytes)) resolve(bytes.toString('utf8'));
      else reject(refusals.invalid(['The body is not valid UTF-8']));
    });
    request.once('close', () => {
      if (!request.complete) reject(new Error('The request ended early.'));
    });
  });
}

/**
 * @throws Refusal 400 for malformed JSON, for nesting that is too deep, and for half a surrogate pair, which
 * UTF-8 can't encode (decisions 5).
 */
export function parseJson(text: string): unknown {
  const value = jsonOf(text);
  // Each level takes two brackets, so a short text needs no look.
  if (text.length > 2 * maxDepth && isTooDeep(value)) {
    throw refusals.invalid([`The body is nested over ${maxDepth} levels deep`]);
  }
  if (surrogateEscape.test(text) && !isWellFormed(value)) {
    throw refusals.invalid(['The body holds half of a surrogate pair, which is not valid Unicode']);
  }
  return value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusals.invalid(['The body is not valid JSON']);
  }
}

/** Levels of nesting; copying or serialising much deeper ones overflows the stack. */
const maxDepth = 1_000;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}

/** UTF-8 encodes only whole characters, so half of one can only be escaped. */
const surrogateEscape = /\\ud[89a-f]/i;

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormed(item));
}
