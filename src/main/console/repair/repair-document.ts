/** Main's own document for a repair: what was found, what is done about it, and what came of it. */
import { join } from 'node:path';
import { counted } from '../../../bridge/words.ts';
import type { Confirmation, Confirmed } from '../../core/feature/confirmation.ts';
import { kindInWords } from '../../core/records/shown-words.ts';
import { listed } from '../../features/handover/outcome.ts';
import type { RepairOutcome } from './repair-database.ts';

export interface FoundDamage {
  /** As people call it, with the profile. */
  readonly name: string;
  readonly path: string;
  /** What SQLite said. */
  readonly found: string;
}

/** What came of one, or why it is as it was. */
export type Attempt = RepairOutcome | { readonly failed: string };

export interface RepairDocument {
  readonly dataDir: string;
  readonly damages: readonly FoundDamage[];
  /** By place in `damages`. */
  repair(): Promise<readonly Attempt[]>;
}

/** Reading a large database takes a while. */
const repairingMs = 30 * 60_000;

export const repairDocument = ({ dataDir, damages, repair }: RepairDocument): Confirmation => ({
  title: damages.length === 1 ? 'Repair a damaged database' : 'Repair damaged databases',
  facts: damages.flatMap(({ name, path, found }) => [
    [name, path] as const,
    ['Found', found] as const,
  ]),
  paragraphs: [
    'Causeway can’t read all of the data. Nothing was changed so far. The disk may be failing: copy the data folder to another disk first.',
    'Causeway keeps the damaged files unchanged in a folder beside them, copies every readable row to a new database, and rebuilds records and search from it. No profile is open meanwhile.',
    `Afterwards restore the newest backup. ${restoreLeavesOut}`,
    'A profile that belongs to a team leaves it when its records are repaired: an owner must invite this computer again.',
  ],
  button: damages.length === 1 ? 'Repair database' : 'Repair databases',
  lastsMs: repairingMs,
  async act(): Promise<Confirmed> {
    const attempts = await repair();
    const lines = attempts.flatMap((attempt, at) => {
      const name = damages[at]?.name ?? '';
      if ('failed' in attempt) return [`${name}: ${attempt.failed}`];
      const keptIn = join(dataDir, attempt.keptIn);
      return [...linesOf(name, attempt), `The damaged files are in ${keptIn}.`];
    });
    const outcomes = attempts.flatMap((attempt) => ('failed' in attempt ? [] : [attempt]));
    const isWhole = outcomes.every(({ lostPages, pages }) => lostPages === 0 && pages > 0);
    const opened = outcomes.filter(({ pages }) => pages > 0).length;
    return {
      title: titleOf(attempts.length, opened, outcomes.length > opened),
      sentence: [...lines, ...(isWhole ? [] : [restoreHint])].join(' '),
    };
  },
});

/** An empty database in the place of one that no key opens is no repair. */
function titleOf(all: number, opened: number, isAnyEmpty: boolean): string {
  if (opened === all) return 'Repaired';
  return opened === 0 && isAnyEmpty ? 'Nothing was recovered' : 'Not all was repaired';
}

const restoreLeavesOut =
  'It adds missing records, deliveries, requests, notes and labels. It does not add bulk runs, closed periods, reconciliations, saved views or settings: restore the backup into a folder of its own to see them.';
const restoreHint = `To add what is missing, restore the newest backup under Settings, Backup. ${restoreLeavesOut}`;

