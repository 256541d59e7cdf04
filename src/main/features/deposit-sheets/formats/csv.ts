/** Deposit instructions as a table, one account a row. */
import { asText, byteOrderMark, type Cell, csvLines } from '../../../core/exports/csv-lines.ts';
import type { SheetContent, SheetStyle } from '../types.ts';

const given = ({ instructions }: SheetContent, field: string): string =>
  instructions.find((line) => line.field === field)?.value ?? '';

const named = [
  'currency',
  'bankName',
  'bankAccountNumber',
  'bankRoutingNumber',
  'bankBeneficiaryName',
  'bankBeneficiaryAddress',
] as const;

/** Instructions that the API specification does not name, in one cell, so that none is lost. */
const others = ({ instructions }: SheetContent): string =>
  instructions
    .filter(({ field }) => !named.some((name) => name === field))
    .map(({ field, value }) => `${field}: ${value}`)
    .join('; ');

type Column = readonly [header: string, cell: (content: SheetContent) => Cell];

const columns: readonly Column[] = [
  ['virtual account ID', ({ accountId }) => accountId],
  ['customer ID', ({ customerId }) => customerId],
  ['customer name', ({ customerName }) => customerName],
  ['currency', (content) => given(content, 'currency')],
  ['bank name', (content) => given(content, 'bankName')],
  ['account number', (content) => asText(given(content, 'bankAccountNumber'))],
  ['routing number', (content) => asText(given(content, 'bankRoutingNumber'))],
  ['beneficiary name', (content) => given(content, 'bankBeneficiaryName')],
  ['beneficiary address', (content) => given(content, 'bankBeneficiaryAddress')],
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
