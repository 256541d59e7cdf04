/**
 * The parts of an XLSX file that a list is read from, unpacked within bounds, and one sheet at a time:
 * the reader is given what was unpacked here, and never the file itself.
 */
import { strToU8, type Zippable, zipSync } from 'fflate';
import readXlsxFile, { readSheet } from 'read-excel-file/universal';
import { type Hidden, hiddenIn, hiddenSheets, nothingHidden } from './hidden.ts';
import { UnreadableFile } from './table.ts';
import { TooLarge, unzipWithin } from './unzip-within.ts';

/** What the parts may unpack to together: several times a list of 50,000 rows and 40 columns. */
const MOST_UNPACKED = 200 * 1024 * 1024;
const MOST_ENTRIES = 2_000;
/** Cells of one sheet, blank ones with a format among them. */
const MOST_CELLS = 4_000_000;

export interface Sheet {
  readonly name: string;
  /** Its part of the file; null where it lies in an unusual place. */
  readonly path: string | null;
  /** A person who opens the file does not see it. */
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly parts: ReadonlyMap<string, Uint8Array>;
  readonly sheets: readonly Sheet[];
}

/** What the library gives is not only what its types say: a date is a Date. */
export type CellValue = string | boolean | Date | null;

const tooLarge = () =>
  new UnreadableFile(
    'The file unpacks to more than can be read. Save the rows alone as a new XLSX file, or as CSV.',
  );
const notXlsx = () =>
  new UnreadableFile(
    'This is no XLSX file, or it is damaged or protected by a password. Save it as XLSX or CSV again.',
  );

const isSheetPart = (name: string): boolean => /^xl\/worksheets\/[^/]+\.xml$/.test(name);
const isTextPart = (name: string): boolean => /^xl\/sharedStrings\.xml$/i.test(name);
/** No cell of any sheet stands in them, and some are larger than all sheets. */
const isBeside =
  /^(?:docProps|customXml|xl\/(?:drawings|charts|chartsheets|pivotCache|pivotTables|theme|media|embeddings|tables|externalLinks|queryTables|persons|(?:threaded)?comments))/i;
const isPart = (name: string): boolean => /\.xml(?:\.rels)?$/.test(name) && !isBeside.test(name);

/** Rejects with UnreadableFile. */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const parts = partsOf(bytes);
  // In place of each sheet stands one cell with the path of its part.
  const marked = [...parts].map(([path, part]): [string, Uint8Array] => {
    if (isTextPart(path)) return [path, noTexts];
    return [path, isSheetPart(path) ? sheetOf(path) : part];
  });
  const read = await orNotXlsx(() => readXlsxFile<string>(zipped(marked)));
  const hidden = hiddenSheets(parts);
  const sheets = read.map(({ sheet, data }, index) => {
    const said = data[0]?.[0];
    const path = typeof said === 'string' && parts.has(said) ? said : null;
    return { name: sheet, path, isHidden: hidden[index] ?? false };
  });
  if (sheets.length === 0) throw new UnreadableFile('The file has no sheet.');
  return { parts, sheets };
}

/** Its rows from the first on. Rejects with UnreadableFile. */
export async function rowsOfSheet(
  { parts }: Workbook,
  { name, path }: Sheet,
  parseNumber: (text: string) => string,
): Promise<readonly (readonly CellValue[])[]> {
  const needed = [...parts].map(([at, part]): [string, Uint8Array] => [
    at,
    path !== null && at !== path && isSheetPart(at) ? noCells : part,
  ]);
  const rows = await orNotXlsx(() =>
    readSheet<string>(zipped(needed), name, { parseNumber, trim: false }),
  );
  return rows as unknown as readonly (readonly CellValue[])[];
}

/** How many of its cells are formulas. Throws UnreadableFile where it has too many cells. */
export function formulasIn({ parts }: Workbook, { path }: Sheet): number {
  const part = path === null ? undefined : parts.get(path);
  if (part === undefined) return 0;
  let cells = 0;
  let formulas = 0;
  // One byte a character: what is looked for is ASCII.
  for (const [tag] of Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    .toString('latin1')
    .matchAll(/<(?:[a-z]\w{0,20}:)?[cf][\s/>]/g)) {
    if (tag.at(-2) === 'f') formulas += 1;
    else cells += 1;
  }
  if (cells > MOST_CELLS) {
    throw new UnreadableFile(
      `The sheet has ${cells.toLocaleString('en-US')} cells, and at most ${MOST_CELLS.toLocaleString('en-US')} can be read. Remove the rows and columns that are not needed, or save it as CSV.`,
    );
  }
  return formulas;
}

/** What it hides of its rows and columns. */
export function hiddenOf({ parts }: Workbook, { path }: Sheet): Hidden {
  const part = path === null ? undefined : parts.get(path);
  return part === undefined ? nothingHidden : hiddenIn(part);
}

/** False where nothing of it can hold a value. */
export function mayHoldValues({ parts }: Workbook, { path }: Sheet): boolean {
  const part = path === null ? undefined : parts.get(path);
  if (part === undefined) return true;
  const content = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  return ['/v>', ':v>', '/t>', ':t>'].some((end) => content.includes(end));
}

function partsOf(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  try {
    return unzipWithin(bytes, isPart, { bytes: MOST_UNPACKED, entries: MOST_ENTRIES });
  } catch (error) {
    if (error instanceof TooLarge) throw tooLarge();
    throw Object.assign(notXlsx(), { cause: error });
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
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const sheetOf = (text: string): Uint8Array =>
  sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${escaped(text)}</t></is></c></row>`);
const noCells = sheet('');
const noTexts = strToU8(`<sst xmlns="${main}"/>`);
