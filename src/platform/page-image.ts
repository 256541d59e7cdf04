/** The pages of a damaged database, decrypted in memory. */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { nextTurn } from './slices.ts';
import { applyCipher, openSqlite } from './sqlite.ts';

export interface PageImage {
  readonly bytes: Uint8Array;
  readonly pageBytes: number;
  /** Bytes of a page that SQLite uses; the cipher has the rest. */
  readonly usableBytes: number;
  /** Pages that can't be read, numbered from 1: they are zeros. */
  readonly lost: ReadonlySet<number>;
}

interface EncryptedFile {
  readonly file: string;
  readonly key: Uint8Array;
}

export class DatabaseTooLarge extends Error {
  override readonly name = 'DatabaseTooLarge';
  constructor() {
    super(
      'The damaged database is larger than 2 GB, so Causeway can’t repair it. Nothing was changed. Restore the newest backup into a folder of its own.',
    );
  }
}

/**
 * SQLite hands over 2 GiB at most in one piece. The filling is longer than the file by a piece at most, and by
 * what each of its pages keeps for its seal and for the number of the next one: a fiftieth.
 */
const mostBytes = 2 * 1024 * 1024 * 1024 - 64 * 1024 * 1024;
const PAGE_BYTES = 4_096;
/** SQLite keeps its locks there, and nothing else. */
const LOCK_PAGE = 0x40000000 / PAGE_BYTES + 1;

/**
 * Reads a copy of the database and of its log, made in `folder` for the time being. SQLite gives up at the
 * first page whose seal does not fit, so each of these is filled from another database under the same key,
 * one by one. null where the key opens no page, and where there is none. Throws DatabaseTooLarge.
 */
export async function readPageImage(
  { file, key }: { readonly file: string; readonly key: Uint8Array },
  folder: string,
): Promise<PageImage | null> {
  const own = pagesOf(file);
  if (own === 0) return null;
  if ((own + pagesOf(`${file}-wal`)) * PAGE_BYTES > mostBytes) throw new DatabaseTooLarge();
  const copy = { file: join(folder, 'copy.db'), key };
  try {
    for (const ending of ['', '-wal']) {
      if (!existsSync(`${file}${ending}`)) continue;
      copyFileSync(`${file}${ending}`, `${copy.file}${ending}`, constants.COPYFILE_FICLONE);
    }
    const whole = serialized(copy);
    if (whole !== null && firstUnread(whole) === null) return imageOf(whole, new Set());
    return await filledIn(copy, own, file);
  } finally {
    removeDatabase(copy.file);
  }
}

function removeDatabase(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
}

async function filledIn(
  copy: EncryptedFile,
  own: number,
  damaged: string,
): Promise<PageImage | null> {
  const filling = makeFilling(copy, own + pagesOf(`${copy.file}-wal`));
  try {
    const filled = zeroPages(copy.file);
    for (let page = own + 1; page <= filling.count; page += 1) filled.push(page);
    filling.into(copy.file, filled);
    if (serialized(copy) === null) filling.into(copy.file, [1]);
    const bytes = await fillUnread(copy, filling, damaged);
    if (bytes === null) return null;
    return imageOf(...withoutFilling(bytes, filling.pages(), own));
  } finally {
    filling.remove();
  }
}

/** So many pages in a row that can't be read are taken for the beginning of a longer stretch. */
const STRETCH_PAGES = 16;

/** Fills what can't be read, until all else is. Of a long stretch the end is found by halving. */
async function fillUnread(
  { file, key }: EncryptedFile,
  filling: Filling,
  damaged: string,
): Promise<Uint8Array | null> {
  const pagesFrom = (page: number, length: number) =>
    Array.from({ length }, (_, at) => page + at).filter((one) => one <= filling.count);
  let from = 0;
  let length = 1;
  let row = 0;
  for (;;) {
    // In a turn of its own: what was read before is given back only between turns.
    await nextTurn();
    const bytes = serialized({ file, key });
    const page = bytes === null ? null : firstUnread(bytes);
    const isNext = page === from + length;
    if (length > 1 && !isNext) {
      copyPages(damaged, file, pagesFrom(from, length));
      length = Math.floor(length / 2);
      filling.into(file, pagesFrom(from, length));
      continue;
    }
    if (page === null) return bytes;
    // A log that holds the page once more stands over the database.
    if (page <= from) rmSync(`${file}-wal`, { force: true });
    row = isNext ? row + length : 1;
    length = row < STRETCH_PAGES ? 1 : row;
    from = page;
    filling.into(file, pagesFrom(from, length));
  }
}

