/** The report of a pack: one HTML file that needs nothing else and runs nothing. */

import { createHash } from 'node:crypto';
import { auditLabel } from '../../../bridge/audit-labels.ts';
import type { Json } from '../../../bridge/scalars.ts';
import { isJsonObject } from '../../../contract/scalars.ts';
import { fingerprintOf } from '../../core/audit/signing.ts';
import { escaped } from '../../core/foundation/escaped.ts';
import type { ProvedEntry } from './audit-part.ts';
import type { Content } from './lines.ts';
import type { Manifest } from './manifest.ts';
import type { WrittenFile } from './write-zip.ts';

/** Rows of a table; the files have all. */
export const maxShown = 500;

export interface Shown {
  readonly rows: readonly Content[];
  readonly total: number;
}

export interface ReportParts {
  readonly manifest: Omit<Manifest, 'files' | 'lines'>;
  readonly deliveries: Shown;
  readonly requests: Shown;
  readonly records: Shown;
  readonly sources: Shown;
  readonly signOffs: Shown;
  readonly entries: readonly ProvedEntry[];
  readonly files: readonly WrittenFile[];
}

const style = `
@page { size: A4 landscape; margin: 14mm 12mm; }
:root { color-scheme: light; }
body { margin: 32px auto; padding: 0 24px; max-width: 1200px; color: #1b2330; background: #fff; font: 13px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { margin: 0 0 4px; font-size: 22px; }
h2 { margin: 32px 0 4px; font-size: 16px; }
p { margin: 0 0 8px; color: #566072; max-width: 80ch; }
.test { padding: 6px 10px; color: #7a4100; background: #fff3e0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 12px 0; }
dt { color: #566072; }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: 12px; }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid #d8dde6; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
th { border-bottom-color: #8a94a6; font-weight: 600; }
td.id, code, pre { font: 11px/1.5 ui-monospace, monospace; }
pre { margin: 4px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; color: #566072; }
@media print { body { margin: 0; font-size: 9pt; } tr { break-inside: avoid; } thead { display: table-header-group; } }
`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const time = (value: Json | undefined): string =>
  typeof value === 'string' ? escaped(value.replace('T', ' ').replace('Z', '')) : '';
const text = (value: Json | undefined): string =>
  value === null || value === undefined
    ? ''
    : escaped(typeof value === 'string' ? value : JSON.stringify(value));
const folded = (label: string, value: Json | undefined): string =>
  value === null || value === undefined
    ? ''
    : `<details><summary>${escaped(label)}</summary><pre>${escaped(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</pre></details>`;

function section(
  title: string,
  lead: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  total: number,
): string {
  const count =
    total === 0
      ? 'None.'
      : rows.length < total
        ? `The first ${rows.length} of ${total}. The file has all.`
        : '';
  const table =
    rows.length === 0
      ? ''
      : `<table><thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join('')}</tr></thead><tbody>${rows
          .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`)
          .join('')}</tbody></table>`;
  return `<section><h2>${title}</h2><p>${lead} ${count}</p>${table}</section>\n`;
}

/** With what people wrote in place of its commitments. */
const withWords = (facts: string, beside: ProvedEntry['beside']): string =>
  beside === undefined ? facts : JSON.stringify({ ...JSON.parse(facts), ...beside.words });

const verdicts: Readonly<Record<string, string>> = {
  genuine: 'Verified',
  'genuine-reserialised': 'Verified (re-serialised)',
  'duplicate-keys': 'Not verified: duplicate key',
  'other-webhook': 'Another webhook’s',
  wrong: 'Invalid',
  missing: 'Unsigned',
  'not-yet-judged': 'Not checked',
};
function verdictOf({ verdicts: all }: Content): string {
  const last = Array.isArray(all) ? all.at(-1) : null;
  const kind = isJsonObject(last) ? last['kind'] : '';
  return verdicts[String(kind)] ?? text(kind);
}

const head = ({ manifest }: ReportParts): string => {
  const { subject, profile, madeAt, knownAt, personalData, by, key, head: signed } = manifest;
  const facts: readonly (readonly [string, string])[] = [
    ['Profile', `${profile.name} (${profile.environment})`],
    ['Made', `${madeAt} by Causeway${by === null ? '' : `, ${by}`}`],
    ['Data as of', knownAt],
    [
      'Personal data',
      personalData === 'whole'
        ? 'Included.'
        : 'Masked. Each line of the files has a commitment to the original, which a pack with personal data opens.',
    ],
    ...manifest.erased.map(({ customerId, at, by, reason }) => {
      const who = by === null ? '' : ` by ${by}`;
      return [
        'Erased',
        `Personal data of ${customerId} on ${at}${who}. Reason: ${reason}`,
      ] as const;
    }),
    ['Signing key', fingerprintOf(key)],
    [
      'Audit log',
      signed === null
        ? 'It did not fit its signed head when the pack was made, so nothing confirms its entries.'
        : `Signed head of ${signed.sequence} entries, ${signed.at}`,
    ],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width">
<title>Evidence pack: ${escaped(subject.words)}</title>
<style>${style}</style>
</head>
<body>
<h1>Evidence pack</h1>
<p><strong>${escaped(subject.words)}</strong></p>
${profile.environment === 'production' ? '' : '<p class="test">SANDBOX: for testing only. No money moved.</p>'}
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('\n')}</dl>
<section><h2>How to check</h2><p>With Node 20 or newer run <code>node verify.mjs PACK.zip</code> on the zip, or <code>node verify.mjs</code> in the unpacked folder. It names every part that does not fit. Take verify.mjs from a source that you trust, and compare the signing key with the one that Causeway shows under Audit log.</p></section>
`;
};

