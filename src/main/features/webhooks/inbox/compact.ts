/**
 * Content is made smaller before it is sealed: events repeat themselves, and every page that is not
 * written need not be encrypted, forced to the disk and copied at a checkpoint. The first byte says how.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

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
