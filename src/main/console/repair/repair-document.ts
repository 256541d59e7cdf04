/** Main's own document for a repair: what was found, what is done about it, and what came of it. */
import { join } from 'node:path';
import type { Confirmation, Confirmed } from '../../core/feature/confirmation.ts';
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
    'Afterwards restore the newest backup: it adds what is missing.',
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
    const outcomes = attempts.flatMap((one) => ('failed' in one ? [] : [one]));
    const isWhole = outcomes.every(({ lostPages, pages }) => lostPages === 0 && pages > 0);
    return {
      title: attempts.length > outcomes.length ? 'Not all was repaired' : 'Repaired',
      sentence: [...lines, ...(isWhole ? [] : [restoreHint])].join(' '),
    };
  },
});

const restoreHint =
  'To add what is missing, restore the newest backup under Settings, Backup. It changes nothing that is here.';

const rowsOf = new Map([
  ['observations', 'observations'],
  ['audit_log', 'audit entries'],
  ['intents', 'requests'],
  ['annotation_notes', 'notes'],
  ['annotation_labels', 'labels'],
  ['annotation_label_versions', 'versions of labels'],
  ['annotation_reference_versions', 'versions of references'],
  ['address_labels', 'labels of addresses'],
  ['handover_entry_origins', 'origins of facts'],
  ['deliveries', 'deliveries'],
]);

function* linesOf(name: string, outcome: RepairOutcome): Generator<string> {
  const { pages, lostPages, tables, lostNames, lostOrigins } = outcome;
  if (pages === 0) {
    yield `${name}: the key opens no part of this database, so nothing was recovered. The file may belong to another database.`;
    return;
  }
  const brought = tables.reduce((sum, one) => sum + one.brought, 0);
  yield `${name}: ${brought} rows were recovered; ${lostPages} of ${pages} pages can’t be read.`;
  const lost = tables.filter((one) => one.lost > 0 || (one.mayLackMore && one.brought > 0));
  if (lost.length > 0) {
    const parts = lost.map(({ table, lost: count, mayLackMore }) => {
      const what = rowsOf.get(table) ?? `rows of ${table}`;
      return `${mayLackMore ? 'at least ' : ''}${count} ${what}`;
    });
    yield `Lost: ${parts.join(', ')}.`;
  }
  if (Object.values(lostOrigins).some((count) => count > 0))
    yield `Causeway can’t tell which computer recorded ${listed(lostOrigins)}. None counts as this computer’s own.`;
  if (lostNames.length > 0) yield `Observations were lost of: ${lostNames.join(', ')}.`;
}
