/**
 * Reads a PNG as an untrusted file (W3C PNG 3): every chunk is checked against its sum, and nothing is
 * unpacked beyond what the size in its head needs.
 */
import { crc32, inflateSync } from 'node:zlib';
import { LogoError } from './logo-error.ts';
import type { PngChunks, PngHead, PngPixels } from './png-parts.ts';
import { pixelsOf } from './png-pixels.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Pixels of the longer side. */
export const MAX_PIXELS = 1600;

const broken = (): LogoError =>
  new LogoError(
    'The PNG file is damaged or incomplete. Save the logo again and choose the new file.',
  );

export const isPng = (bytes: Uint8Array): boolean =>
  SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));

/** Throws LogoError. */
export function decodePng(bytes: Uint8Array): PngPixels {
  if (!isPng(bytes)) throw broken();
  const { chunks, data } = readChunks(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  );
  const { width, height, depth, kind } = chunks.head;
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind];
  const stride = Math.ceil((width * samples * depth) / 8);
  const needed = (stride + 1) * height;
  let packed: Buffer;
  try {
    packed = inflateSync(data, { maxOutputLength: needed });
  } catch {
    throw broken();
  }
  if (packed.length !== needed) throw broken();
  const rows = unfiltered(packed, { stride, height, step: Math.max(1, (samples * depth) / 8) });
  return pixelsOf(rows, stride, chunks);
}

interface Chunk {
  readonly type: string;
  readonly body: Buffer;
}

/** Up to the end of the picture; what stands behind it is nobody’s. */
function* chunksOf(file: Buffer): Generator<Chunk, void, void> {
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) throw broken();
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw broken();
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return;
    yield { type, body: file.subarray(at + 8, end) };
    at = end + 4;
  }
  throw broken();
}

function readChunks(file: Buffer): { readonly chunks: PngChunks; readonly data: Buffer } {
  const all = [...chunksOf(file)];
  const bodyOf = (name: string): Buffer | null =>
    all.find(({ type }) => type === name)?.body ?? null;
  if (bodyOf('acTL') !== null) {
    throw new LogoError('The PNG is animated. Choose a picture without animation.');
  }
  const head = bodyOf('IHDR');
  const data = all.flatMap(({ type, body }) => (type === 'IDAT' ? [body] : []));
  if (head === null || data.length === 0) throw broken();
  return {
    chunks: { head: headOf(head), palette: bodyOf('PLTE'), transparency: bodyOf('tRNS') },
    data: Buffer.concat(data),
  };
}

const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function headOf(body: Buffer): PngHead {
  if (body.length !== 13) throw broken();
  const width = body.readUInt32BE(0);
  const height = body.readUInt32BE(4);
  const [depth = 0, kind = 0, compression, filter, interlace] = body.subarray(8);
  requireSize(width, height);
  if (depths[kind]?.includes(depth) !== true || compression !== 0 || filter !== 0) throw broken();
  if (interlace !== 0) {
    throw new LogoError(
      'The PNG is interlaced. Save the logo without interlacing and choose the new file.',
    );
  }
  return { width, height, depth, kind: kind as PngHead['kind'] };
}

/** Throws LogoError for a picture that is empty or larger than any print needs. */
export function requireSize(width: number, height: number): void {
  if (width === 0 || height === 0)
    throw new LogoError('The picture is empty. Choose another file.');
  if (Math.max(width, height) <= MAX_PIXELS) return;
  throw new LogoError(
    `The picture is ${width} by ${height} pixels. Make the picture at most ${MAX_PIXELS.toLocaleString('en-US')} pixels wide and high.`,
  );
}

interface Rows {
  readonly stride: number;
  readonly height: number;
  /** Bytes back to the same sample of the pixel before. */
  readonly step: number;
}

/** Takes back what each row was filtered with (PNG 3, 9.2). */
function unfiltered(packed: Buffer, { stride, height, step }: Rows): Uint8Array {
  const rows = new Uint8Array(stride * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1);
    const row = rows.subarray(y * stride, (y + 1) * stride);
    takeBack(packed[from] ?? 0, packed.subarray(from + 1, from + 1 + stride), { row, above, step });
    above = row;
  }
  return rows;
}

interface RowParts {
  /** Is filled. */
  readonly row: Uint8Array;
  readonly above: Uint8Array;
  readonly step: number;
}

function takeBack(filter: number, packed: Uint8Array, { row, above, step }: RowParts): void {
  if (filter > 4) throw broken();
  for (let x = 0; x < row.length; x += 1) {
    const left = row[x - step] ?? 0;
    const corner = above[x - step] ?? 0;
    row[x] = (packed[x] ?? 0) + predicted(filter, left, above[x] ?? 0, corner);
  }
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
