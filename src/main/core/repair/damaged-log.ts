/**
 * Whether a write-ahead log lost commits in its middle. SQLite takes the first frame that does not fit for
 * the end, as after a power cut, and writes over what follows.
 */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const magics = [0x377f0682, 0x377f0683];

/**
 * Commits behind a frame that does not fit, beside the one that a power cut may have torn; null where the
 * log's beginning can't be read.
 */
export function unreadableCommits(log: string): number | null {
  if (!existsSync(log)) return 0;
  const file = openSync(log, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const size = readSync(file, header, 0, HEADER_BYTES, 0);
    if (size < HEADER_BYTES) return 0;
    const isLittle = header.readUInt32BE(0) === magics[0];
    const sums = checksum(header.subarray(0, 24), [0, 0], isLittle);
    const isWhole = magics.includes(header.readUInt32BE(0)) && fits(header, 24, sums);
    // Never written, or emptied.
    if (!isWhole) return header.every((byte) => byte === 0) ? 0 : null;
    return commitsBehind(file, header, sums, isLittle);
  } finally {
    closeSync(file);
  }
}

type Sums = readonly [number, number];

function commitsBehind(file: number, header: Buffer, start: Sums, isLittle: boolean): number {
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + header.readUInt32BE(8));
  let sums = start;
  let isBroken = false;
  let commits = 0;
  let at = HEADER_BYTES;
  while (readSync(file, frame, 0, frame.length, at) === frame.length) {
    at += frame.length;
    // Frames of before the log began again have other salts.
    const isOfNow = frame.compare(header, 16, 24, 8, 16) === 0;
    if (!isBroken) {
      sums = checksum(frame.subarray(0, 8), sums, isLittle);
      sums = checksum(frame.subarray(FRAME_HEADER_BYTES), sums, isLittle);
      isBroken = !isOfNow || !fits(frame, 16, sums);
    }
    if (isBroken && isOfNow && frame.readUInt32BE(4) > 0) commits += 1;
  }
  return Math.max(0, commits - 1);
}

const fits = (bytes: Buffer, at: number, [one, other]: Sums): boolean =>
  bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === other;

function checksum(bytes: Buffer, [first, second]: Sums, isLittle: boolean): Sums {
  let one = first;
  let other = second;
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const left = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    const right = isLittle ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4);
    one = (one + left + other) >>> 0;
    other = (other + right + one) >>> 0;
  }
  return [one, other];
}
