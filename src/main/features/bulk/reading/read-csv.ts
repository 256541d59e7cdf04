/** CSV as spreadsheets write it: comma, semicolon or tab, quoted or not. */
import { csvCells, type DelimiterOf } from './csv-cells.ts';
import { nothingHidden } from './hidden.ts';
import { type HeadingAt, type Table, tableOf, UnreadableFile } from './table.ts';

/** Bytes of a text file as text, whatever wrote it: spreadsheets save CSV in several character sets. */
interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  /** The character set in words, where it was not UTF-8; null where nothing needs to be said. */
  readonly note: string | null;
}

const utf16Note = 'The file is in UTF-16, as some spreadsheets save files.';
const windowsNote =
  'The file is not in UTF-8, so Causeway read it as Windows-1252. Check accented letters in the preview.';

/** Throws UnreadableFile for what is no text. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = byMark(bytes) ?? byZeros(bytes) ?? byContent(bytes);
  if (marked.text.includes('\0')) {
    throw new UnreadableFile('This is not a text file. Save the table as CSV or XLSX again.');
  }
  return marked;
}

function byMark(bytes: Uint8Array): DecodedText | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return { text: strictly('utf-8', bytes), note: null };
  }
  if (first === 0xff && second === 0xfe)
    return { text: strictly('utf-16le', bytes), note: utf16Note };
  if (first === 0xfe && second === 0xff)
    return { text: strictly('utf-16be', bytes), note: utf16Note };
  return null;
}

/** Latin text in UTF-16 without a mark has a zero in every second byte. */
function byZeros(bytes: Uint8Array): DecodedText | null {
  const looked = Math.min(bytes.length - (bytes.length % 2), 1024);
  if (looked < 4 || bytes.length % 2 !== 0) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < looked; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const most = looked / 2;
  if (odd > most * 0.7 && even < most * 0.1)
    return { text: strictly('utf-16le', bytes), note: utf16Note };
  if (even > most * 0.7 && odd < most * 0.1)
    return { text: strictly('utf-16be', bytes), note: utf16Note };
  return null;
}

function byContent(bytes: Uint8Array): DecodedText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: null };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), note: windowsNote };
  }
}

function strictly(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile(
      'The file mixes two character sets. Save the table as CSV in UTF-8, or as XLSX.',
    );
  }
}

/** Rows beyond the bound that are still counted, so that the sentence can say how many there are. */
const COUNTED_OVER = 1_000_000;

/** Throws UnreadableFile. The first row is the heading, and tells what separates cells, unless `told` does. */
export function readCsv(
  bytes: Uint8Array,
  maxTableRows: number,
  told: { readonly headingAt?: HeadingAt; readonly delimiterOf?: DelimiterOf } = {},
): Table {
  const { text, note } = decodeText(bytes);
  const raw = csvCells(text, maxTableRows + COUNTED_OVER, told.delimiterOf);
  // A last line break makes one more row, which nobody wrote.
  if (raw.at(-1)?.cells.every((cell) => cell === '') === true) raw.pop();
  const notes = note === null ? [] : [note];
  const more = { notes, sheets: [], sheet: null, hidden: nothingHidden };
  return tableOf(raw, maxTableRows, more, told.headingAt);
}
