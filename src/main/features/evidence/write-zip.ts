/**
 * A zip written file by file, whose every byte follows from names and contents, so that whoever checks it
 * can tell what each byte has to be: not compressed, dated 1980, sizes behind the contents. The format
 * keeps sizes in 32 bits.
 */
import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { WritableFile } from '../../core/exports/places.ts';

/** A file of the zip. */
export interface WrittenFile {
  readonly name: string;
  readonly size: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

interface Entry extends WrittenFile {
  readonly crc: number;
  readonly offset: number;
}

export interface ZipFile {
  /** Ends the file before it. Names are plain ASCII. */
  begin(name: string): Promise<void>;
  /** Throws RangeError where the zip gets larger than its format or `mostBytes` allows. */
  write(content: Uint8Array): Promise<void>;
  /** Those that are whole; ends the one under way. */
  files(): Promise<readonly WrittenFile[]>;
  /** Writes the directory. Nothing may come after it. */
  end(): Promise<void>;
}

type Field = readonly [value: number, bytes: number];

function packed(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

/** Version 2.0; sizes behind the content, names in UTF-8; not compressed; 1 January 1980. */
const common: readonly Field[] = [
  [20, 2],
  [0x0808, 2],
  [0, 2],
  [0, 2],
  [0x0021, 2],
];
const none: Field = [0, 4];

export function createZipFile(file: Pick<WritableFile, 'write'>, mostBytes: number): ZipFile {
  const entries: Entry[] = [];
  let offset = 0;
  let open: { name: string; offset: number; size: number; crc: number; sha256: Hash } | null = null;

  const put = async (bytes: Uint8Array): Promise<void> => {
    offset += bytes.length;
    if (offset > mostBytes) throw new RangeError('The zip is larger than it may be.');
    await file.write(bytes);
  };
  const close = async (): Promise<void> => {
    if (open === null) return;
    const { sha256, ...rest } = open;
    open = null;
    await put(packed([0x08074b50, 4], [rest.crc, 4], [rest.size, 4], [rest.size, 4]));
    entries.push({ ...rest, sha256: sha256.digest('hex') });
  };

  return {
    async begin(name) {
      await close();
      open = { name, offset, size: 0, crc: 0, sha256: createHash('sha256') };
      const about = packed([0x04034b50, 4], ...common, none, none, none, [name.length, 2], [0, 2]);
      await put(Buffer.concat([about, Buffer.from(name)]));
    },
    async write(content) {
      if (open === null) throw new TypeError('No file of the zip was begun.');
      open.size += content.length;
      open.crc = crc32(content, open.crc);
      open.sha256.update(content);
      await put(content);
    },
    async files() {
      await close();
      return entries.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
    },
    async end() {
      await close();
      const start = offset;
      for (const { name, crc, size, offset: at } of entries) {
        const content: Field[] = [
          [crc, 4],
          [size, 4],
          [size, 4],
          [name.length, 2],
        ];
        // No extra field, no comment, the first disk, not text; readable by everyone.
        const place: Field[] = [none, none, [0o100644 * 65_536, 4], [at, 4]];
        const about = packed([0x02014b50, 4], [0x0314, 2], ...common, ...content, ...place);
        await put(Buffer.concat([about, Buffer.from(name)]));
      }
      const count: Field = [entries.length, 2];
      const place: Field[] = [
        [offset - start, 4],
        [start, 4],
      ];
      await put(packed([0x06054b50, 4], none, count, count, ...place, [0, 2]));
    },
  };
}
