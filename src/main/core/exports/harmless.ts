/**
 * Cells that a spreadsheet would run as a formula (CSV injection), whose digits it would change, or of which
 * it would make a date, are text behind an apostrophe. `asWritten` takes off again what `harmless` and
 * `harmlessText` put on, so that our own files read back as what they were.
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

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const dayPart = `(?:\\d{1,4}|${month})`;
// Nothing needs to stand between digits and the name of a month.
const between = '(?:[\\s.,/-]{1,3}|(?<=\\d)(?=[a-z])|(?<=[a-z])(?=\\d))';
const day = `${dayPart}(?:${between}${dayPart}){0,2}\\.?`;
const time = '\\d{1,4}(?::\\d{1,2}){0,2}(?:[.,]\\d{1,9})?(?:\\s?[ap]m|\\s[ap])?';
/** A date or a time of day, a fraction among them; also a negative number in brackets. */
const dated = new RegExp(
  `^(?:${day}|(?:${day}\\s{1,2})?${time}|\\d{1,9}\\s\\d{1,4}/\\d{1,4}|\\(\\d[\\d.,]*\\))$`,
  'i',
);
/** What is none of these is a plain number, whatever `dated` makes of its digits. */
const dateMark = /\d[^\d]*[-/:(a-z]|[-/:(a-z].*\d|\..*\./i;
/** Left bare: the same date to any spreadsheet, and how our own days are written. */
const isoDay = /^\d{4}-\d\d-\d\d$/;

const isDated = (cell: string): boolean => {
  const trimmed = cell.trim();
  return dated.test(trimmed) && dateMark.test(trimmed);
};

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
const isMarkable = (cell: string, keepsDates = true): boolean =>
  formula.test(cell) || control.test(cell) || digits.test(cell) || (keepsDates && isDated(cell));

const bare = (cell: string): string => cell.replace(/^'+/, '');

/**
 * The text itself, or behind an apostrophe, by which spreadsheets know text.
 *
 * @param keepsDates false as files were written before dates were guarded
 */
export function harmless(cell: string, keepsDates = true): string {
  // Behind one of its own it gets another, so that taking one off gives back what it was.
  const isMarked = cell.startsWith("'") && isMarkable(bare(cell), keepsDates);
  const isDate = keepsDates && isDated(cell) && !isoDay.test(cell);
  return isMarked || isRun(cell) || isChanged(cell) || isDate ? `'${cell}` : cell;
}

/** As `harmless`, and never an amount or a date: an account number keeps every digit. */
export const harmlessText = (cell: string, keepsDates = true): string =>
  isMarkable(bare(cell), keepsDates) ? `'${cell}` : cell;

/** The cell without the apostrophe that keeps a spreadsheet from running or changing it. */
export const asWritten = (cell: string): string =>
  cell.startsWith("'") && isMarkable(bare(cell)) ? cell.slice(1) : cell;
