/** Names of files of sheets: letters, digits, dots and dashes alone, which every system takes. */
import type { SheetContent } from '../types.ts';
import type { SheetFormat, SheetOrder } from './orders.ts';

/** Begins the names of files of a sandbox. */
const TEST = 'SANDBOX-';

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
  return `${isTest ? TEST : ''}${name === '' ? '' : `${name}-`}${id}.${endings[format]}`;
}

interface Named extends Omit<SheetOrder, 'style'> {
  /** Of the accounts that were named; empty where a filter stands for them. */
  readonly ids: readonly string[];
  readonly isTest: boolean;
}

/** `stamp` is the moment of the order, `20261120-140511`. */
export function fileName({ format, packing, ids, isTest }: Named, stamp: string): string {
  const test = isTest ? TEST : '';
  const ending = packing === 'zip' ? 'zip' : endings[format];
  const [only, ...others] = ids;
  return only !== undefined && others.length === 0
    ? `${test}deposit-sheet-${plain(only)}-${stamp}.${ending}`
    : `${test}deposit-sheets-${stamp}.${ending}`;
}

const mediaTypes = {
  pdf: 'application/pdf',
  text: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

export const mediaTypeOf = ({ format, packing }: Omit<SheetOrder, 'style'>): string =>
  packing === 'zip' ? 'application/zip' : mediaTypes[format];
