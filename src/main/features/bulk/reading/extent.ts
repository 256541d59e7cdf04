/**
 * How far the cells of a sheet reach, before the reader is given it: it makes a row for every number up
 * to the last one, and a place for every column up to the last that says something. One cell that says
 * it stands in row 999,999,999 would take all memory there is.
 */
import { notXlsx, tooMuch, UnreadableFile } from './table.ts';

/** As spreadsheets have them. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
/** Cells of one sheet, blank ones with a format among them. */
const MOST_CELLS = 4_000_000;
/** Rows by columns up to the last cell that says something: each place takes memory, blank or not. */
const MOST_PLACES = 12_000_000;

export interface Extent {
  /** How many of its cells are formulas. */
  readonly formulas: number;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * A cell as most programs write it; a cell or a row that says nothing of itself; or the beginning of one,
 * or of a formula, however it is written: then the whole tag is looked at. What a comment holds counts too.
 */
const tags =
  /<c r="([A-Z]{1,3})([1-9]\d{0,6})"(?: s="\d{1,9}")?(?: t="\w{1,9}")?(\/?)>|<(c|row)\/?>|<(?:[^\s<>/:]*:)?(c|f|row)(?=[\s/>])/g;
/** From the name of a tag to the next: nothing in quotation marks begins another one. */
const wholeTag = /^(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>/;
const blank = /^(?:[^"'>]|"[^"]*"|'[^']*')*\/>/;
/** Whatever may be read as the attribute `r`, with what stands behind it. */
const places = /(?:^|[^\w.-])r\s*=\s*(?:"([^"]*)"|'([^']*)'|)/g;
const cellPlace = /^([A-Z]{1,3})([1-9]\d{0,6})$/;
const rowPlace = /^[1-9]\d{0,6}$/;

/** @param part XML of a sheet. Throws UnreadableFile over a bound, and for a place that no sheet has. */
export function extentOf(part: Uint8Array): Extent {
  // One byte a character: what is looked for is ASCII.
  const xml = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');
  const count = { c: 0, f: 0, row: 0 };
  let row = 0;
  let lastRow = 0;
  let lastColumn = 0;
  for (const { name, at, isBlank } of tagsIn(xml)) {
    count[name] += 1;
    if (name === 'row') row = at.row;
    if (name !== 'c' || isBlank) continue;
    // The reader goes by what the row says, and by its cells where it says nothing.
    lastRow = Math.max(lastRow, row, at.row);
    lastColumn = Math.max(lastColumn, at.column);
  }
  demand(count.c, MOST_CELLS, 'cells');
  demand(count.row, MOST_ROWS, 'rows');
  if (lastRow * lastColumn > MOST_PLACES) {
    throw tooMuch(
      `The sheet’s cells reach row ${inWords(lastRow)} and column ${inWords(lastColumn)}; the limit for rows times columns is ${inWords(MOST_PLACES)}.`,
    );
  }
  return { formulas: count.f };
}

interface Tag {
  readonly name: 'c' | 'f' | 'row';
  readonly at: Place;
  readonly isBlank: boolean;
}

const noPlace: Place = { row: 0, column: 0 };

function* tagsIn(xml: string): Generator<Tag> {
  const each = new RegExp(tags);
  for (let tag = each.exec(xml); tag !== null; tag = each.exec(xml)) {
    const [, letters, digits = '', end, bare, name] = tag;
    if (letters !== undefined) {
      yield { name: 'c', at: within(letters, digits, 'cell'), isBlank: end !== '' };
    } else if (name === undefined || name === 'f') {
      yield { name: (bare ?? name) as Tag['name'], at: noPlace, isBlank: true };
    } else yield wholeTagOf(xml, each.lastIndex, name as Tag['name']);
  }
}

function wholeTagOf(xml: string, from: number, name: Tag['name']): Tag {
  const next = xml.indexOf('<', from);
  const given = xml.slice(from, next < 0 ? xml.length : next);
  if (!wholeTag.test(given)) throw notXlsx();
  return { name, at: farthest(given, name === 'c' ? 'cell' : 'row'), isBlank: blank.test(given) };
}

/** Highest row and column among all values that may be read as the tag’s place. */
function farthest(given: string, of: 'cell' | 'row'): Place {
  let row = 0;
  let column = 0;
  for (const [, double, single] of given.matchAll(places)) {
    const text = double ?? single ?? '';
    const parts = of === 'cell' ? cellPlace.exec(text) : rowPlace.exec(text) && ['', '', text];
    if (parts === null) throw nowhere(text, of);
    const at = within(parts[1] ?? '', parts[2] ?? '', of);
    row = Math.max(row, at.row);
    column = Math.max(column, at.column);
  }
  return { row, column };
}

function within(letters: string, digits: string, of: 'cell' | 'row'): Place {
  const row = Number(digits);
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  if (row > MOST_ROWS || column > MOST_COLUMNS) throw nowhere(letters + digits, of);
  return { row, column };
}

const nowhere = (text: string, of: 'cell' | 'row'): UnreadableFile =>
  tooMuch(
    `The sheet has a ${of} at “${text.slice(0, 40).replace(/[^\w$:.-]/g, '?')}”, but a sheet has at most ${inWords(MOST_ROWS)} rows and ${inWords(MOST_COLUMNS)} columns (XFD).`,
  );

function demand(count: number, most: number, of: string): void {
  if (count <= most) return;
  throw new UnreadableFile(
    `The sheet has ${inWords(count)} ${of}; the limit is ${inWords(most)}. Remove rows and columns that you don’t need, or save the sheet as CSV.`,
  );
}

const inWords = (count: number): string => count.toLocaleString('en-US');
