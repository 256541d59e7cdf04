/** What the columns of a CSV file are, as far as headings and values tell. */
import {
  type ColumnUse,
  columnUses,
  type DateOrder,
  type DecimalSign,
  type StatementDraft,
} from '../../../../bridge/reconcile.ts';
import { plainHeading } from '../../bulk/columns/propose-columns.ts';
import type { Table } from '../../bulk/reading/table.ts';
import { amountIn, dateIn, directionOf } from './values.ts';

/** Likely headings, letters and digits alone, the likeliest first. */
const likely: Readonly<Record<ColumnUse, readonly string[]>> = {
  date: [
    'datetimeutc',
    'datetime',
    'timestamp',
    'unixtimestamp',
    'blocktime',
    'bookingdate',
    'date',
    'transactiondate',
    'postingdate',
    'posteddate',
    'time',
    'timeutc',
    'buchungstag',
    'buchungsdatum',
    'datum',
    'dateoperation',
    'datecomptable',
    'fecha',
    'datadocumento',
  ],
  valueDate: ['valuedate', 'valuta', 'wertstellung', 'valutadatum', 'datevaleur', 'settlementdate'],
  amount: [
    'amount',
    'tokenvalue',
    'value',
    'quantity',
    'transactionamount',
    'netamount',
    'betrag',
    'umsatz',
    'montant',
    'importe',
    'tokenamount',
    'amountinaccountcurrency',
    'bedrag',
  ],
  credit: [
    'credit',
    'creditamount',
    'deposit',
    'deposits',
    'paidin',
    'moneyin',
    'haben',
    'gutschrift',
    'in',
    'amountin',
    'valuein',
    'valueineth',
  ],
  debit: [
    'debit',
    'debitamount',
    'withdrawal',
    'withdrawals',
    'paidout',
    'moneyout',
    'soll',
    'lastschrift',
    'out',
    'amountout',
    'valueout',
    'valueouteth',
  ],
  direction: [
    'direction',
    'creditdebit',
    'debitcredit',
    'drcr',
    'crdr',
    'creditdebitindicator',
    'sollhaben',
    'afbij',
    'bijaf',
    'debetcredit',
    'sens',
    'type',
  ],
  currency: [
    'currency',
    'currencycode',
    'ccy',
    'tokensymbol',
    'token',
    'asset',
    'symbol',
    'waehrung',
    'wahrung',
    'devise',
    'moneda',
  ],
  reference: [
    'reference',
    'endtoendid',
    'endtoendreference',
    'paymentreference',
    'customerreference',
    'ref',
    'transactionid',
    'bankreference',
    'kundenreferenz',
    'endezuendereferenz',
    'referencenumber',
  ],
  text: [
    'description',
    'details',
    'narrative',
    'memo',
    'remittanceinformation',
    'purpose',
    'text',
    'verwendungszweck',
    'buchungstext',
    'libelle',
    'concepto',
    'paymentdetails',
    'notes',
    'particulars',
  ],
  party: [
    'counterparty',
    'counterpartyname',
    'name',
    'payer',
    'payee',
    'sendername',
    'debtorname',
    'beneficiary',
    'auftraggeber',
    'beguenstigterzahlungspflichtiger',
    'nameofcounterparty',
    'originator',
  ],
  account: [
    'accountnumber',
    'account',
    'iban',
    'depositaccount',
    'virtualaccount',
    'creditaccount',
    'kontonummer',
    'auftragskonto',
    'accountno',
    'beneficiaryaccount',
    'virtualaccountnumber',
  ],
  transaction: [
    'transactionhash',
    'txhash',
    'hash',
    'txid',
    'transaction',
    'signature',
    'txnhash',
    'transactionsignature',
  ],
  from: ['from', 'fromaddress', 'sender', 'source', 'fromaccount', 'owner'],
  to: ['to', 'toaddress', 'recipient', 'receiver', 'destination', 'toaccount'],
};

/** By its headings; a column of which no word tells money in from money out is none of directions. */
export const usesOf = ({ headings, rows }: Pick<Table, 'headings' | 'rows'>) =>
  usesByHeadings(headings).map((use, column) => {
    if (use !== 'direction') return use;
    return rows.some(({ cells }) => directionOf(cells[column] ?? '') !== null) ? use : null;
  });

/** A heading is one use, and every use but a reference or text is one column: the likeliest. */
function usesByHeadings(headings: readonly string[]): (ColumnUse | null)[] {
  // `Betrag (EUR)`
  const plain = headings.map((heading) => plainHeading(heading.replace(/\s*\([A-Z]{3,5}\)$/, '')));
  const uses: (ColumnUse | null)[] = headings.map(() => null);
  // `Transaction ID` is a hash where nothing else is.
  for (const use of ['transaction', 'from', 'to', ...columnUses] as const) {
    if (uses.includes(use)) continue;
    for (const name of likely[use]) {
      const index = plain.findIndex((heading, at) => heading === name && uses[at] === null);
      if (index === -1) continue;
      uses[index] = use;
      break;
    }
  }
  // Both would be read twice.
  if (uses.includes('credit') && uses.includes('debit')) {
    return uses.map((use) => (use === 'amount' || use === 'direction' ? null : use));
  }
  return uses;
}

/** Whether cells are headings of a statement: of a day and an amount, at least. */
export function namesColumns(cells: readonly string[]): boolean {
  const uses = new Set(usesByHeadings(cells));
  const has = (...some: ColumnUse[]) => some.some((use) => uses.has(use));
  return has('date', 'valueDate') && has('amount', 'credit', 'debit');
}

/** Whether it is an export of a block explorer. */
export const isOfChain = (uses: readonly (ColumnUse | null)[]): boolean =>
  uses.includes('transaction') && (uses.includes('to') || uses.includes('from'));

const decimals: readonly DecimalSign[] = ['.', ','];
/** Values that are looked at; a line that can't be read says so by itself. */
const MOST_VALUES = 5_000;
const orders: readonly DateOrder[] = ['ymd', 'dmy', 'mdy'];

/**
 * What most values of a column can be read as; a few may be broken. Forms that give the same values are
 * one: the first.
 */
export function readableAs(
  rows: Table['rows'],
  column: number,
): NonNullable<StatementDraft['csv']>['readable'][number] {
  const values = new Set<string>();
  for (const { cells } of rows) {
    const cell = cells[column] ?? '';
    if (cell !== '') values.add(cell);
    if (values.size === MOST_VALUES) break;
  }
  const amounts = best(decimals, values, amountIn);
  const days = best(orders, values, dateIn);
  return {
    decimals: amounts.forms,
    dates: days.forms,
    alike: [
      ...(amounts.isAlike ? ['decimals' as const] : []),
      ...(days.isAlike ? ['dates' as const] : []),
    ],
  };
}

function best<Form>(
  forms: readonly Form[],
  values: ReadonlySet<string>,
  read: (text: string, form: Form) => string | null,
): { readonly forms: Form[]; readonly isAlike: boolean } {
  const tried = forms.map((form) => {
    const found = [...values].map((value) => read(value, form));
    const count = found.filter((one) => one !== null).length;
    return { form, count, found: found.join('\n') };
  });
  const most = Math.max(...tried.map(({ count }) => count));
  if (most * 2 < values.size || most === 0) return { forms: [], isAlike: false };
  const top = tried.filter(({ count }) => count === most);
  const unlike = top.filter(
    ({ found }, at) => at === top.findIndex((other) => other.found === found),
  );
  return {
    forms: unlike.map(({ form }) => form),
    isAlike: unlike.length === 1 && top.length > 1,
  };
}
