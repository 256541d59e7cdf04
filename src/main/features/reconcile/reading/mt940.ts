/**
 * MT940 (SWIFT customer statements). Amounts stay the digits that the file has: parsers on the registry
 * read them as binary floats or round to two places.
 */
import type { BalanceView } from '../../../../bridge/reconcile.ts';
import { checkBalance, signed } from './balances.ts';
import {
  blankLine,
  joined,
  type Statement,
  type StatementLine,
  UnreadableStatement,
} from './statement-line.ts';
import { realDay } from './values.ts';

interface Field {
  readonly tag: string;
  /** Its lines, the first without the tag. */
  readonly lines: string[];
  /** Line of the file, from 1. */
  readonly at: number;
}

interface Balance {
  readonly amount: string;
  readonly direction: 'in' | 'out';
  readonly currency: string;
}

interface Open {
  account: string | null;
  opening: Balance | null;
  closing: Balance | null;
  readonly lines: StatementLine[];
}

const bad = (at: number, what: string): UnreadableStatement =>
  new UnreadableStatement(
    `Line ${at.toLocaleString('en-US')}: ${what} Correct the file or download it again.`,
  );

/** Throws UnreadableStatement with the line of the file. */
export function readMt940(text: string, maxLines: number): Statement {
  const statements: Open[] = [];
  let before = '';
  let row = 0;
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') {
      statements.push({ account: null, opening: null, closing: null, lines: [] });
    }
    const open = statements.at(-1);
    if (open === undefined) {
      throw bad(field.at, `the field :${field.tag}: stands before the first :20:.`);
    }
    row += Number(field.tag === '61');
    if (row > maxLines) throw tooMany(maxLines);
    take(field, open, before, row);
    before = field.tag;
  }
  if (row === 0 && !statements.some(({ opening }) => opening !== null)) {
    throw new UnreadableStatement('The file holds no MT940 statement: the field :60F: is missing.');
  }
  return {
    lines: statements.flatMap(({ lines }) => lines.map(withoutPending)),
    balances: statements.map(balanceOf),
    notes: [],
  };
}

function take(field: Field, open: Open, before: string, row: number): void {
  switch (field.tag) {
    case '25':
    case '25P':
      open.account = accountIn(field);
      return;
    // In a statement of several pages the first opening and the last closing balance count.
    case '60F':
    case '60M':
      open.opening ??= balanceIn(field);
      return;
    case '62F':
    case '62M':
      open.closing = balanceIn(field);
      return;
    case '61':
      open.lines.push(entryIn(field, row, open));
      return;
    case '86': {
      const entry = before === '61' ? open.lines.pop() : undefined;
      if (entry !== undefined) open.lines.push(withDetails(entry, field.lines));
    }
  }
}

export const tooMany = (maxLines: number): UnreadableStatement =>
  new UnreadableStatement(
    `The file has more than ${maxLines.toLocaleString('en-US')} lines. Split it into several.`,
  );

const balanceOf = ({ account, opening, closing, lines }: Open): BalanceView =>
  checkBalance(
    {
      account,
      currency: opening?.currency ?? closing?.currency ?? null,
      opening: opening === null ? null : signed(opening.amount, opening.direction),
      closing: closing === null ? null : signed(closing.amount, closing.direction),
    },
    lines.filter(({ problem }) => problem === null),
  );

const PENDING = 'pending';
/** Expected entries (EC, ED) are in no balance; a person sees them, and nothing is matched with them. */
const withoutPending = (line: StatementLine): StatementLine =>
  line.problem === PENDING ? { ...line, problem: 'The entry is expected, not booked.' } : line;

