/** Sections as they are set on paper. */
import type { ColumnKind, ReportSection } from '../../../bridge/reports.ts';
import { stateLabel } from '../../../bridge/state-label.ts';
import type { Report } from '../../core/pdf/report/report.ts';
import type { CloseContent } from './closes-table.ts';
import { localMinute, zonedMinute } from './period.ts';
import { words } from './words.ts';

/** `12,419.50`: in groups of three, with at least two decimals. Nothing is rounded. */
export function groupedAmount(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${grouped}.${fraction.padEnd(2, '0')}`;
}

const amountOf = (amount: string, currency: string): string =>
  amount === ''
    ? words.notFound
    : `${groupedAmount(amount)} ${currency === '' ? words.noCurrency : currency}`;

/** Amounts stand with their currency in one column. @param form of a close (closes-table.ts) */
export function onPaper(
  { title, lead, columns, rows }: ReportSection,
  timeZone: string,
  form: CloseContent['form'] = 5,
): Report['sections'][number] {
  const shown = columns.flatMap((column, at) =>
    column.kind === 'currency' ? [] : [{ column, at }],
  );
  const cell = (row: readonly string[], kind: ColumnKind, at: number): string => {
    const value = row[at] ?? '';
    if (kind === 'amount') return amountOf(value, row[at + 1] ?? '');
    if (kind === 'state' && form > 2) return stateLabel(value);
    if (kind !== 'moment' || value === '') return value;
    return form > 4 ? zonedMinute(value, timeZone) : localMinute(value, timeZone);
  };
  return {
    title,
    lead: rows.length === 0 ? `${lead === '' ? '' : `${lead} `}${words.none}` : lead,
    table:
      rows.length === 0
        ? null
        : {
            columns: shown.map(({ column: { label, share, kind } }) => ({
              label,
              share,
              isNumber: kind === 'amount' || kind === 'count',
            })),
            rows: rows.map((row) => shown.map(({ column, at }) => cell(row, column.kind, at))),
            totals: [],
          },
  };
}
