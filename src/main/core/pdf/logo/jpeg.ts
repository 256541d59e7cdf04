/**
 * Reads a JPEG as an untrusted file (ITU-T T.81): its size and form. A document carries its bytes as they
 * are, so notes of cameras and programs, which may tell a place, are cut out of them first.
 */
import { LogoError } from '../types.ts';
import { requireSize } from './png.ts';

export interface JpegFacts {
  readonly width: number;
  readonly height: number;
  /** Without notes. */
  readonly bytes: Uint8Array;
}

const broken = (): LogoError =>
  new LogoError(
    'The JPEG file is damaged or incomplete. Save the logo again and choose the new file.',
  );

export const isJpeg = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
/** Notes of programs; of these JFIF, colour profile and Adobe's own say how colours are meant. */
const isNote = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;
const neededNotes: readonly number[] = [0xe0, 0xe2, 0xee];
/** Baseline and progressive, which every reader of PDF knows. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2];
const isOtherFrame = (marker: number): boolean =>
  marker >= 0xc3 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

interface Segment {
  readonly marker: number;
  /** With its marker. */
  readonly bytes: Buffer;
  readonly at: number;
}

/** The segments up to the first scan, which is the last one. */
function* segmentsOf(file: Buffer): Generator<Segment, void, void> {
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1] ?? 0;
    if (file[at] !== 0xff) throw broken();
    // Bytes that fill up stand before the marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length || end < at + 4) throw broken();
    yield { marker, bytes: file.subarray(at, end), at };
    if (marker === START_OF_SCAN) return;
    at = end;
  }
  throw broken();
}

/** Throws LogoError. */
export function readJpeg(bytes: Uint8Array): JpegFacts {
  if (!isJpeg(bytes)) throw broken();
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments = [...segmentsOf(file)];
  for (const segment of segments) requireCommon(segment);
  const frame = segments.find(({ marker }) => frames.includes(marker));
  const scan = segments.at(-1);
  if (frame === undefined || scan === undefined) throw broken();
  const kept = segments.slice(0, -1).filter(({ marker }) => !isLeftOut(marker));
  const parts = [
    file.subarray(0, 2),
    ...kept.map((segment) => segment.bytes),
    scansOf(file, scan.at),
  ];
  return { ...frameOf(frame.bytes), bytes: Buffer.concat(parts) };
}

const isLeftOut = (marker: number): boolean =>
  marker === COMMENT || (isNote(marker) && !neededNotes.includes(marker));

function requireCommon({ marker, bytes }: Segment): void {
  if (isOtherFrame(marker)) {
    throw new LogoError('Few programs can show this kind of JPEG. Save the logo as PNG.');
  }
  requireUpright(marker, bytes);
}

/** From the first scan to the mark of the end, which a file that was cut off lacks. */
function scansOf(file: Buffer, at: number): Buffer {
  const end = file.lastIndexOf(Buffer.from([0xff, 0xd9]));
  if (end <= at) throw broken();
  return file.subarray(at, end + 2);
}

function frameOf(segment: Buffer): Omit<JpegFacts, 'bytes'> {
  if (segment.length < 10) throw broken();
  const depth = segment[4];
  const height = segment.readUInt16BE(5);
  const width = segment.readUInt16BE(7);
  const components = segment[9];
  requireSize(width, height);
  if (components === 4) {
    throw new LogoError(
      'The JPEG is in CMYK, which is for printing presses. Save the logo in RGB, or as PNG.',
    );
  }
  if (depth !== 8 || (components !== 1 && components !== 3)) throw broken();
  return { width, height };
}

/** A camera may note that the picture is to be turned; a document would show it as it lies. */
function requireUpright(marker: number, segment: Buffer): void {
  if (marker !== 0xe1 || segment.toString('latin1', 4, 10) !== 'Exif\0\0') return;
  const tiff = segment.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const long = (at: number): number =>
    at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
  const directory = long(4);
  for (let entry = 0; entry < Math.min(short(directory), 100); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (short(at) === 0x0112 && short(at + 8) > 1) {
      throw new LogoError(
        'The JPEG is stored rotated. Rotate the logo upright, save the logo again and choose the new file.',
      );
    }
  }
}
