/**
 * CAMT.053 (ISO 20022 bank to customer statement), versions 02 to 13. Names are read without their
 * namespaces, every value as the text that it is, and nothing is expanded: a document type is refused.
 */

import Big from 'big.js';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { BalanceView } from '../../../../bridge/reconcile.ts';
import { checkBalance, signed } from './balances.ts';
import { tooMany } from './mt940.ts';
import {
  blankLine,
  joined,
  type Statement,
  type StatementLine,
  UnreadableStatement,
} from './statement-line.ts';
import { realDay } from './values.ts';

type Node = Readonly<Record<string, unknown>>;

const damaged = (what: string): UnreadableStatement =>
  new UnreadableStatement(`${what} Download the file again.`);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  trimValues: true,
});

/** Throws UnreadableStatement, with the line of the file where the XML is broken. */
export function readCamt(text: string, maxLines: number): Statement {
  if (/<!DOCTYPE/i.test(text)) {
    throw new UnreadableStatement(
      'The file has a document type (DOCTYPE), which no bank statement has. It was not read.',
    );
  }
  const checked = XMLValidator.validate(text);
  if (checked !== true) {
    const { line, col, msg } = checked.err;
    throw damaged(`The XML is broken in line ${line}, column ${col}: ${msg.slice(0, 200)}`);
  }
  const statements = listOf(at(parser.parse(text), 'Document', 'BkToCstmrStmt', 'Stmt'));
  if (statements.length === 0) {
    throw new UnreadableStatement(
      'The XML is not a CAMT.053 statement: Document, BkToCstmrStmt, Stmt is missing.',
    );
  }
  const lines: StatementLine[] = [];
  const balances: BalanceView[] = [];
  const notes = new Set<string>();
  let entries = 0;
  for (const statement of statements) {
    const account = accountOf(at(statement, 'Acct'));
    const booked: StatementLine[] = [];
    for (const entry of listOf(at(statement, 'Ntry'))) {
      entries += 1;
      const read = entryLines(entry, { entry: entries, row: lines.length + 1 }, account, notes);
      lines.push(...read);
      booked.push(...read.filter(({ problem }) => problem === null));
      if (lines.length > maxLines) throw tooMany(maxLines);
    }
    balances.push(balanceOf(statement, account, booked));
  }
  return { lines, balances, notes: [...notes] };
}

/** The value under names; undefined where they lead nowhere. Of a list the first counts. */
function at(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    const one: unknown = Array.isArray(found) ? found[0] : found;
    if (typeof one !== 'object' || one === null || !Object.hasOwn(one, name)) return undefined;
    found = (one as Node)[name];
  }
  return found;
}

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value];

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
/** The five entities that XML has, and characters by their number. */
const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, ten, hex, name) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = ten === undefined ? Number.parseInt(hex, 16) : Number(ten);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

function textAt(value: unknown, ...names: readonly string[]): string | null {
  const found = at(value, ...names);
  const one: unknown = Array.isArray(found) ? found[0] : found;
  const text = typeof one === 'string' ? one : at(one, '#text');
  return typeof text === 'string' && text.trim() !== '' ? decoded(text.trim()) : null;
}

const textsAt = (value: unknown, ...names: readonly string[]): string[] =>
  listOf(at(value, ...names)).flatMap((one) => textAt({ one }, 'one') ?? []);

const accountOf = (value: unknown): string | null =>
  textAt(value, 'Id', 'IBAN') ?? textAt(value, 'Id', 'Othr', 'Id');

interface Money {
  readonly amount: string;
  readonly currency: string | null;
}

function moneyAt(value: unknown, ...names: readonly string[]): Money | null {
  const amount = textAt(value, ...names);
  if (amount === null || !/^\d{1,40}(\.\d{1,40})?$|^\.\d{1,40}$/.test(amount)) return null;
  const currency = textAt(value, ...names, '@Ccy');
  return { amount: amount.replace(/^\./, '0.'), currency: currency?.toUpperCase() ?? null };
}

const directionAt = (value: unknown): 'in' | 'out' | null => {
  const word = textAt(value, 'CdtDbtInd');
  return word === 'CRDT' ? 'in' : word === 'DBIT' ? 'out' : null;
};

/** A day, or a moment with its zone. */
function dateAt(value: unknown, name: string): string | null {
  const text = textAt(value, name, 'Dt') ?? textAt(value, name, 'DtTm');
  const day = /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0] ?? null;
  return day === null ? null : realDay(day);
}

