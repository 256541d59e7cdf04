/** CSV for spreadsheets: times in ISO 8601, every cell harmless. */
import type { TimelineRow } from '../../../../bridge/timeline.ts';
import {
  byteOrderMark,
  type Cell,
  csvLines,
  csvMediaType,
} from '../../../core/exports/csv-lines.ts';
import type { ExportFormat } from './format.ts';

const columns: readonly (readonly [header: string, cell: (row: TimelineRow) => Cell])[] = [
  ['event ID', (row) => row.eventId],
  ['name', (row) => row.name],
  ['occurred at', (row) => row.happenedAt],
  ['received at', (row) => row.heardAt],
  ['resource type', (row) => row.resourceKind],
  ['resource ID', (row) => row.resourceId],
  ['customer ID', (row) => row.customerId],
  ['customer name', (row) => row.customerName],
  ['signature', (row) => row.proof],
  ['test data', (row) => row.isMock],
  ['late', (row) => row.isLate],
  ['out of order', (row) => row.isOutOfOrder],
  ['times received', (row) => row.heard],
  ['webhooks', (row) => row.webhooks],
  ['conflict', (row) => row.isDiffering],
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
