/** What a person says of a CSV file's columns, before it is matched. */
import type {
  ColumnUse,
  CsvMapping,
  DateOrder,
  DecimalSign,
  StatementDraft,
} from '../../../bridge/reconcile.ts';

export type CsvDraft = NonNullable<StatementDraft['csv']>;

export interface MappingValues {
  columns: readonly (ColumnUse | null)[];
  /** null: not chosen, and the values tell it not alone. */
  decimal: DecimalSign | null;
  dates: DateOrder | null;
  currency: string;
}

export const firstValues = (csv: CsvDraft): MappingValues => ({
  columns: csv.columns,
  decimal: csv.decimal,
  dates: csv.dates,
  currency: csv.currency ?? '',
});

/** Uses that one column alone may have. */
const isSingle = (use: ColumnUse): boolean => use !== 'reference' && use !== 'text';
const amounts: readonly ColumnUse[] = ['amount', 'credit', 'debit'];

/** The columns once `index` has the use; a use of one column is taken from the other. */
export function withUse(
  columns: readonly (ColumnUse | null)[],
  index: number,
  use: ColumnUse | null,
): (ColumnUse | null)[] {
  return columns.map((column, at) => {
    if (at === index) return use;
    return use !== null && isSingle(use) && column === use ? null : column;
  });
}

type Readable = CsvDraft['readable'][number];

/** Forms in which every column of these uses can be read: those that all have in common. */
function common<Form>(
  { columns }: MappingValues,
  csv: CsvDraft,
  uses: readonly ColumnUse[],
  [of, formsOf]: readonly [Readable['alike'][number], (readable: Readable) => readonly Form[]],
): readonly Form[] {
  const found = columns.flatMap((use, index) => {
    const readable = use !== null && uses.includes(use) ? csv.readable[index] : undefined;
    return readable ?? [];
  });
  // Whole numbers alone, say, are the same in every form, and an empty column has none.
  const telling = found.filter((one) => !one.alike.includes(of) && formsOf(one).length > 0);
  const all = (telling.length > 0 ? telling : found).map(formsOf);
  const [first = [], ...rest] = all;
  // A column that has one form tells of the others.
  const sure = all.find((forms) => forms.length === 1);
  return sure ?? first.filter((form) => rest.every((forms) => forms.includes(form)));
}

export const decimalsOf = (values: MappingValues, csv: CsvDraft): readonly DecimalSign[] =>
  common(values, csv, amounts, ['decimals', ({ decimals }) => decimals]);
export const ordersOf = (values: MappingValues, csv: CsvDraft): readonly DateOrder[] =>
  common(values, csv, ['date', 'valueDate'], ['dates', ({ dates }) => dates]);

/** Chosen, or the one that the values tell. */
export const decimalOf = (values: MappingValues, csv: CsvDraft): DecimalSign | null => {
  const [first, ...more] = decimalsOf(values, csv);
  return values.decimal ?? (more.length === 0 ? (first ?? null) : null);
};
export const orderOf = (values: MappingValues, csv: CsvDraft): DateOrder | null => {
  const [first, ...more] = ordersOf(values, csv);
  return values.dates ?? (more.length === 0 ? (first ?? null) : null);
};

export type Missing = 'amount' | 'date' | 'currency' | 'decimal' | 'dates';

/** What is left to say, the first first. */
export function missingOf(values: MappingValues, csv: CsvDraft): Missing[] {
  const has = (...uses: readonly ColumnUse[]) =>
    values.columns.some((use) => use !== null && uses.includes(use));
  const isAmount = has(...amounts);
  const isDate = has('date', 'valueDate');
  const isCurrency = has('currency') || /^[A-Za-z][A-Za-z0-9.]{1,11}$/.test(values.currency.trim());
  return [
    ...(isAmount ? [] : ['amount' as const]),
    ...(isDate ? [] : ['date' as const]),
    ...(isCurrency ? [] : ['currency' as const]),
    ...(isAmount && decimalOf(values, csv) === null ? ['decimal' as const] : []),
    ...(isDate && orderOf(values, csv) === null ? ['dates' as const] : []),
  ];
}

/** null while something is missing. */
export function mappingOf(values: MappingValues, csv: CsvDraft): CsvMapping | null {
  const decimal = decimalOf(values, csv);
  const dates = orderOf(values, csv);
  if (missingOf(values, csv).length > 0 || decimal === null || dates === null) return null;
  const isNamed = values.columns.includes('currency');
  const currency = isNamed ? null : values.currency.trim().toUpperCase();
  return { columns: [...values.columns], decimal, dates, currency };
}
