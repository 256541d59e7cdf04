/**
 * Rows as they lie in the pages of a damaged database (sqlite.org/fileformat2.html, sections 1.5 to 2.1).
 * SQLite itself gives up a table at the first page that it can't read.
 */
import type { PageImage } from '../../../platform/page-image.ts';

export type Value = bigint | number | string | Uint8Array | null;

export interface Cell {
  /** Row number; null in a tree without row numbers. */
  readonly rowid: bigint | null;
  /** null where a part of it lies on a page that can't be read. */
  readonly values: readonly Value[] | null;
}

/** What a page is by its first byte. `rows` are keyed by a number, `keys` by their columns. */
const kinds: ReadonlyMap<number, { readonly of: TreePage['of']; readonly isLeaf: boolean }> =
  new Map([
    [0x0d, { of: 'rows', isLeaf: true }],
    [0x05, { of: 'rows', isLeaf: false }],
    [0x0a, { of: 'keys', isLeaf: true }],
    [0x02, { of: 'keys', isLeaf: false }],
  ]);

export interface TreePage {
  readonly of: 'rows' | 'keys';
  readonly children: readonly number[];
  readonly cells: readonly Cell[];
}

export interface TreePages {
  /** Pages are numbered from 1. */
  readonly count: number;
  readonly lost: ReadonlySet<number>;
  /** null where it is none, or is not whole. */
  read(page: number): TreePage | null;
  /** Pages that hold nothing now, as far as that can be told. */
  free(): ReadonlySet<number>;
}

class Broken extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function treePages({ bytes, pageBytes, usableBytes, lost }: PageImage): TreePages {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.floor(bytes.length / pageBytes);
  const startOf = (page: number): number => {
    if (page < 1 || page > count) throw new Broken();
    return (page - 1) * pageBytes;
  };
  /** Its value, and where the next byte is. */
  const varint = (at: number): readonly [value: bigint, next: number] => {
    let value = 0n;
    for (let index = 0; index < 8; index += 1) {
      const byte = view.getUint8(at + index);
      value = (value << 7n) | BigInt(byte & 0x7f);
      if (byte < 0x80) return [value, at + index + 1];
    }
    return [BigInt.asIntN(64, (value << 8n) | BigInt(view.getUint8(at + 8))), at + 9];
  };

  /** The content of a cell, through the pages that it overflows to. */
  const payload = (at: number, length: number, mostLocal: number): Uint8Array | null => {
    if (length < 0 || length > bytes.length) throw new Broken();
    if (length <= mostLocal) return bytes.subarray(at, at + length);
    const least = Math.floor(((usableBytes - 12) * 32) / 255) - 23;
    const fitting = least + ((length - least) % (usableBytes - 4));
    const local = fitting <= mostLocal ? fitting : least;
    const content = new Uint8Array(length);
    content.set(bytes.subarray(at, at + local));
    let page = view.getUint32(at + local);
    for (let done = local; done < length; ) {
      if (lost.has(page)) return null;
      const start = startOf(page);
      const part = Math.min(length - done, usableBytes - 4);
      content.set(bytes.subarray(start + 4, start + 4 + part), done);
      done += part;
      page = view.getUint32(start);
    }
    return content;
  };

  const cellAt = (at: number, of: TreePage['of']): Cell => {
    const [length, afterLength] = varint(at);
    const [rowid, start] = of === 'rows' ? varint(afterLength) : [null, afterLength];
    const mostLocal =
      of === 'rows' ? usableBytes - 35 : Math.floor(((usableBytes - 12) * 64) / 255) - 23;
    const content = payload(start, Number(length), mostLocal);
    return { rowid, values: content === null ? null : valuesOf(content) };
  };

  /** Where the cells of the page begin. */
  const cellsOf = (start: number, head: number, pointers: number): readonly number[] =>
    Array.from({ length: view.getUint16(head + 3) }, (_, index) => {
      const offset = view.getUint16(pointers + 2 * index);
      if (offset < 8 || offset >= usableBytes) throw new Broken();
      return start + offset;
    });

  const parse = (page: number): TreePage | null => {
    const start = startOf(page);
    const head = start + (page === 1 ? 100 : 0);
    const kind = kinds.get(view.getUint8(head));
    if (kind === undefined) return null;
    const { of, isLeaf } = kind;
    const at = cellsOf(start, head, head + (isLeaf ? 8 : 12));
    if (isLeaf) return { of, children: [], cells: at.map((cell) => cellAt(cell, of)) };
    return {
      of,
      children: [...at.map((cell) => view.getUint32(cell)), view.getUint32(head + 8)],
      cells: of === 'keys' ? at.map((cell) => cellAt(cell + 4, of)) : [],
    };
  };

  return {
    count,
    lost,
    read(page) {
      try {
        return parse(page);
      } catch (error) {
        if (error instanceof Broken || error instanceof RangeError || error instanceof TypeError)
          return null;
        throw error;
      }
    },
    free() {
      const found = new Set<number>();
      let trunk = view.getUint32(32);
      while (trunk > 0 && trunk <= count && !found.has(trunk) && !lost.has(trunk)) {
        found.add(trunk);
        const start = startOf(trunk);
        const leaves = Math.min(view.getUint32(start + 4), Math.floor(usableBytes / 4) - 2);
        for (let index = 0; index < leaves; index += 1)
          found.add(view.getUint32(start + 8 + 4 * index));
        trunk = view.getUint32(start);
      }
      return found;
    },
  };
}

/** Bytes of a number by its serial type, 1 to 6. */
const integerBytes = [0, 1, 2, 3, 4, 6, 8] as const;

/** The columns of a record. Throws Broken where it is none. */
function valuesOf(content: Uint8Array): readonly Value[] {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let index = 0; index < 9; index += 1) {
      const byte = view.getUint8(at);
      at += 1;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new Broken();
  };
  const headerEnd = next();
  const types: number[] = [];
  while (at < headerEnd) types.push(next());
  if (at !== headerEnd) throw new Broken();
  const values = types.map((type): Value => {
    const [value, length] = valueAt(view, content, at, type);
    at += length;
    return value;
  });
  if (at !== content.length) throw new Broken();
  return values;
}

function valueAt(
  view: DataView,
  content: Uint8Array,
  at: number,
  type: number,
): readonly [value: Value, length: number] {
  if (type === 0) return [null, 0];
  if (type === 7) return [view.getFloat64(at), 8];
  if (type === 8 || type === 9) return [BigInt(type - 8), 0];
  const length = type < 7 ? (integerBytes[type] ?? 0) : Math.floor((type - 12) / 2);
  if (length < 0 || at + length > content.length) throw new Broken();
  const part = content.subarray(at, at + length);
  if (type > 11) return [type % 2 === 0 ? part.slice() : utf8.decode(part), length];
  const bits = part.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  return [BigInt.asIntN(8 * length, bits), length];
}
