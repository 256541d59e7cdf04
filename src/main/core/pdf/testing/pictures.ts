/** For tests: PNG and JPEG files, made as they are needed. */
import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, body: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly kind: number;
  readonly interlace?: number;
  /** Each row with the number of its filter first. */
  readonly rows: readonly (readonly number[])[];
  readonly palette?: readonly number[];
  readonly transparency?: readonly number[];
  readonly extra?: readonly (readonly [type: string, body: Uint8Array])[];
}

export function png(parts: PngParts): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(parts.width, 0);
  head.writeUInt32BE(parts.height, 4);
  head.set([parts.depth, parts.kind, 0, 0, parts.interlace ?? 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...(parts.extra ?? []).map(([type, body]) => chunk(type, body)),
    ...(parts.palette === undefined ? [] : [chunk('PLTE', Uint8Array.from(parts.palette))]),
    ...(parts.transparency === undefined
      ? []
      : [chunk('tRNS', Uint8Array.from(parts.transparency))]),
    chunk('IDAT', deflateSync(Uint8Array.from(parts.rows.flat()))),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** A picture of one colour, in red, green and blue. */
export const plainPng = (width: number, height: number): Uint8Array =>
  png({
    width,
    height,
    depth: 8,
    kind: 2,
    rows: Array.from({ length: height }, () => [
      0,
      ...Array.from({ length: width }, () => [3, 102, 104]).flat(),
    ]),
  });

const segment = (marker: number, body: Uint8Array): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

export interface JpegParts {
  readonly width?: number;
  readonly height?: number;
  readonly components?: number;
  readonly frame?: number;
  readonly notes?: readonly (readonly [marker: number, body: Uint8Array])[];
}

/** Formed as a JPEG is; the picture in it is nothing. */
export function jpeg({
  width = 64,
  height = 32,
  components = 3,
  frame = 0xc0,
  notes = [],
}: JpegParts = {}) {
  const size = Buffer.alloc(6 + components * 3);
  size[0] = 8;
  size.writeUInt16BE(height, 1);
  size.writeUInt16BE(width, 3);
  size[5] = components;
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...notes.map(([marker, body]) => segment(marker, body)),
    segment(frame, size),
    segment(0xda, Buffer.from([components, 0, 0, 0, 0])),
    Buffer.from([0x12, 0x34, 0xff, 0xd9]),
  ]);
}

/** Exif with one entry: how the picture is to be turned. */
export const exif = (orientation: number): Uint8Array => {
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
};
