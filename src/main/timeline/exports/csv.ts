/** CSV for spreadsheets: times in ISO 8601, every cell harmless. */
import type { TimelineRow } from '../../../bridge/timeline.ts';
import {
  byteOrderMark,
  type Cell,
  csvLines,
  csvMediaType,
} from '../../foundation/outgoing/csv-lines.ts';
import type { ExportFormat } from './format.ts';

const columns: readonly (readonly [header: string, cell: (row: TimelineRow) => Cell])[] = [
  ['event id', (row) => row.eventId],
  ['name', (row) => row.name],
  ['happened at', (row) => row.happenedAt],
  ['heard at', (row) => row.heardAt],
  ['resource kind', (row) => row.resourceKind],
  ['resource id', (row) => row.resourceId],
  ['customer id', (row) => row.customerId],
  ['customer name', (row) => row.customerName],
  ['proof', (row) => row.proof],
  ['mock', (row) => row.isMock],
  ['late', (row) => row.isLate],
  ['out of order', (row) => row.isOutOfOrder],
  ['times heard', (row) => row.heard],
  ['webhooks', (row) => row.webhooks],
  ['other content under the same id', (row) => row.isDiffering],
];

export const csv: ExportFormat = {
  ending: 'csv',
  type: csvMediaType,
  most: Number.POSITIVE_INFINITY,
  head: () => byteOrderMark + csvLines([columns.map(([header]) => header)]),
  rows: (rows) =>
    Promise.resolve(csvLines(rows.map((row) => columns.map(([, cell]) => cell(row))))),
  foot: () => '',
};
