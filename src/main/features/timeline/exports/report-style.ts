/** How a report looks on screen and on paper. */
export const reportStyle = `
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
