/**
 * What a sheet hides: rows and columns that a person or a filter took out of sight. They are read as
 * all others, so nobody saw them who looked at the file. The reader of XLSX does not tell of it.
 */

export interface Hidden {
  /** As the spreadsheet numbers them, ascending. */
  readonly rows: readonly number[];
  /** From 0, ascending. */
  readonly columns: readonly number[];
}

export const nothingHidden: Hidden = { rows: [], columns: [] };

/** The last column that a sheet can have. */
const MOST_COLUMNS = 16_384;

const prefix = '(?:[A-Za-z_][\\w.-]{0,60}:)?';
const firstCell = new RegExp(`\\s*<${prefix}c\\s[^>]{0,200}?\\br=["'][A-Z]{1,3}(\\d+)["']`, 'y');

/** @param part XML of a sheet */
export function hiddenIn(part: Uint8Array): Hidden {
  const xml = textOf(part);
  return { rows: hiddenRows(xml), columns: hiddenColumns(xml) };
}

/** Which sheets are hidden, in the order of the file. */
export function hiddenSheets(parts: ReadonlyMap<string, Uint8Array>): boolean[] {
  const part = parts.get('xl/workbook.xml');
  if (part === undefined) return [];
  return [...tagsIn(textOf(part), 'sheet')].map(({ given }) => {
    const state = attribute(given, 'state');
    return state !== null && state !== 'visible';
  });
}

/** One byte a character: what is looked for is ASCII. */
const textOf = (part: Uint8Array): string =>
  Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');

/** Opening tags of that name: what stands in them, and where they end. */
export function* tagsIn(xml: string, name: string): Generator<{ given: string; end: number }> {
  const opening = new RegExp(`<${prefix}${name}(?=[\\s/>])`, 'g');
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    const end = endOfTag(xml, opening.lastIndex);
    yield { given: xml.slice(opening.lastIndex, end), end: end + 1 };
    opening.lastIndex = end;
  }
}

/** Where `>` stands, but for those in quotation marks. */
function endOfTag(xml: string, from: number): number {
  let quote = '';
  for (let at = from; at < xml.length; at += 1) {
    const character = xml.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at;
    else if (character === '"' || character === "'") quote = character;
  }
  return xml.length;
}

function hiddenRows(xml: string): number[] {
  const rows: number[] = [];
  let before = 0;
  for (const { given, end } of tagsIn(xml, 'row')) {
    const row = numberOf(attribute(given, 'r')) ?? numberInCell(xml, end);
    before = row ?? before + 1;
    if (isHidden(given, 'ht')) rows.push(before);
  }
  return rows;
}

/** A row without a number has that of its first cell. */
function numberInCell(xml: string, at: number): number | null {
  firstCell.lastIndex = at;
  return numberOf(firstCell.exec(xml)?.[1] ?? null);
}

function hiddenColumns(xml: string): number[] {
  const columns = new Set<number>();
  for (const { given } of tagsIn(xml, 'col')) {
    if (!isHidden(given, 'width')) continue;
    const first = numberOf(attribute(given, 'min')) ?? 0;
    const last = Math.min(numberOf(attribute(given, 'max')) ?? first, MOST_COLUMNS);
    for (let column = Math.max(first, 1); column <= last; column += 1) columns.add(column - 1);
  }
  return [...columns].sort((one, other) => one - other);
}

/** Also where it is drawn without any height or width. */
function isHidden(given: string, size: 'ht' | 'width'): boolean {
  const hidden = attribute(given, 'hidden')?.trim() ?? '0';
  if (hidden !== '0' && hidden !== 'false') return true;
  const drawn = attribute(given, size);
  return drawn !== null && Number(drawn) === 0;
}

type Attribute =
  | ('hidden' | 'ht' | 'max' | 'min' | 'r' | 'state' | 'width')
  | ('s' | 't' | 'numFmtId' | 'formatCode');

export function attribute(given: string, name: Attribute): string | null {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(given);
  return match === null ? null : (match[1] ?? match[2] ?? '');
}

function numberOf(text: string | null): number | null {
  const number = text === null ? Number.NaN : Number(text);
  return Number.isInteger(number) && number > 0 ? number : null;
}
