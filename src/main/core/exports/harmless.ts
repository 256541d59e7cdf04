/**
 * Cells that a spreadsheet would run as a formula (CSV injection), or whose digits it would change, are
 * text behind an apostrophe. `asWritten` takes off again what `harmless` and `harmlessText` put on,
 * so that our own files read back as what they were.
 */

/** A number as people write it, negative ones too: a spreadsheet only shows it. */
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** What begins a formula, also behind space that some programs cut off, and in its full-width form. */
const formula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;
/** Some programs go over a tab or a line break at the beginning to what follows. */
const control = /^[\t\r\n]/;

/** Digits as an account number has them, or as a spreadsheet reads them. */
const digits = /^[\s.,]*\d[\d\s.,]*$|^[.,]?\d[\d.,]*[eE][+-]?\d+$/;
/** Zeros that lead are dropped, and `12E3` becomes 12000. */
const changedDigits = /^0\d|[eE]/;

/** What a spreadsheet keeps of a number; it makes zeros of the rest. */
const EXACT_DIGITS = 15;

/** Whether it is a number that a spreadsheet counts with and of which it loses no digit. */
export const isExact = (cell: string): boolean => plainNumber.test(cell) && !hasManyDigits(cell);
const hasManyDigits = (cell: string): boolean =>
  cell.replaceAll(/\D/g, '').replace(/^0+/, '').length > EXACT_DIGITS;

const isRun = (cell: string): boolean =>
  !plainNumber.test(cell) && (formula.test(cell) || control.test(cell));
const isChanged = (cell: string): boolean =>
  plainNumber.test(cell)
    ? changedDigits.test(cell) || !isExact(cell)
    : digits.test(cell) && (changedDigits.test(cell) || hasManyDigits(cell));

/** What an apostrophe may stand before in our files. */
const isMarkable = (cell: string): boolean =>
  formula.test(cell) || control.test(cell) || digits.test(cell);

const bare = (cell: string): string => cell.replace(/^'+/, '');

/** The text itself, or behind an apostrophe, by which spreadsheets know text. */
export function harmless(cell: string): string {
  // Behind one of its own it gets another, so that taking one off gives back what it was.
  const isMarked = cell.startsWith("'") && isMarkable(bare(cell));
  return isMarked || isRun(cell) || isChanged(cell) ? `'${cell}` : cell;
}

/** As `harmless`, and never an amount: an account number keeps every digit. */
export const harmlessText = (cell: string): string => (isMarkable(bare(cell)) ? `'${cell}` : cell);

/** The cell without the apostrophe that keeps a spreadsheet from running or changing it. */
export const asWritten = (cell: string): string =>
  cell.startsWith("'") && isMarkable(bare(cell)) ? cell.slice(1) : cell;
