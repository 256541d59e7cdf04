/** Lines of CSV for spreadsheets: RFC 4180, every cell quoted and harmless. */
import papa from 'papaparse';
import { harmless, harmlessText } from './harmless.ts';

/** Text that is never an amount, whatever its digits. */
export interface TextCell {
  readonly text: string;
}

/** Decimal digits of money, exact: set like a number, and never made one. */
export interface AmountCell {
  readonly amount: string;
}

/** A month or a moment of ours: a spreadsheet may read it as one. */
export interface TimeCell {
  readonly time: string;
}

export type Cell = string | number | boolean | null | TextCell | AmountCell | TimeCell;

/** At the beginning of a file: without it spreadsheets take it for one of another character set. */
export const byteOrderMark = '\uFEFF';

export const csvMediaType = 'text/csv; charset=utf-8';

/**
 * An account number as text: a spreadsheet takes digits for an amount and drops zeros that lead or
 * end, and an apostrophe keeps it from that.
 */
export const asText = (text: string): TextCell => ({ text });

/** null where there is none. */
export const asAmount = (amount: string | null): AmountCell | null =>
  amount === null ? null : { amount };

export const isAmount = (cell: Cell): cell is AmountCell =>
  typeof cell === 'object' && cell !== null && 'amount' in cell;

/** A cell as people read it, with nothing that keeps a spreadsheet from running it. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('time' in cell) return cell.time;
  return isAmount(cell) ? cell.amount : cell.text;
}

function harmlessOf(cell: Cell, keepsDates: boolean): string {
  const isOfKind = typeof cell === 'object' && cell !== null;
  if (isOfKind && 'text' in cell) return harmlessText(cell.text, keepsDates);
  return harmless(textOf(cell), keepsDates && !(isOfKind && 'time' in cell));
}

/**
 * Every cell is quoted: where the list separator is a semicolon, one in a cell separates nothing.
 *
 * @param keepsDates as `harmless` has it
 */
export const csvLines = (rows: readonly (readonly Cell[])[], keepsDates = true): string =>
  rows.length === 0
    ? ''
    : `${papa.unparse(
        rows.map((row) => row.map((cell) => harmlessOf(cell, keepsDates))),
        { newline: '\r\n', quotes: true, header: false },
      )}\r\n`;
