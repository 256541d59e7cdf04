/** XLSX: values as they are shown, long numbers with all their digits, formulas by their last result. */
import { asWritten } from '../../../core/exports/harmless.ts';
import { extentOf } from './extent.ts';
import { type Hidden, hiddenIn, nothingHidden } from './hidden.ts';
import { shortened } from './number-format.ts';
import { withShownErrors, withShownNumbers } from './shown-numbers.ts';
import { type HeadingAt, type RawRow, type Table, tableOf } from './table.ts';
import {
  type CellValue,
  mayHoldValues,
  openSheet,
  openWorkbook,
  rowsOfSheet,
  type Sheet,
  type Workbook,
} from './workbook.ts';

/**
 * The sheet of that name; where none is named the first that holds anything, of those that are not hidden
 * if one of them does. Rejects with UnreadableFile.
 */
export async function readXlsx(
  bytes: Uint8Array,
  maxTableRows: number,
  wanted: string | null,
  headingAt?: HeadingAt,
): Promise<Table> {
  const workbook = await openWorkbook(bytes);
  const named = workbook.sheets.find(({ name }) => name === wanted);
  const { sheet, rows, formulas, shown, hidden } = await chosen(workbook, named);
  let dates = 0;
  const raw: RawRow[] = rows.map((cells, index) => ({
    row: index + 1,
    cells: cells.map((value) => {
      if (value instanceof Date) dates += 1;
      return textOf(value);
    }),
  }));
  const more = {
    notes: [...said(formulas, dates, shown), ...otherSheets(workbook.sheets, sheet)],
    sheets: workbook.sheets.map(({ name }) => name),
    sheet: sheet.name,
    hidden,
  };
  return tableOf(raw, maxTableRows, more, headingAt);
}

interface Chosen {
  readonly sheet: Sheet;
  readonly rows: readonly (readonly CellValue[])[];
  readonly formulas: number;
  /** Numbers that are read as their format shows them. */
  readonly shown: number;
  readonly hidden: Hidden;
}

/** The one that is named, else the first that anybody sees and that holds anything. */
async function chosen(workbook: Workbook, named: Sheet | undefined): Promise<Chosen> {
  const [first] = workbook.sheets;
  const seenFirst = workbook.sheets.toSorted(
    (one, other) => Number(one.isHidden) - Number(other.isHidden),
  );
  const candidates = named === undefined ? seenFirst : [named];
  for (const sheet of candidates) {
    // A chart on a sheet of its own, say.
    if (sheet.path === null && sheet !== named) continue;
    const open = openSheet(workbook, sheet);
    if (!mayHoldValues(open)) continue;
    const { formulas } = extentOf(open.part);
    const hidden = hiddenIn(open.part);
    const { part, changed } = withShownNumbers(open.part, workbook.others.get('xl/styles.xml'));
    const seen = { ...open, part: withShownErrors(part) };
    const rows = await rowsOfSheet(workbook, seen, plainDigits);
    if (rows.some((cells) => cells.some((value) => value !== null))) {
      return { sheet, rows, formulas, shown: changed, hidden };
    }
  }
  return {
    sheet: named ?? first ?? { name: '', path: null, isHidden: false },
    rows: [],
    formulas: 0,
    shown: 0,
    hidden: nothingHidden,
  };
}

/**
 * As it stands in the file, but for `1.2E+10`, by which whole numbers may be stored. A number of more than 15 digits would
 * lose its last ones as a number; one that has lost them already is never written out, as if it had ended in zeros.
 */
function plainDigits(text: string): string {
  const lost = shortened(text);
  if (lost !== null) return lost;
  const match = /^(-?)(\d)(?:\.(\d+))?[eE]\+?(\d{1,2})$/.exec(text);
  if (match === null) return text;
  const [, sign = '', first = '', fraction = '', power = '0'] = match;
  const places = Number(power);
  if (fraction.length > places) return text;
  return `${sign}${first}${fraction}${'0'.repeat(places - fraction.length)}`;
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  // A file of ours that was saved as XLSX still has what kept a spreadsheet from running its cells.
  return typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : asWritten(String(value));
}

function said(formulas: number, dates: number, shown: number): string[] {
  const notes: string[] = [];
  if (formulas > 0) {
    notes.push(
      formulas === 1
        ? '1 cell is a formula. Causeway read its last saved result and calculates nothing.'
        : `${formulas.toLocaleString('en-US')} cells are formulas. Causeway read their last saved results and calculates nothing.`,
    );
  }
  if (dates > 0) {
    notes.push(
      dates === 1
        ? '1 cell is a date and was read in the form 2026-01-31. If you meant text, format the column as text.'
        : `${dates.toLocaleString('en-US')} cells are dates and were read in the form 2026-01-31. If you meant text, format the column as text.`,
    );
  }
  if (shown > 0) {
    notes.push(
      shown === 1
        ? '1 cell is a number whose format shows more, such as leading zeros or letters. Causeway read what is shown.'
        : `${shown.toLocaleString('en-US')} cells are numbers whose format shows more, such as leading zeros or letters. Causeway read what is shown.`,
    );
  }
  return notes;
}

function otherSheets(sheets: readonly Sheet[], { name, isHidden }: Sheet): string[] {
  const read =
    sheets.length > 1 ? [`The file has ${sheets.length} sheets. Causeway read “${name}”.`] : [];
  return isHidden ? [...read, `The sheet “${name}” is hidden in the file.`] : read;
}