/** What a row of these tables is called, and several. Of others: other rows. */
const rowNouns: ReadonlyMap<string, readonly [string, string]> = new Map(
  Object.entries({
    observations: ['source', 'sources'],
    audit_log: ['audit entry', 'audit entries'],
    intents: ['request', 'requests'],
    intent_secrets: ['webhook secret', 'webhook secrets'],
    entered_webhook_secrets: ['webhook secret', 'webhook secrets'],
    settlements: ['resolution of a request', 'resolutions of requests'],
    annotation_notes: ['note', 'notes'],
    annotation_labels: ['label', 'labels'],
    annotation_label_versions: ['version of a label', 'versions of labels'],
    annotation_references: ['reference', 'references'],
    annotation_reference_versions: ['version of a reference', 'versions of references'],
    customer_own_names: ['display name', 'display names'],
    address_book: ['address book entry', 'address book entries'],
    address_labels: ['address book label', 'address book labels'],
    mismatch_clearances: ['sign-off', 'sign-offs'],
    drift_sign_offs: ['sign-off', 'sign-offs'],
    bank_account_checks: ['bank account lookup', 'bank account lookups'],
    approval_entries: ['approval entry', 'approval entries'],
    erasures: ['erasure', 'erasures'],
    bulk_runs: ['bulk run', 'bulk runs'],
    bulk_rows: ['row of a bulk run', 'rows of bulk runs'],
    bulk_attempts: ['attempt of a bulk run', 'attempts of bulk runs'],
    period_closes: ['closed period', 'closed periods'],
    period_close_pdfs: ['PDF of a closed period', 'PDFs of closed periods'],
    reconciliations: ['reconciliation', 'reconciliations'],
    reconciliation_lines: ['line of a reconciliation', 'lines of reconciliations'],
    timeline_views: ['saved view', 'saved views'],
    payout_views: ['saved view', 'saved views'],
    other_record_views: ['saved view', 'saved views'],
    forward_targets: ['forwarding target', 'forwarding targets'],
    forwards: ['forwarded delivery', 'forwarded deliveries'],
    handover_entry_origins: ['origin of a fact', 'origins of facts'],
    deliveries: ['delivery', 'deliveries'],
    verdicts: ['signature check', 'signature checks'],
  } satisfies Record<string, readonly [string, string]>),
);
const otherRows = ['other row', 'other rows'] as const;

/** `3 notes`, `at least 1 label`, `an unknown number of sign-offs`; those of one name together. */
function lostInWords(tables: RepairOutcome['tables']): string[] {
  const sums = new Map<string, { one: string; lost: number; mayLackMore: boolean }>();
  for (const { table, lost, mayLackMore } of tables) {
    const [one, many] = rowNouns.get(table) ?? otherRows;
    const sum = sums.get(many) ?? { one, lost: 0, mayLackMore: false };
    sums.set(many, { one, lost: sum.lost + lost, mayLackMore: sum.mayLackMore || mayLackMore });
  }
  return [...sums].map(([many, { one, lost, mayLackMore }]) => {
    if (lost === 0) return `an unknown number of ${many}`;
    return `${mayLackMore ? 'at least ' : ''}${counted(lost, one, many)}`;
  });
}

function* linesOf(name: string, outcome: RepairOutcome): Generator<string> {
  const { pages, lostPages, tables, lostNames, lostOrigins } = outcome;
  if (pages === 0) {
    yield `${name}: the key opens no part of this database, so nothing was recovered. An empty database is in its place now. The file was missing or empty, or belongs to another database.`;
    return;
  }
  const brought = tables.reduce((sum, table) => sum + table.brought, 0);
  const rows = brought === 1 ? '1 row was' : `${brought} rows were`;
  yield `${name}: ${rows} recovered; ${lostPages} of ${pages} pages can’t be read.`;
  const lost = tables.filter((table) => table.lost > 0 || (table.mayLackMore && table.brought > 0));
  if (lost.length > 0) yield `Lost: ${lostInWords(lost).join(', ')}.`;
  if (Object.values(lostOrigins).some((count) => count > 0))
    yield `Causeway can’t tell which computer recorded ${listed(lostOrigins)}. None counts as this computer’s own.`;
  if (lostNames.length > 0) yield `Sources were lost of: ${lostNames.map(named).join(', ')}.`;
}

/** `virtualAccount va_1`, as the index has it, in words. */
function named(name: string): string {
  const [kind = '', ...id] = name.split(' ');
  return [kindInWords(kind), ...id].join(' ');
}