/** Says of a line that is only `-` whether it ends a statement: none of its fields follows. Else it is text. */
function createEnds(rows: readonly string[]): (index: number) => boolean {
  // Where the next field or envelope stands, so that many such lines are looked through once.
  let next = 0;
  return (index) => {
    next = Math.max(next, index + 1);
    while (next < rows.length && !/^(?:\{|:\d\d[A-Z]?:)/.test(rows[next] ?? '')) next += 1;
    return !/^:(?!20:)/.test(rows[next] ?? '');
  };
}

/** `:61:…` begins a field; other lines go on with it. Envelopes (`{1:…}{4:`, `-}`) are passed over. */
function* fieldsOf(text: string): Generator<Field> {
  let field: Field | null = null;
  const rows = text.split(/\r\n|\n|\r/);
  const isEndAt = createEnds(rows);
  for (const [index, raw] of rows.entries()) {
    const line = raw.replace(/^(?:\{\d:[^{}]*\})*\{4:/, '').trimEnd();
    const begin = /^:(\d\d[A-Z]?):(.*)$/.exec(line);
    const isEnd = line === '-' ? isEndAt(index) : /^-\}/.test(line);
    if (field !== null && (begin !== null || isEnd)) yield field;
    if (begin !== null) {
      field = { tag: begin[1] ?? '', lines: [begin[2] ?? ''], at: index + 1 };
    } else if (isEnd) field = null;
    else field?.lines.push(line);
  }
  if (field !== null) yield field;
}

function accountIn({ lines }: Field): string | null {
  const account = (lines[0] ?? '').trim();
  // `bank/account` of some countries: the account alone.
  return account === '' ? null : (account.split('/').at(-1)?.trim() ?? account);
}

const decimal = /^\d+,\d*$/;
/** `1234,5` as `1234.5`; null for anything else. */
const amountOf = (text: string): string | null =>
  decimal.test(text) ? text.replace(',', '.').replace(/\.$/, '') : null;

function balanceIn({ tag, lines, at }: Field): Balance {
  const parts = /^([CD])(\d{6})([A-Z]{3})(\S+)$/.exec((lines[0] ?? '').trim());
  const amount = amountOf(parts?.[4] ?? '');
  if (parts === null || amount === null) {
    throw bad(at, `the balance in :${tag}: is not D or C, a date, a currency and an amount.`);
  }
  return { amount, direction: parts[1] === 'D' ? 'out' : 'in', currency: parts[3] ?? '' };
}

const entry =
  /^(\d{6})(\d{4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d+,\d*)([NSF][A-Z0-9]{3})?([^/]*(?:\/(?!\/)[^/]*)*)(?:\/\/(.*))?$/;

function entryIn({ lines, at }: Field, row: number, open: Open): StatementLine {
  const parts = entry.exec((lines[0] ?? '').trim());
  const amount = amountOf(parts?.[5] ?? '');
  const valued = valueDay(parts?.[1] ?? '');
  const currency = open.opening?.currency ?? null;
  if (parts === null || amount === null || valued === null) {
    throw bad(at, 'the entry in :61: is not a date, C or D, and an amount with a comma.');
  }
  if (currency === null) throw bad(at, 'an entry stands before the opening balance in :60F:.');
  const mark = parts[3] ?? '';
  const references = [parts[7], parts[8]]
    .map((text) => (text ?? '').trim())
    .filter((text) => text !== '' && text !== 'NONREF');
  return {
    ...blankLine,
    row,
    amount,
    currency,
    valued,
    references,
    booked: entryDay(valued, parts[2]) ?? valued,
    // A reversal moves money the other way.
    direction: mark === 'C' || mark === 'EC' || mark === 'RD' ? 'in' : 'out',
    text: joined(...lines.slice(1)),
    accounts: open.account === null ? [] : [open.account],
    problem: mark.startsWith('E') ? PENDING : null,
  };
}

/** `261120` as `2026-11-20`; null where there is no such day. */
function dayOf(text: string): string | null {
  const parts = /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  return parts === null ? null : realDay(`20${parts[1]}-${parts[2]}-${parts[3]}`);
}

/** Banks that count interest by months of 30 days write 29 and 30 February: its last day is meant. */
const valueDay = (text: string): string | null =>
  dayOf(text) ??
  (/^\d\d02(?:29|30)$/.test(text)
    ? (dayOf(`${text.slice(0, 4)}29`) ?? dayOf(`${text.slice(0, 4)}28`))
    : null);

/** Month and day of the booking, in the year that is nearest to the value date. */
function entryDay(valued: string, monthDay: string | undefined): string | null {
  if (monthDay === undefined) return null;
  const at = Date.parse(valued);
  const year = Number(valued.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap(
    (one) => dayOf(`${String(one).slice(2)}${monthDay}`) ?? [],
  );
  const distance = (day: string) => Math.abs(Date.parse(day) - at);
  return days.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** What :86: says of the entry before it: `?20…` or `/EREF/…` in parts, anything else as a text. */
function withDetails(line: StatementLine, lines: readonly string[]): StatementLine {
  const whole = lines.join('');
  const codes = /^\d{3}?(?=\?\d\d)|^(?=\?\d\d)/.test(whole) ? questionParts(whole) : null;
  if (codes !== null) return withCodes(line, codes);
  const slashed = slashParts(whole);
  if (slashed.size > 0) return withSlashes(line, slashed, whole);
  return { ...line, text: joined(line.text, ...lines) };
}

function questionParts(whole: string): ReadonlyMap<number, string> {
  const parts = new Map<number, string>();
  for (const [, code = '', text = ''] of whole.matchAll(/\?(\d\d)((?:[^?]|\?(?!\d\d))*)/g)) {
    parts.set(Number(code), (parts.get(Number(code)) ?? '') + text);
  }
  return parts;
}

/** SEPA names inside of the purpose: `EREF+…SVWZ+…`. */
const sepaName = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP)\+/g;

function withCodes(line: StatementLine, codes: ReadonlyMap<number, string>): StatementLine {
  const between = (from: number, to: number) =>
    [...codes]
      .filter(([code]) => code >= from && code <= to)
      .sort(([one], [other]) => one - other)
      .map(([, text]) => text)
      .join('');
  const purpose = between(20, 29) + between(60, 63);
  const named = [...purpose.matchAll(sepaName)];
  const values = named.map(({ 1: name = '', index }, at) => {
    const begin = index + name.length + 1;
    return [name, purpose.slice(begin, named[at + 1]?.index).trim()] as const;
  });
  const ends = values.flatMap(([name, value]) =>
    (name === 'EREF' || name === 'KREF') && value !== '' && value !== 'NOTPROVIDED' ? [value] : [],
  );
  const party = between(32, 33).trim();
  const account = between(31, 31).trim();
  return {
    ...line,
    references: [...line.references, ...ends],
    text: joined(line.text, codes.get(0), purpose),
    party: party === '' ? null : party,
    accounts: account === '' ? line.accounts : [...line.accounts, account],
  };
}

const slashNames =
  /\/(EREF|PREF|MARF|CSID|ORDP|BENM|NAME|IBAN|BIC|REMI|USTD|STRD|RTRN|TRTP|INST|PURP|ULTB|ULTD|ISDT|TRCD|CNTP|OCMT|CHGS|EXCH|ID|ADDR)\//g;

function slashParts(whole: string): ReadonlyMap<string, string> {
  const found = [...whole.matchAll(slashNames)];
  const parts = new Map<string, string>();
  for (const [at, { 1: name = '', index }] of found.entries()) {
    const value = whole.slice(index + name.length + 2, found[at + 1]?.index).trim();
    if (value !== '') parts.set(name, joined(parts.get(name), value));
  }
  return parts;
}

function withSlashes(
  line: StatementLine,
  parts: ReadonlyMap<string, string>,
  whole: string,
): StatementLine {
  const iban = parts.get('IBAN');
  const name = parts.get('NAME');
  const before = whole.slice(0, whole.search(slashNames));
  const said = parts.get('REMI') ?? parts.get('USTD');
  const ends = ['EREF', 'PREF'].flatMap((key) => parts.get(key) ?? []);
  return {
    ...line,
    references: [...line.references, ...ends.filter((end) => end !== 'NOTPROVIDED')],
    text: said === undefined ? joined(line.text, whole) : joined(line.text, before, said),
    party: name ?? parts.get('CNTP')?.split('/')[2] ?? null,
    accounts: iban === undefined ? line.accounts : [...line.accounts, iban],
  };
}
