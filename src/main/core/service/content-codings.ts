/** Compressed answers (RFC 9110 8.4.1). None is asked for, but some services and proxies compress all. */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
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
export function decoded(incoming: IncomingMessage): Readable {
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