export function reportOf(parts: ReportParts): string {
  const { deliveries, requests, records, sources, signOffs, entries, files } = parts;
  return [
    head(parts),
    section(
      'Records',
      'As of the moment above. File: records.jsonl.',
      ['Kind', 'ID', 'Record'],
      records.rows.map((row) => [text(row['kind']), text(row['id']), folded('Show', row)]),
      records.total,
    ),
    section(
      'Deliveries',
      'As they arrived, with the result of each signature check. File: deliveries.jsonl.',
      ['Received (UTC)', 'Event', 'Event ID', 'Signature', 'Content'],
      deliveries.rows.map((row) => [
        time(row['receivedAt']),
        text(row['eventName']),
        text(row['eventId']),
        row['problem'] === undefined ? verdictOf(row) : text(row['problem']),
        folded('Show', row['text'] ?? row['body']),
      ]),
      deliveries.total,
    ),
    section(
      'Requests and responses',
      'As stored before they were sent, with their outcomes. File: requests.jsonl.',
      ['Stored (UTC)', 'Operation', 'Outcome', 'Created', 'Request', 'Response'],
      requests.rows.map((row) => [
        time(row['journalledAt']),
        text(row['operation']),
        text(row['state']),
        text(row['resourceId']),
        folded('Show', row['input']),
        folded('Show', row['response']),
      ]),
      requests.total,
    ),
    section(
      'Sources',
      'Where the data of the records came from, one by one. File: sources.jsonl.',
      ['Received (UTC)', 'Source', 'Kind', 'ID', 'Content'],
      sources.rows.map((row) => [
        time(row['observedAt']),
        text(row['source'] ?? row['problem']),
        text(row['kind']),
        text(row['id']),
        folded('Show', row['body']),
      ]),
      sources.total,
    ),
    section(
      'Sign-offs',
      'Changes and mismatches that a person signed off, and outcomes that a person confirmed. File: sign-offs.jsonl.',
      ['Signed off (UTC)', 'What', 'Record', 'Field', 'Before', 'Now', 'Note'],
      signOffs.rows.map((row) => [
        time(row['at']),
        text(row['verdict'] ?? row['what']),
        text(row['id']),
        text(row['path']),
        text(row['was']),
        text(row['now']),
        text(row['note']),
      ]),
      signOffs.total,
    ),
    section(
      'Audit log',
      'Entries about it. The signed head covers each of them. File: audit.jsonl.',
      ['Number', 'Time (UTC)', 'Action', 'Facts'],
      entries
        .slice(0, maxShown)
        .map(({ sequence, at, action, facts, beside }) => [
          String(sequence),
          time(at),
          escaped(auditLabel(action)),
          facts === null
            ? 'left out; the hash stands for them'
            : `<code>${escaped(withWords(facts, beside))}</code>`,
        ]),
      entries.length,
    ),
    section(
      'Checksums',
      'The signed manifest has these and those of this report and of the verifier.',
      ['File', 'Bytes', 'SHA-256'],
      files.map(({ name, size, sha256 }) => [name, String(size), `<code>${sha256}</code>`]),
      files.length,
    ),
    '</body>\n</html>\n',
  ].join('');
}