const pagesOf = (file: string): number =>
  Math.floor((statSync(file, { throwIfNoEntry: false })?.size ?? 0) / PAGE_BYTES);

const partOf = (bytes: Uint8Array, page: number): Uint8Array =>
  bytes.subarray((page - 1) * PAGE_BYTES, page * PAGE_BYTES);

const isZero = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).equals(zeros.subarray(0, bytes.length));
const zeros = Buffer.alloc(PAGE_BYTES);

/** Zeros what is not of the damaged database, and cuts off what comes after its end. */
function withoutFilling(
  bytes: Uint8Array,
  blank: Uint8Array,
  own: number,
): [bytes: Uint8Array, lost: ReadonlySet<number>] {
  const lost = new Set<number>();
  for (let page = 1; page <= bytes.length / PAGE_BYTES; page += 1) {
    const part = partOf(bytes, page);
    if (page !== LOCK_PAGE && Buffer.compare(part, partOf(blank, page)) === 0) lost.add(page);
  }
  const hasOwnLength = !lost.has(1);
  let count = bytes.length / PAGE_BYTES;
  while (!hasOwnLength && count > own && lost.has(count)) lost.delete(count--);
  const reserved = bytes[20] ?? 0;
  for (const page of lost) partOf(bytes, page).fill(0);
  bytes[20] = reserved;
  return [bytes.subarray(0, count * PAGE_BYTES), lost];
}

function imageOf(bytes: Uint8Array, lost: ReadonlySet<number>): PageImage | null {
  if (lost.size * PAGE_BYTES >= bytes.length) return null;
  return { bytes, pageBytes: PAGE_BYTES, usableBytes: PAGE_BYTES - (bytes[20] ?? 0), lost };
}

/** From this page on SQLite gave zeros; null where it read to the end. */
function firstUnread(bytes: Uint8Array): number | null {
  const count = bytes.length / PAGE_BYTES;
  let page = count;
  while (page > 1 && isZero(partOf(bytes, page))) page -= 1;
  return page === count ? null : page + 1;
}

/** null where the first page can't be read, or the file is shorter than that says. */
function serialized({ file, key }: EncryptedFile): Uint8Array | null {
  const database = new Database(file);
  try {
    applyCipher(database, { file, key });
    const bytes = database.serialize();
    return bytes.toString('latin1', 0, 15) === 'SQLite format 3' ? bytes : null;
  } catch {
    return null;
  } finally {
    database.close();
  }
}

/** Pages of the file that hold nothing at all: sealed ones never do. */
function zeroPages(file: string): number[] {
  const found: number[] = [];
  const bytes = Buffer.alloc(PAGE_BYTES);
  const opened = openSync(file, 'r');
  try {
    for (let page = 1; page <= pagesOf(file); page += 1) {
      readSync(opened, bytes, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
      if (isZero(bytes)) found.push(page);
    }
  } finally {
    closeSync(opened);
  }
  return found;
}

interface Filling {
  readonly count: number;
  pages(): Uint8Array;
  /** Puts these pages in the place of those of the other file. */
  into(target: string, pages: readonly number[]): void;
  remove(): void;
}

/** Pages under the same key that hold nothing of anybody: a page is bound to its key and number alone. */
function makeFilling({ file, key }: EncryptedFile, atLeast: number): Filling {
  const path = `${file}.filling`;
  const pieceBytes = 8 * 1024 * 1024;
  const made = openSqlite({ file: path, key });
  try {
    made.exec('PRAGMA synchronous=OFF; CREATE TABLE filling (bytes BLOB) STRICT');
    for (let left = (atLeast + 1) * PAGE_BYTES; left > 0; left -= pieceBytes) {
      made.run('INSERT INTO filling VALUES (zeroblob(?))', [pieceBytes]);
      made.checkpoint();
    }
  } finally {
    made.close();
  }
  return {
    count: pagesOf(path),
    pages: () => serialized({ file: path, key }) ?? new Uint8Array(0),
    into: (target, pages) => copyPages(path, target, pages),
    remove: () => removeDatabase(path),
  };
}

function copyPages(source: string, target: string, pages: readonly number[]): void {
  const bytes = Buffer.alloc(PAGE_BYTES);
  const from = openSync(source, 'r');
  const to = openSync(target, 'r+');
  try {
    for (const page of pages) {
      const at = (page - 1) * PAGE_BYTES;
      if (readSync(from, bytes, 0, PAGE_BYTES, at) === PAGE_BYTES)
        writeSync(to, bytes, 0, PAGE_BYTES, at);
    }
  } finally {
    closeSync(from);
    closeSync(to);
  }
}
