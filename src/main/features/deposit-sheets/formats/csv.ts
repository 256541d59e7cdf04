/** Deposit instructions as a table, one account a row. */
import { depositFields } from '../../../../contract/fields.ts';
import { asText, byteOrderMark, type Cell, csvLines } from '../../../core/exports/csv-lines.ts';
import type { SheetContent, SheetStyle } from '../types.ts';

const given = ({ instructions }: SheetContent, key: string): string =>
  instructions.find((line) => line.field === key)?.value ?? '';

/** Instructions that the API specification does not name, in one cell, so that none is lost. */
const others = ({ instructions }: SheetContent): string =>
  instructions
    .filter(({ field }) => !depositFields.some(({ key }) => key === field))
    .map(({ field, value }) => `${field}: ${value}`)
    .join('; ');

type Column = readonly [header: string, cell: (content: SheetContent) => Cell];

const columns: readonly Column[] = [
  ['virtual account ID', ({ accountId }) => accountId],
  ['customer ID', ({ customerId }) => customerId],
  ['customer name', ({ customerName }) => customerName],
  ...depositFields.map(({ key, kind, label }): Column => {
    const cell = kind === 'number' ? asText : (value: string): Cell => value;
    return [label.toLowerCase(), (content) => cell(given(content, key))];
  }),
  ['other instructions', others],
  ['destination currency', ({ destinationCurrency }) => destinationCurrency],
  ['network', ({ network }) => network],
  ['wallet address', ({ walletAddress }) => asText(walletAddress)],
  ['data as of', ({ knownAt }) => knownAt],
];

export const csvHead: string =
  byteOrderMark +
  csvLines([[...columns.map(([header]) => header), 'issued at', 'for testing only']]);

/** One row, with its line break. */
export const csvRow = (
  content: SheetContent,
  { issuedAt, isTest }: Pick<SheetStyle, 'issuedAt' | 'isTest'>,
): string =>
  csvLines([[...columns.map(([, cell]) => cell(content)), issuedAt, isTest ? 'SANDBOX' : '']]);
