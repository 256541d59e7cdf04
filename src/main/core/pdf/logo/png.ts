/**
 * Looks a PNG through as an untrusted file (W3C PNG 3): every chunk is checked against its sum, and nothing
 * is unpacked beyond what the size in its head needs. So whatever decodes it is bounded, too.
 */
import { crc32, inflateSync } from 'node:zlib';
import { LogoError } from '../types.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Pixels of the longer side. */
const MAX_PIXELS = 1600;
/** What a picture is made of; the other chunks are notes, of which some unpack to any size. */
const neededChunks: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'IDAT'];

export interface PngFacts {
  readonly width: number;
  readonly height: number;
  /** Without notes. */
  readonly bytes: Uint8Array;
}

const broken = (): LogoError =>
  new LogoError(
    'The PNG file is damaged or incomplete. Save the logo again and choose the new file.',
  );

export const isPng = (bytes: Uint8Array): boolean =>
  SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));

/** Throws LogoError. */
export function readPng(bytes: Uint8Array): PngFacts {
  if (!isPng(bytes)) throw broken();
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = [...chunksOf(file)];
  const bodiesOf = (name: string): Buffer[] =>
    chunks.flatMap(({ type, body }) => (type === name ? [body] : []));
  if (bodiesOf('acTL').length > 0) {
    throw new LogoError('The PNG is animated. Choose a picture without animation.');
  }
  const palettes = bodiesOf('PLTE');
  const { width, height, depth, kind, stride } = headOf(bodiesOf('IHDR'), palettes);
  const rows = rowsOf(Buffer.concat(bodiesOf('IDAT')), stride + 1, height);
  const colours = (palettes[0]?.length ?? 0) / 3;
  if (kind === 3) requireColours(rows, { width, depth, stride, colours });
  const kept = chunks.filter(({ type }) => neededChunks.includes(type));
  return {
    width,
    height,
    bytes: Buffer.concat([SIGNATURE, ...kept.map(({ whole }) => whole), END]),
  };
}

interface Chunk {
  readonly type: string;
  readonly body: Buffer;
  /** With its length, type and sum. */
  readonly whole: Buffer;
}

/** The last chunk, which is empty. */
const END = Buffer.from('0000000049454e44ae426082', 'hex');

/** Up to the end of the picture; what stands behind it is nobody’s. */
function* chunksOf(file: Buffer): Generator<Chunk, void, void> {
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) throw broken();
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw broken();
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return;
    yield { type, body: file.subarray(at + 8, end), whole: file.subarray(at, end + 4) };
    at = end + 4;
  }
  throw broken();
}

/** By kind: samples a pixel, and how many bits one may have. */
const kinds: Readonly<Record<number, { readonly samples: number; readonly depths: number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

/** `stride` is the bytes of a row. */
function headOf([head, ...others]: readonly Buffer[], palettes: readonly Buffer[]) {
  if (head?.length !== 13 || others.length > 0) throw broken();
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  const [depth = 0, kind = 0, compression, filter, interlace] = head.subarray(8);
  requireSize(width, height);
  const { samples, depths } = kinds[kind] ?? { samples: 0, depths: [] };
  if (!depths.includes(depth) || compression !== 0 || filter !== 0) throw broken();
  if (interlace !== 0) {
    throw new LogoError(
      'The PNG is interlaced. Save the logo without interlacing and choose the new file.',
    );
  }
  if (kind === 3 && (palettes.length !== 1 || palettes.some(({ length }) => length % 3 !== 0))) {
    throw new LogoError('The PNG lacks its colours. Save the logo again and choose the new file.');
  }
  return { width, height, depth, kind, stride: Math.ceil((width * samples * depth) / 8) };
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

/** As many rows as the head says, each with the number of a filter first. */
function rowsOf(packed: Buffer, length: number, height: number): Buffer {
  let rows: Buffer;
  try {
    rows = inflateSync(packed, { maxOutputLength: length * height });
  } catch {
    throw broken();
  }
  if (rows.length !== length * height) throw broken();
  for (let at = 0; at < rows.length; at += length) {
    if ((rows[at] ?? 0) > 4) throw broken();
  }
  return rows;
}

interface Indexed {
  readonly width: number;
  readonly depth: number;
  readonly stride: number;
  readonly colours: number;
}

/** That the palette has the colour of every pixel: a reader would show another one. */
function requireColours(rows: Buffer, { width, depth, stride, colours }: Indexed): void {
  let above = new Uint8Array(stride);
  for (let at = 0; at < rows.length; at += stride + 1) {
    const row = unfiltered(rows.subarray(at + 1, at + 1 + stride), rows[at] ?? 0, above);
    for (let x = 0; x < width; x += 1) {
      const bit = x * depth;
      const index = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
      if (index < colours) continue;
      throw new LogoError(
        'The PNG uses a colour that is missing from its palette. Save the logo again and choose the new file.',
      );
    }
    above = row;
  }
}

/** A row of one byte a step, as it was before its filter (W3C PNG 9.2). */
function unfiltered(row: Uint8Array, filter: number, above: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(row.length);
  for (const [at, byte] of row.entries()) {
    const left = whole[at - 1] ?? 0;
    const up = above[at] ?? 0;
    const corner = above[at - 1] ?? 0;
    const expected = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    whole[at] = byte + expected;
  }
  return whole;
}

/** Whichever of the three is nearest to their plane. */
function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
