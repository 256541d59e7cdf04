/** Sections of a period close from the audit log: sign-offs, and who did what. */
import { auditLabel } from '../../../bridge/audit-labels.ts';
import type { ReportSection } from '../../../bridge/reports.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { Audit, AuditEntry } from '../../core/audit/types.ts';
import { closeWords as texts } from './close-words.ts';
import { isWithin, type Moments } from './period.ts';
import { column } from './report-column.ts';
import { words } from './words.ts';

const PAGE = 200;

/** Oldest first, of the whole log: a clock that was set back dates entries before others that came earlier. */
export async function auditedWithin(
  audit: Pick<Audit, 'list'>,
  moments: Moments,
  signal: AbortSignal,
): Promise<AuditEntry[]> {
  const entries = new Map<number, AuditEntry>();
  for (let offset = 0; ; offset += PAGE) {
    signal.throwIfAborted();
    const { rows, total } = audit.list({ offset, limit: PAGE });
    for (const entry of rows) if (isWithin(entry.at, moments)) entries.set(entry.sequence, entry);
    if (offset + PAGE >= total) break;
    await nextTurn();
  }
  return [...entries.values()].sort((one, other) => one.sequence - other.sequence);
}

const factOf = ({ facts }: AuditEntry, name: string): string => {
  const value = facts[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Entries of versions before this one name a person only where the action asks who decides. */
const personOf = (entry: AuditEntry): string => {
  const by = factOf(entry, 'by');
  // Which deliveries were replayed stood under that name once.
  const isPerson = by !== '' && !(entry.action.startsWith('forward.') && replayedBy.has(by));
  return isPerson ? by : words.noPerson;
};
const replayedBy: ReadonlySet<string> = new Set(['one', 'since', 'filter']);

/** Facts that name the record, what it is about before what it happened with. */
const recordFacts = [
  'resourceId',
  'virtualAccountId',
  'bankAccountId',
  'payoutId',
  'customerId',
  'webhookId',
  'eventId',
  'addressId',
  'closeId',
  'runId',
  'importId',
  'exportId',
  'targetId',
  'tunnelId',
  'faultId',
  'id',
  'intentKey',
  'profileId',
];
const recordOf = (entry: AuditEntry): string =>
  recordFacts.map((name) => factOf(entry, name)).find((id) => id !== '') ?? '';

export const signOffSection = (audited: readonly AuditEntry[]): ReportSection => ({
  title: texts.signOffs,
  lead: texts.signOffsLead,
  columns: [
    column(texts.at, 3, 'moment'),
    column(texts.what, 3),
    column(texts.recordId),
    column(texts.person, 3),
    column(words.note, 5),
  ],
  rows: audited.flatMap((entry) => {
    const { action, at } = entry;
    const rest = [personOf(entry), factOf(entry, 'note')];
    if (action === 'virtual-account.mismatch.cleared') {
      return [[at, texts.mismatch, factOf(entry, 'virtualAccountId'), ...rest]];
    }
    if (action !== 'drift.signed-off') return [];
    return [[at, texts.changeOf(factOf(entry, 'path')), factOf(entry, 'resourceId'), ...rest]];
  }),
});

export function actionSection(audited: readonly AuditEntry[]): ReportSection {
  const counts = Map.groupBy(audited, (entry) =>
    JSON.stringify([auditLabel(entry.action), personOf(entry)]),
  );
  return {
    title: texts.actions,
    lead: texts.actionsLead,
    columns: [column(texts.action, 6), column(texts.person), column(texts.entries, 2, 'count')],
    rows: [...counts.values()]
      .flatMap((some) => {
        const [first] = some;
        if (first === undefined) return [];
        return [[auditLabel(first.action), personOf(first), String(some.length)]];
      })
      .sort((one, other) => (one.join('\n') < other.join('\n') ? -1 : 1)),
  };
}

export const entrySection = (audited: readonly AuditEntry[]): ReportSection => ({
  title: texts.entryList,
  lead: texts.entryListLead,
  columns: [
    column(texts.time, 3, 'moment'),
    column(texts.person, 3),
    column(texts.action, 5),
    column(texts.recordId, 5),
    column(words.note, 5),
  ],
  rows: audited.map((entry) => [
    entry.at,
    personOf(entry),
    auditLabel(entry.action),
    recordOf(entry),
    factOf(entry, 'note'),
  ]),
});
