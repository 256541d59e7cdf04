/**
 * The parts of an XLSX file that a list is read from, unpacked within bounds, and one sheet at a time:
 * the reader is given what was unpacked here, and never the file itself.
 */
import { strToU8, type Zippable, zipSync } from 'fflate';
import readXlsxFile, { readSheet } from 'read-excel-file/universal';
import { hiddenSheets } from './hidden.ts';
import { notXlsx, tooMuch, UnreadableFile } from './table.ts';
import { openZip, TooLarge, type Zip } from './unzip-within.ts';

/** Comments, instructions, and text that is marked as such; to the end where one does not end. */
const odd = /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;

/** Longest mark of the byte order, before which no declaration stands. */
const MARK = 3;

/** The same content without comments and instructions, and marked text as any other. */
function plainXml(part: Uint8Array): Uint8Array {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  if (!bytes.includes('<!') && bytes.lastIndexOf('<?') <= MARK) return part;
  // One byte a character: all that is looked for is ASCII.
  const plain = bytes
    .toString('latin1')
    .replace(odd, (_found, text: string | undefined) => (text === undefined ? '' : escaped(text)));
  return Buffer.from(plain, 'latin1');
}

/** Text that no reader of XML takes for a tag. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const MEBIBYTE = 1_048_576;
/** What the parts may unpack to: all together, each sheet, the texts that its cells share, the others. */
const most = { all: 200, sheet: 64, texts: 32, others: 16 } as const;
const MOST_ENTRIES = 2_000;
const MOST_SHEETS = 250;

export interface Sheet {
  readonly name: string;
  /** Its part of the file; null where none was found that is a sheet. */
  readonly path: string | null;
  /** A person who opens the file does not see it. */
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly zip: Zip;
  /** All but sheets and the texts of their cells, which are unpacked when they are read. */
  readonly others: ReadonlyMap<string, Uint8Array>;
  readonly sheets: readonly Sheet[];
}

/** What the library gives is not only what its types say: a date is a Date. */
export type CellValue = string | boolean | Date | null;

/** A sheet that is read, with its part of the file. */
export interface OpenSheet extends Sheet {
  readonly part: Uint8Array;
}

const isSheetPart = (name: string): boolean => /^xl\/worksheets\/[^/]+\.xml$/.test(name);
const isTextPart = (name: string): boolean => /^xl\/sharedStrings\.xml$/i.test(name);
/** No cell of any sheet stands in them, and some are larger than all sheets. */
const isBeside =
  /^(?:docProps|customXml|xl\/(?:drawings|charts|chartsheets|pivotCache|pivotTables|theme|media|embeddings|tables|externalLinks|queryTables|persons|(?:threaded)?comments))/i;
/** A sheet may lie elsewhere: then it begins as one. */
const isSheetRoot = (part: Uint8Array): boolean =>
  /<(?:[^\s<>/:]*:)?worksheet[\s>]/.test(Buffer.from(part.subarray(0, 4_096)).toString('latin1'));
const isPart = (name: string): boolean => /\.xml(?:\.rels)?$/.test(name) && !isBeside.test(name);

/** Rejects with UnreadableFile. */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const zip = within('file', most.all, () =>
    openZip(bytes, { bytes: most.all * MEBIBYTE, entries: MOST_ENTRIES }),
  );
  const parts = zip.names.filter(isPart);
  const others = othersOf(zip, parts);
  const hidden = hiddenSheets(others);
  if (hidden.length > MOST_SHEETS) {
    throw tooMuch(`The file has ${hidden.length} sheets; the limit is ${MOST_SHEETS}.`);
  }
  // In place of each sheet stands one cell with the path of its part.
  const marked = parts.map((path): [string, Uint8Array] => {
    if (isTextPart(path)) return [path, noTexts];
    const other = others.get(path);
    return [path, other === undefined || isSheetRoot(other) ? sheetOf(path) : other];
  });
  const read = await orNotXlsx(() => readXlsxFile<string>(zipped(marked)));
  const sheets = read.map(({ sheet, data }, index) => {
    const said = data[0]?.[0];
    const path = typeof said === 'string' && zip.names.includes(said) ? said : null;
    return { name: sheet, path, isHidden: hidden[index] ?? false };
  });
  if (sheets.length === 0) throw new UnreadableFile('The file does not contain a sheet.');
  if (sheets.every(({ path }) => path === null)) throw notXlsx();
  return { zip, others, sheets };
}