function entryLines(
  entry: unknown,
  { entry: number, row }: { readonly entry: number; readonly row: number },
  account: string | null,
  notes: Set<string>,
): StatementLine[] {
  const where = `Entry ${number.toLocaleString('en-US')}`;
  const money = moneyAt(entry, 'Amt');
  const direction = directionAt(entry);
  if (money === null) throw damaged(`${where} has no amount that can be read exactly.`);
  if (direction === null) throw damaged(`${where} says neither credit nor debit (CdtDbtInd).`);
  const status =
    textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts', 'Prtry') ?? textAt(entry, 'Sts');
  const whole: StatementLine = {
    ...blankLine,
    row,
    direction,
    ...money,
    booked: dateAt(entry, 'BookgDt'),
    valued: dateAt(entry, 'ValDt'),
    references: referencesOf(entry),
    text: joined(textAt(entry, 'AddtlNtryInf')),
    accounts: account === null ? [] : [account],
    problem:
      status === null || status === 'BOOK'
        ? null
        : `The entry is not booked (${status.slice(0, 20)}).`,
  };
  const details = listOf(at(entry, 'NtryDtls')).flatMap((one) => listOf(at(one, 'TxDtls')));
  const [only] = details;
  if (details.length <= 1) return [only === undefined ? whole : withDetails(whole, only)];
  const parts = details.map((detail, index) =>
    partOf(withDetails({ ...whole, row: row + index }, detail), detail),
  );
  if (parts.every((part) => part !== null) && sumOf(parts, direction).eq(money.amount))
    return parts;
  // The parts don't add up to the entry, so the entry stays one line that says all they say.
  notes.add('A batch whose parts don’t add up to its amount is one line.');
  return [details.reduce<StatementLine>((line, one) => withDetails(line, one), whole)];
}

/** One transaction of a batch, with an amount of its own; null without one. */
function partOf(line: StatementLine, details: unknown): StatementLine | null {
  const money = moneyAt(details, 'Amt') ?? moneyAt(details, 'AmtDtls', 'TxAmt', 'Amt');
  if (money === null || (money.currency !== null && money.currency !== line.currency)) return null;
  return { ...line, amount: money.amount, direction: directionAt(details) ?? line.direction };
}

const sumOf = (parts: readonly StatementLine[], direction: 'in' | 'out'): Big =>
  parts.reduce(
    (sum, part) =>
      part.direction === direction ? sum.plus(part.amount ?? 0) : sum.minus(part.amount ?? 0),
    new Big(0),
  );

const referencesOf = (value: unknown): string[] =>
  [
    textAt(value, 'NtryRef'),
    textAt(value, 'AcctSvcrRef'),
    ...['EndToEndId', 'TxId', 'InstrId', 'UETR', 'AcctSvcrRef', 'PmtInfId', 'ClrSysRef'].map(
      (name) => textAt(value, 'Refs', name),
    ),
  ].filter((text): text is string => text !== null && text !== 'NOTPROVIDED');

function withDetails(line: StatementLine, details: unknown): StatementLine {
  const other = line.direction === 'in' ? 'Dbtr' : 'Cdtr';
  const own = line.direction === 'in' ? 'Cdtr' : 'Dbtr';
  const parties = at(details, 'RltdPties');
  const structured = listOf(at(details, 'RmtInf', 'Strd')).flatMap((one) => [
    ...textsAt(one, 'CdtrRefInf', 'Ref'),
    ...textsAt(one, 'AddtlRmtInf'),
  ]);
  const accounts = [accountOf(at(parties, `${own}Acct`)), accountOf(at(parties, `${other}Acct`))];
  return {
    ...line,
    references: [...new Set([...line.references, ...referencesOf(details), ...structured])],
    text: joined(line.text, ...textsAt(details, 'RmtInf', 'Ustrd'), textAt(details, 'AddtlTxInf')),
    // In later versions a party stands in Pty.
    party: textAt(parties, other, 'Nm') ?? textAt(parties, other, 'Pty', 'Nm') ?? line.party,
    accounts: [...new Set([...line.accounts, ...accounts.flatMap((account) => account ?? [])])],
  };
}

function balanceOf(
  statement: unknown,
  account: string | null,
  booked: readonly StatementLine[],
): BalanceView {
  const balance = (...codes: readonly string[]) => {
    const all = listOf(at(statement, 'Bal'));
    const found = codes.flatMap((code) =>
      all.filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code),
    )[0];
    const money = moneyAt(found, 'Amt');
    const direction = directionAt(found);
    return money === null || direction === null ? null : { ...money, direction };
  };
  const opening = balance('OPBD', 'PRCD');
  const closing = balance('CLBD');
  return checkBalance(
    {
      account,
      currency: opening?.currency ?? closing?.currency ?? textAt(statement, 'Acct', 'Ccy'),
      opening: opening === null ? null : signed(opening.amount, opening.direction),
      closing: closing === null ? null : signed(closing.amount, closing.direction),
    },
    booked,
  );
}
