/** Amounts and dates of a CSV file, read in one chosen form; null for what is not of that form. */
import type { DateOrder, DecimalSign } from '../../../../bridge/reconcile.ts';
import { epochOf, instantOf } from '../../../core/records/order.ts';

/** More digits are nobody's money. */
const LONGEST = 60;
/** No thousands begin with a zero: `0,123` has a decimal comma. */
const grouped = {
  '.': /^[1-9]\d{0,2}(?:[,'’\s]\d{3})+$/,
  ',': /^[1-9]\d{0,2}(?:[.'’\s]\d{3})+$/,
} as const;

/**
 * `1,234.50`, `1.234,50`, `(12.00)`, `12.00-`, `+5` as digits with a sign; null for anything else. A text
 * of another form is never taken apart: `1,234` with a decimal comma is 1.234 and nothing else.
 */
export function amountIn(text: string, decimal: DecimalSign): string | null {
  const plain = text.replaceAll(/[\u00a0\u202f]/g, ' ').trim();
  if (plain === '' || plain.length > LONGEST) return null;
  const isBracketed = /^\(.*\)$/.test(plain);
  const bare = isBracketed ? plain.slice(1, -1).trim() : plain;
  const [, before, body = '', after] =
    /^([+\-\u2212])?\s*([^+\-\u2212]+?)\s*([+\-\u2212])?$/.exec(bare) ?? [];
  if (before !== undefined && after !== undefined) return null;
  const number = digitsIn(body, decimal);
  const isNegative = isBracketed || /[-\u2212]/.test(before ?? after ?? '');
  return number !== null && isNegative && /[1-9]/.test(number) ? `-${number}` : number;
}

function digitsIn(body: string, decimal: DecimalSign): string | null {
  const [whole = '', fraction = '', ...more] = body.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction)) return null;
  const isWhole = /^\d+$/.test(whole) || grouped[decimal].test(whole);
  if (!isWhole && (whole !== '' || fraction === '')) return null;
  const digits = whole.replaceAll(/\D/g, '') || '0';
  return fraction === '' ? digits : `${digits}.${fraction}`;
}

/** Words of banks for money in and money out, without accents. */
const directions = {
  in: [
    'c',
    'cr',
    'crdt',
    'credit',
    'in',
    'incoming',
    'deposit',
    'received',
    '+',
    'h',
    'haben',
    'gutschrift',
    'eingang',
    'bij',
    'kredit',
    'credito',
    'abono',
    'haber',
    'avere',
    'accredito',
    'uznanie',
  ],
  out: [
    'd',
    'dr',
    'dbit',
    'debit',
    'out',
    'outgoing',
    'withdrawal',
    'sent',
    '-',
    '\u2212',
    's',
    'soll',
    'lastschrift',
    'belastung',
    'ausgang',
    'af',
    'debet',
    'debito',
    'cargo',
    'debe',
    'dare',
    'addebito',
    'obciazenie',
  ],
} as const satisfies Record<string, readonly string[]>;

/** null for a word that is not known. */
export function directionOf(text: string): 'in' | 'out' | null {
  const word = text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|\.$/gu, '');
  const means = (side: 'in' | 'out') => directions[side].some((one) => one === word);
  if (means('in')) return 'in';
  return means('out') ? 'out' : null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2026-02-30` is no day: null. Date takes it for one of March. */
export function realDay(text: string): string | null {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : text;
}

/** A day `2026-11-20`, or a moment where a time of day in UTC stands beside it; null for anything else. */
export function dateIn(text: string, order: DateOrder): string | null {
  const plain = text.trim();
  const instant = instantOf(plain);
  if (instant !== null) return realDay(plain.slice(0, 10)) && new Date(instant).toISOString();
  if (/^\d{10}$|^\d{13}$/.test(plain)) {
    const epoch = epochOf(plain);
    return epoch === null ? null : new Date(epoch).toISOString();
  }
  const parts =
    /^(\d{1,4})[-./ ](\d{1,2}|[A-Za-z]{3,9})[-./ ](\d{1,4})(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(AM|PM)?\s*(?:UTC|Z)?)?$/i.exec(
      plain,
    ) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(plain);
  if (parts === null) return null;
  const [, one = '', two = '', three = '', ...time] = parts;
  const [year, month, day] = inOrder([one, two, three], order);
  const date = dayOf(year, month, day);
  return date === null || time[0] === undefined ? date : momentOf(date, time);
}

/** The day as it is written: `2026-11-30T23:30:00-05:00` is 30 November. */
export function bookedDay(text: string, order: DateOrder): string | null {
  const date = dateIn(text, order);
  if (date === null) return null;
  return (instantOf(text.trim()) === null ? date : text.trim()).slice(0, 10);
}

/** A year of four digits and a month by its name stand where they stand, whatever the order. */
function inOrder(
  [one, two, three]: readonly [string, string, string],
  order: DateOrder,
): readonly [string, string, string] {
  const isNamed = /[a-z]/i.test(two);
  if (one.length === 4) return [one, two, three];
  if (isNamed || order === 'dmy') return [three, two, one];
  return order === 'mdy' ? [three, one, two] : [one, two, three];
}

function dayOf(year: string, month: string, day: string): string | null {
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const number = /^\d+$/.test(month) ? Number(month) : named;
  if (![2, 4].includes(year.length) || number === 0 || !/^\d{1,2}$/.test(day)) return null;
  const two = (value: number | string) => String(value).padStart(2, '0');
  return realDay(`${year.length === 2 ? '20' : ''}${year}-${two(number)}-${two(day)}`);
}

function momentOf(date: string, time: readonly (string | undefined)[]): string | null {
  const [hours = '', minutes = '', seconds = '00', half] = time;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  }
  const text = `${date}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}Z`;
  const at = Date.parse(text);
  return hour > 23 || Number.isNaN(at) ? null : new Date(at).toISOString();
}