/** Throws UnreadableFile where nobody knows what the reader would read, or it is too much. */
export function openSheet({ zip }: Workbook, sheet: Sheet): OpenSheet {
  const { name, path } = sheet;
  if (path === null) throw notXlsx();
  const part = within(`sheet “${name.slice(0, 60)}”`, most.sheet, () =>
    plainXml(zip.read(path, most.sheet * MEBIBYTE)),
  );
  return { ...sheet, part };
}

/** Its rows from the first on. Rejects with UnreadableFile. */
export async function rowsOfSheet(
  { zip, others }: Workbook,
  { name, path, part }: OpenSheet,
  parseNumber: (text: string) => string,
): Promise<readonly (readonly CellValue[])[]> {
  const texts = zip.names
    .filter(isTextPart)
    .map((at): [string, Uint8Array] => [
      at,
      within('cell text', most.texts, () => plainXml(zip.read(at, most.texts * MEBIBYTE))),
    ]);
  const needed = [...others].map(([at, other]): [string, Uint8Array] => [
    at,
    at !== path && isSheetRoot(other) ? noCells : other,
  ]);
  const emptied = zip.names.filter(isSheetPart).map((at): [string, Uint8Array] => [at, noCells]);
  const all = [...needed, ...emptied, ...texts, [path ?? '', part] as const];
  const rows = await orNotXlsx(() =>
    readSheet<string>(zipped(all), name, { parseNumber, trim: false }),
  );
  return rows as unknown as readonly (readonly CellValue[])[];
}

/** False where nothing of it can hold a value. */
export const mayHoldValues = ({ part }: OpenSheet): boolean => {
  const content = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  return /[/:][tv]\s*>/.test(content.toString('latin1'));
};

function othersOf(zip: Zip, parts: readonly string[]): Map<string, Uint8Array> {
  const others = new Map<string, Uint8Array>();
  let left = most.others * MEBIBYTE;
  for (const path of parts) {
    if (isSheetPart(path) || isTextPart(path)) continue;
    const part = within('content outside the sheets', most.others, () => zip.read(path, left));
    left -= part.length;
    others.set(path, plainXml(part));
  }
  return others;
}

/** @param mebibytes the bound that `read` keeps to */
function within<Result>(what: string, mebibytes: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooLarge)) throw Object.assign(notXlsx(), { cause: error });
    const sentences: Readonly<Record<TooLarge['of'], string>> = {
      entries: `The file consists of more than ${MOST_ENTRIES.toLocaleString('en-US')} parts, which is the limit.`,
      bytes: `The ${what} unpacks to more than ${mebibytes} MB, which is the limit.`,
      'unsaid bytes': `The ${what} unpacks to more than the file declares.`,
    };
    throw tooMuch(sentences[error.of]);
  }
}

async function orNotXlsx<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw Object.assign(notXlsx(), { cause: error });
  }
}

const zipped = (parts: Iterable<readonly [string, Uint8Array]>): ArrayBuffer =>
  // What is only stored costs nothing to unpack.
  zipSync(Object.fromEntries(parts) as Zippable, { level: 0 }).buffer as ArrayBuffer;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const sheet = (rows: string): Uint8Array =>
  strToU8(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`);
const sheetOf = (text: string): Uint8Array =>
  sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${escaped(text)}</t></is></c></row>`);
const noCells = sheet('');
const noTexts = strToU8(`<sst xmlns="${main}"/>`);
