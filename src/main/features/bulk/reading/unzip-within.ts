/**
 * Entries of a zip as its directory names them, unpacked within a bound: a small file can unpack to
 * any size, and what it says of its sizes may be wrong. Nothing is read but what the directory names,
 * and each entry only when it is asked for.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { errorCode } from '../../../../platform/error-code.ts';

/**
 * More than may be: of entries, of bytes that an entry or all of them unpack to, or of what unpacks
 * than its entry says.
 */
export class TooLarge extends Error {
  readonly of: 'entries' | 'bytes' | 'unsaid bytes';

  constructor(of: TooLarge['of']) {
    super(`The zip has too many ${of}.`);
    this.of = of;
  }
}

/** The file is not a zip, or is not whole. */
export class Damaged extends Error {}

export interface UnzipBounds {
  /** Most bytes that all entries together unpack to, as the directory says. */
  readonly bytes: number;
  readonly entries: number;
}

/** What its directory names; nothing is unpacked before it is asked for. */
export interface Zip {
  readonly names: readonly string[];
  /** Unpacks an entry, the last of several with one name. Throws TooLarge over `maxBytes`, and Damaged. */
  read(name: string, maxBytes: number): Uint8Array;
}

interface Entry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Offset of the entry’s own header, in bytes. */
  readonly at: number;
}

const signatures = { end: 0x06054b50, end64At: 0x07064b50, end64: 0x06064b50, entry: 0x02014b50 };
const LOCAL = 0x04034b50;
const methods = { stored: 0, deflated: 8 };
/** Stands where a number is in the extra field of zip64. */
const ELSEWHERE = 0xffffffff;
const EXTRA_64 = 1;
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;

/** Throws TooLarge and Damaged. */
export function openZip(bytes: Uint8Array, most: UnzipBounds): Zip {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = whole(() => {
    let said = 0;
    const named = new Map<string, Entry>();
    for (const entry of entriesOf(zip, most.entries)) {
      said += entry.unpacked;
      if (said > most.bytes) throw new TooLarge('bytes');
      named.set(entry.name, entry);
    }
    return named;
  });
  return {
    names: [...entries.keys()],
    read(name, maxBytes) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Damaged('There is no such entry.');
      if (entry.unpacked > maxBytes) throw new TooLarge('bytes');
      return whole(() => contentOf(zip, entry));
    },
  };
}

function whole<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    // Places outside the file.
    if (error instanceof RangeError) throw new Damaged('It is cut short.', { cause: error });
    throw error;
  }
}

function contentOf(zip: Buffer, entry: Entry): Uint8Array {
  if (entry.isEncrypted) throw new Damaged('An entry is encrypted.');
  if (zip.readUInt32LE(entry.at) !== LOCAL)
    throw new Damaged('An entry is not where it should be.');
  const from = entry.at + 30 + zip.readUInt16LE(entry.at + 26) + zip.readUInt16LE(entry.at + 28);
  if (from + entry.packed > zip.length) throw new Damaged('An entry is cut short.');
  const packed = zip.subarray(from, from + entry.packed);
  const content = unpack(packed, entry.method, entry.unpacked);
  if (content.length !== entry.unpacked || crc32(content) !== entry.crc) {
    throw new Damaged('An entry is not what the directory says.');
  }
  return content;
}

/** No more of it than its entry says, which was found to be no more than may be. */
function unpack(packed: Buffer, method: number, said: number): Uint8Array {
  if (method === methods.stored) return packed;
  if (method !== methods.deflated) throw new Damaged('An entry is packed in an unknown way.');
  try {
    // Zero would mean no bound.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, said) });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw new TooLarge('unsaid bytes');
    }
    throw new Damaged('An entry can’t be unpacked.', { cause: error });
  }
}

function* entriesOf(zip: Buffer, most: number): Generator<Entry> {
  const { count, first } = directoryOf(zip);
  if (count > most) throw new TooLarge('entries');
  let at = first;
  for (let number = 0; number < count; number += 1) {
    if (zip.readUInt32LE(at) !== signatures.entry) throw new Damaged('The directory is damaged.');
    const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place));
    const extraAt = at + 46 + (name ?? 0);
    const next = extraAt + (extra ?? 0);
    yield {
      name: zip.toString('utf8', at + 46, extraAt),
      isEncrypted: (zip.readUInt16LE(at + 8) & 1) === 1,
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      ...sizesOf(zip, at, zip.subarray(extraAt, next)),
    };
    at = next + (comment ?? 0);
  }
}

function directoryOf(zip: Buffer): { readonly count: number; readonly first: number } {
  const lowest = Math.max(0, zip.length - END_LENGTH - LONGEST_COMMENT);
  for (let end = zip.length - END_LENGTH; end >= lowest; end -= 1) {
    if (zip.readUInt32LE(end) !== signatures.end) continue;
    if (end >= 20 && zip.readUInt32LE(end - 20) === signatures.end64At) {
      const at = wholeNumber(zip, end - 12);
      if (zip.readUInt32LE(at) !== signatures.end64) throw new Damaged('The directory is damaged.');
      return { count: wholeNumber(zip, at + 32), first: wholeNumber(zip, at + 48) };
    }
    return { count: zip.readUInt16LE(end + 10), first: zip.readUInt32LE(end + 16) };
  }
  throw new Damaged('It is not a zip.');
}

function sizesOf(
  zip: Buffer,
  at: number,
  extra: Buffer,
): Pick<Entry, 'packed' | 'unpacked' | 'at'> {
  const long = longNumbers(extra);
  const read = (place: number): number => {
    const short = zip.readUInt32LE(at + place);
    return short === ELSEWHERE ? (long.next().value ?? short) : short;
  };
  // In the order of the extra field.
  const unpacked = read(24);
  return { unpacked, packed: read(20), at: read(42) };
}

function* longNumbers(extra: Buffer): Generator<number, undefined> {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== EXTRA_64) continue;
    for (let place = at + 4; place + 8 <= extra.length; place += 8) yield wholeNumber(extra, place);
    return;
  }
}

function wholeNumber(bytes: Buffer, at: number): number {
  const number = bytes.readBigUInt64LE(at);
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new Damaged('A number is out of bounds.');
  return Number(number);
}
