/** Names of files of sheets: letters, digits, dots and dashes alone, which every system takes. */
import { sandboxPrefix } from '../../../core/exports/stamp.ts';
import type { SheetContent } from '../types.ts';
import type { SheetFormat, SheetOrder } from './orders.ts';

const endings = { pdf: 'pdf', text: 'txt', csv: 'csv' } as const;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 48);

/** `Ada-Byron-virtualAccount-8f3c.pdf`: the id tells accounts apart, whatever the names are. */
export function entryName(
  { accountId, customerName }: Pick<SheetContent, 'accountId' | 'customerName'>,
  format: SheetFormat,
  isTest: boolean,
): string {
  const name = plain(customerName ?? '');
  const id = accountId.replaceAll(/[^A-Za-z0-9]+/g, '-');
  return `${isTest ? sandboxPrefix : ''}${name === '' ? '' : `${name}-`}${id}.${endings[format]}`;
}

interface Named extends Omit<SheetOrder, 'style'> {
  /** IDs of the accounts that were named; empty where a filter selects them. */
  readonly ids: readonly string[];
  /** Name of the customer of the one account; null for several, and where it is not known. */
  readonly customerName: string | null;
}

/** The end of an ID, which tells accounts of one customer apart. */
const shortId = (id: string): string => plain(id).slice(-8);

/**
 * `Ada-Byron-deposit-sheet-3fa94c71-20261120-140511Z.pdf`; without a name in Latin letters the ID stands for it.
 *
 * @param stamp the moment of the order, `20261120-140511Z`
 */
export function fileName(order: Named, stamp: string): string {
  const { format, packing, ids } = order;
  const ending = packing === 'zip' ? 'zip' : endings[format];
  const [only, ...others] = ids;
  if (only === undefined || others.length > 0) return `deposit-sheets-${stamp}.${ending}`;
  const name = plain(order.customerName ?? '');
  return name === ''
    ? `deposit-sheet-${plain(only)}-${stamp}.${ending}`
    : `${name}-deposit-sheet-${shortId(only)}-${stamp}.${ending}`;
}

const mediaTypes = {
  pdf: 'application/pdf',
  text: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

export const mediaTypeOf = ({ format, packing }: Omit<SheetOrder, 'style'>): string =>
  packing === 'zip' ? 'application/zip' : mediaTypes[format];
