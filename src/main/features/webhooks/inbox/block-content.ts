/**
 * Content of several deliveries in one run of bytes. Each: length of the headers and of the body
 * (32 bits each), the headers as a JSON list of names and values in turn, the body.
 */

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { readJson } from '../../../../platform/json-column.ts';
import type { DeliveryContent, RawHeaders } from './types.ts';

const LENGTHS = 8;

/** What one delivery puts into a block. */
export interface ContentParts {
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array;
}

/** One after the other, in memory of their own, and where each begins. */
export function packContents(deliveries: readonly ContentParts[]): {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly places: readonly number[];
} {
  const parts: Uint8Array[] = [];
  const places: number[] = [];
  let length = 0;
  for (const { rawHeaders, body } of deliveries) {
    const headers = Buffer.from(JSON.stringify(rawHeaders));
    const lengths = Buffer.allocUnsafe(LENGTHS);
    lengths.writeUInt32LE(headers.length, 0);
    lengths.writeUInt32LE(body.length, 4);
    places.push(length);
    parts.push(lengths, headers, body);
    length += LENGTHS + headers.length + body.length;
  }
  // Not Buffer.concat, which may cut from a pool that others share: this memory moves to a thread.
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, places };
}

const headerList = z.array(z.string());

/** One delivery of a block. Throws when the block does not hold one there. */
export function unpackContent(bytes: Uint8Array, place: number): DeliveryContent {
  const { block, headersAt, bodyAt, end } = placesIn(bytes, place);
  const flat = readJson(headerList, block.toString('utf8', headersAt, bodyAt));
  // A copy: the block would stay in memory as long as the body does.
  return { headers: inPairs(flat), body: new Uint8Array(block.subarray(bodyAt, end)) };
}

/** The headers as they are packed, and the body, as long as the block is in memory: views of it, not copies. */
export function viewsIn(bytes: Uint8Array, place: number) {
  const { block, headersAt, bodyAt, end } = placesIn(bytes, place);
  return { headers: block.subarray(headersAt, bodyAt), body: block.subarray(bodyAt, end) };
}

function placesIn(bytes: Uint8Array, place: number) {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headersAt = place + LENGTHS;
  const bodyAt = headersAt + block.readUInt32LE(place);
  const end = bodyAt + block.readUInt32LE(place + 4);
  if (end > block.length) throw new RangeError('The block ends before the delivery does.');
  return { block, headersAt, bodyAt, end };
}

function inPairs(flat: readonly string[]): RawHeaders {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}

/**
 * Content is made smaller before it is sealed: events repeat themselves, and every page that is not
 * written need not be encrypted, forced to the disk and copied at a checkpoint. The first byte says how.
 */
const PLAIN = 0;
const BROTLI = 1;

/** The lowest level that finds repetitions: in a large group it costs about a microsecond a delivery. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };

/** Room that is made for what comes out, in bytes: for one delivery the usual 16 KiB are most of the work. */
const roomFor = (length: number): number => Math.min(Math.max(length, 1_024), 16_384);

export function compact(content: Uint8Array): Uint8Array {
  const smaller = brotliCompressSync(content, { params, chunkSize: roomFor(content.length) });
  const [how, bytes] = smaller.length < content.length ? [BROTLI, smaller] : [PLAIN, content];
  return Buffer.concat([Uint8Array.of(how), bytes]);
}

/** Throws when it is not what compact made. */
export function expand(compacted: Uint8Array): Uint8Array {
  const bytes = compacted.subarray(1);
  if (compacted[0] === PLAIN) return bytes;
  if (compacted[0] === BROTLI) return brotliDecompressSync(bytes);
  throw new TypeError('The content is packed in a way that is not known.');
}
