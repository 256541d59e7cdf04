/** A report to print: one HTML file that needs nothing else and runs nothing. */

import { createHash } from 'node:crypto';
import type { TimelineRow } from '../../../../bridge/timeline.ts';
import { counted, groupedCount } from '../../../../bridge/words.ts';
import { escaped } from '../../../core/foundation/escaped.ts';
import { type ExportFacts, type ExportFormat, formatUtc } from './format.ts';

/** How a report looks on screen and on paper. */
const reportStyle = `
@page { size: A4 landscape; margin: 14mm 12mm; }
:root { color-scheme: light; }
body { margin: 24px; color: #1b2330; background: #fff; font: 13px/1.45 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { margin: 0 0 12px; font-size: 20px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 20px; }
dt { color: #566072; }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: 12px; }
caption { padding-bottom: 6px; color: #566072; text-align: start; }
th, td { padding: 4px 8px 4px 0; border-bottom: 1px solid #d8dde6; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
th { border-bottom-color: #8a94a6; }
td:nth-child(-n+2) { white-space: nowrap; }
small { color: #566072; font: 11px ui-monospace, monospace; }
.end { color: #566072; }
@media print {
  body { margin: 0; font-size: 9pt; }
  table { font-size: 8pt; }
  small { font-size: 7pt; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
}
`;

/** About 2,000 sheets of paper; no browser prints more in one go. */
const maxTableRows = 50_000;

const events = (value: number): string => counted(value, 'event', 'events');

/** Nothing but its own style may be applied, wherever the file is opened. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(reportStyle)
  .digest('base64')}'; base-uri 'none'; form-action 'none'`;

const head = ({ profileName, filter, madeAt, total, families }: ExportFacts): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width">
<title>Events of ${escaped(profileName)}, ${formatUtc(madeAt)}</title>
<style>${reportStyle}</style>
</head>
<body>
<h1>Events of ${escaped(profileName)}</h1>
<dl>
<dt>Made</dt><dd>${formatUtc(madeAt)} by Causeway</dd>
<dt>Filter</dt><dd>${filter.map((line) => escaped(line)).join('<br>')}</dd>
<dt>Total</dt><dd><strong>${events(total)}</strong>${formatFamilies(families)}</dd>
</dl>
<table>
<caption>Newest first, by when they occurred. All times are UTC.</caption>
<thead><tr><th scope="col">Occurred</th><th scope="col">Received</th><th scope="col">Event</th><th scope="col">Amount</th><th scope="col">Resource</th><th scope="col">Customer</th><th scope="col">Signature and flags</th></tr></thead>
<tbody>
`;

const formatFamilies = (families: ExportFacts['families']): string =>
  families.length === 0
    ? ''
    : `: ${families.map((each) => `${escaped(each.family)} ${groupedCount(each.count)}`).join(', ')}`;

const proofs = {
  genuine: 'verified',
  'genuine-reserialised': 'verified (re-serialised)',
  read: 'looked up',
} as const;

function known(row: TimelineRow): string {
  const marks = [
    proofs[row.proof],
    row.isMock ? 'test data' : null,
    row.isLate ? 'late' : null,
    row.isOutOfOrder ? 'out of order' : null,
    row.heard > Math.max(1, row.webhooks) ? `received ${groupedCount(row.heard)} times` : null,
    row.webhooks > 1 ? `on ${groupedCount(row.webhooks)} webhooks` : null,
    row.isDiffering ? 'conflict: other data under the same ID' : null,
  ];
  return marks.filter((mark) => mark !== null).join(', ');
}

const time = (instant: string): string =>
  `<time datetime="${escaped(instant)}">${escaped(formatUtc(instant).replace(' UTC', ''))}</time>`;

const cell = (first: string | null, second: string | null): string =>
  [first, second]
    .filter((text) => text !== null)
    .map((text, at) => (at === 0 ? escaped(text) : `<small>${escaped(text)}</small>`))
    .join('<br>');

const tableRow = (row: TimelineRow): string => {
  const cells = [
    row.happenedAt === null ? 'not given' : time(row.happenedAt),
    time(row.heardAt),
    cell(row.name, row.eventId),
    cell(row.amount?.amount ?? null, row.amount?.currency ?? null),
    cell(row.resourceKind, row.resourceId),
    row.customerName === null ? cell(row.customerId, null) : cell(row.customerName, row.customerId),
    escaped(known(row)),
  ];
  return `<tr>${cells.map((content) => `<td>${content}</td>`).join('')}</tr>\n`;
};

export const report: ExportFormat = {
  ending: 'html',
  type: 'text/html; charset=utf-8',
  most: maxTableRows,
  head,
  rows: (rows) => Promise.resolve(rows.map(tableRow).join('')),
  foot: ({ total }) =>
    `</tbody>\n</table>\n<p class="end">End of the report: ${events(total)}.</p>\n</body>\n</html>\n`,
};
