// The zip of an evidence pack, byte by byte; a part of verify.mjs.
export const CONTENT = ['deliveries', 'requests', 'records', 'sources', 'sign-offs'].map(
  (name) => `${name}.jsonl`,
);
export const SIGNED = [...CONTENT, 'audit.jsonl', 'report.html', 'verify.mjs'];
/** All files of a pack, in the order in which they stand in the zip. */
export const FILES = [...SIGNED, 'manifest.json', 'manifest.sig'];

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Little-endian numbers, each as [value, bytes]. */
function packed(...fields) {
  const bytes = Buffer.alloc(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
const named = (bytes, name) => Buffer.concat([bytes, Buffer.from(name)]);
/** Version 2.0, sizes behind the content, UTF-8, not compressed, 1 January 1980. */
const common = [
  [20, 2],
  [0x0808, 2],
  [0, 2],
  [0, 2],
  [0x0021, 2],
];
const localHeader = (name) =>
  named(packed([0x04034b50, 4], ...common, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]), name);
const descriptor = (crc, size) => packed([0x08074b50, 4], [crc, 4], [size, 4], [size, 4]);
function centralEntry(name, crc, size, offset) {
  const about = [
    [crc, 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
    [0, 4],
    [0, 4],
  ];
  const place = [
    [0o100644 * 65536, 4],
    [offset, 4],
  ];
  return named(packed([0x02014b50, 4], [0x0314, 2], ...common, ...about, ...place), name);
}
function endRecord(size, offset) {
  const count = FILES.length;
  return packed([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
}

const CENTRAL_SIZE = FILES.reduce((sum, name) => sum + 46 + name.length, 0);
const END_SIZE = 22;
const DESCRIPTOR_SIZE = 16;

/** Sizes as the central directory has them; null where they do not fill the file. */
function sizesByCentral(zip, start) {
  if (start < 0) return null;
  const sizes = [];
  let at = start;
  let sum = 0;
  for (const name of FILES) {
    const size = zip.readUInt32LE(at + 24);
    sizes.push(size);
    sum += 30 + name.length + size + DESCRIPTOR_SIZE;
    at += 46 + name.length;
  }
  return sum === start ? sizes : null;
}

/** Sizes by where the headers of the files stand; null where one is missing. */
function sizesByHeaders(zip, start) {
  const sizes = [];
  let at = 0;
  for (const [index, name] of FILES.entries()) {
    const from = at + 30 + name.length;
    const next = FILES[index + 1];
    const until = next === undefined ? start : zip.indexOf(localHeader(next), from);
    const size = until - DESCRIPTOR_SIZE - from;
    if (size < 0) return null;
    sizes.push(size);
    at = until;
  }
  return sizes;
}

/** The files of a zip, and which parts of the zip around them are not as they were written. */
export function openZip(zip) {
  const start = zip.length - END_SIZE - CENTRAL_SIZE;
  const sizes = sizesByCentral(zip, start) ?? sizesByHeaders(zip, start);
  if (sizes === null) return null;
  const files = new Map();
  const around = [];
  const compare = (part, at, expected, of) => {
    const found = zip.subarray(at, at + expected.length);
    if (!found.equals(expected)) around.push({ part, of });
  };
  const directory = [];
  let at = 0;
  for (const [index, name] of FILES.entries()) {
    const offset = at;
    const header = localHeader(name);
    compare(`zip header of ${name}`, at, header, null);
    at += header.length;
    const content = zip.subarray(at, at + sizes[index]);
    files.set(name, content);
    at += content.length;
    const crc = crc32(content);
    compare(`zip checksum of ${name}`, at, descriptor(crc, content.length), name);
    at += DESCRIPTOR_SIZE;
    directory.push([name, centralEntry(name, crc, content.length, offset)]);
  }
  for (const [name, entry] of directory) {
    compare(`zip directory entry of ${name}`, at, entry, name);
    at += entry.length;
  }
  compare('end of the zip', at, endRecord(CENTRAL_SIZE, start), null);
  return { files, around };
}
