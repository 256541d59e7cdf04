/** Reconciliations of one profile: files taken, matched in the background, decided by a person, exported. */
import type { ExportFile } from '../../../bridge/exports.ts';
import type { InputOf } from '../../../bridge/procedure.ts';
import type {
  CertainMatches,
  ConfirmedLine,
  CsvMapping,
  LineDetail,
  ReconcileKind,
  ReconcileLine,
  Reconciliation,
  ShownCertain,
  ShownMatch,
  StatementDraft,
  UnmatchedPayouts,
} from '../../../bridge/reconcile.ts';
import type { reconcileContract } from '../../../bridge/reconcile-contract.ts';
import { isoNow } from '../../../platform/clock.ts';
import { randomHex } from '../../../platform/random.ts';
import { inParts, inSlices, nextTurn } from '../../../platform/slices.ts';
import { type Person, personName } from '../../core/audit/types.ts';
import { csvMediaType } from '../../core/exports/csv-lines.ts';
import type { ExportFiles } from '../../core/exports/export-files.ts';
import { stampOf } from '../../core/exports/stamp.ts';
import { withoutKnown } from '../../core/foundation/secrets/without-known.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import type { Payouts } from '../payouts/payouts.ts';
import { certainLines, createDecisions } from './decisions.ts';
import { createDrafts, type DraftsParts } from './drafts.ts';
import { writeCsv } from './export-csv.ts';
import { createJobs, isBusy, type JobsParts } from './jobs.ts';
import { createLinesTable, ofService } from './lines-table.ts';
import { lineSpan } from './match-payouts.ts';
import type { StatementLine } from './reading/statement-line.ts';
import { createReconciliationsTable, type StoredReconciliation } from './reconciliations-table.ts';
import { gapsBefore, type Unmatched, unmatchedOf } from './unmatched.ts';
import { lineDetail, lineViews, payoutView, reconciliationView } from './views.ts';

type LinesQuery = InputOf<typeof reconcileContract.lines>;
export interface Order {
  readonly id: string;
  readonly knownAt: string | null;
}
export interface LineOrder extends Order {
  readonly row: number;
}

/** All throw Failed NOT_FOUND for what is not there; decisions INVALID out of the past and while it is matched. */
export interface Reconcile {
  begin(file: { fileName: string; bytes: number }): { uploadId: string };
  append(part: { uploadId: string; offset: number; base64: string }): { received: number };
  finish(uploadId: string): Promise<StatementDraft>;
  draft(id: string): StatementDraft;
  start(
    order: Order & { kind: ReconcileKind; mapping: CsvMapping | null; windowDays: number },
  ): Promise<Reconciliation>;
  list(): Reconciliation[];
  get(id: string): Reconciliation;
  lines(query: LinesQuery, signal?: AbortSignal): Promise<{ rows: ReconcileLine[]; total: number }>;
  line(id: string, row: number): LineDetail;
  payouts(
    query: { id: string; offset: number; limit: number },
    signal?: AbortSignal,
  ): Promise<UnmatchedPayouts>;
  confirmed(payoutId: string): ConfirmedLine[];
  certain(id: string, signal?: AbortSignal): Promise<CertainMatches>;
  confirm(order: Order & { rows: ShownMatch[] | ShownCertain }): Promise<{ confirmed: number }>;
  choose(order: LineOrder & { payoutId: string; note: string }): LineDetail;
  noPayout(order: LineOrder & { note: string }): LineDetail;
  undo(order: LineOrder): LineDetail;
  matchAgain(order: Order): Reconciliation;
  remove(order: Order): Promise<{ removed: boolean }>;
  exportCsv(id: string): ExportFile;
  /** Something of payouts changed. */
  forgetPayouts(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface ReconcileParts
  extends Omit<JobsParts, 'table' | 'lines' | 'tell'>,
    Omit<DraftsParts, 'table'> {
  readonly payouts: Pick<Payouts, 'facts' | 'rows'>;
  readonly files: Pick<ExportFiles, 'start'>;
  readonly person: () => Person | null;
  readonly notify: (topic: 'reconcile' | 'audit' | 'exports', ids: readonly string[]) => void;
}

/** Lines of one step, where known secrets are cut out and when they are removed. */
const PART = 500;
/** Certain lines that the question names. */
const MOST_NAMED = 5;

export function openReconcile(parts: ReconcileParts): Reconcile {
  const { sqlite, audit, clock, known, payouts } = parts;
  const table = createReconciliationsTable(sqlite);
  const lines = createLinesTable(sqlite);
  const sources = { payouts, lines };
  const tell = (id: string): void => {
    unmatched = null;
    parts.notify('reconcile', [id]);
    parts.notify('audit', []);
  };
  const drafts = createDrafts({ ...parts, table });
  const jobs = createJobs({ ...parts, table, lines, tell });
  const decisions = createDecisions({ ...parts, table, lines });
  /** Unmatched payouts of the reconciliation that was asked for last, until anything changes. */
  let unmatched: { readonly id: string; readonly found: Promise<Unmatched> } | null = null;
  // What was under way when the program ended.
  table.interruptAll();

  const find = (id: string): StoredReconciliation => {
    const one = table.get(id);
    if (one !== null) return jobs.standing(one);
    throw new Failed('NOT_FOUND', {
      sentence: 'This reconciliation is not known in this profile.',
    });
  };
  /**
   * A reconciliation that may be changed now. Throws Failed NOT_FOUND, and INVALID in the past or before it is matched.
   */
  const open = ({ id, knownAt }: Order): StoredReconciliation => {
    requirePresent(knownAt);
    const one = find(id);
    if (one.status === 'ready') return one;
    throw invalid(
      one.status === 'interrupted'
        ? 'The matching was interrupted. Match again first.'
        : 'The file is still being matched. Wait until that is done.',
      'not-ready',
    );
  };
  const view = (stored: StoredReconciliation): Reconciliation =>
    reconciliationView(jobs.standing(stored), table);
  const detail = (id: string, row: number): LineDetail => {
    const one = find(id);
    const line = lines.get(one.number, row);
    if (line !== null) return lineDetail(line, sources, one);
    throw new Failed('NOT_FOUND', { sentence: 'This line is not known in this reconciliation.' });
  };
  const decided = (order: LineOrder, work: (one: StoredReconciliation) => void): LineDetail => {
    work(open(order));
    tell(order.id);
    return detail(order.id, order.row);
  };
  const unmatchedFor = (stored: StoredReconciliation): Promise<Unmatched> => {
    if (unmatched?.id === stored.id) return unmatched.found;
    const used = new Set([...lines.payouts(stored.number), ...lines.taken(stored.kind)]);
    const currencies = lines.currencies(stored.number);
    const gaps = gapsBefore(
      stored.firstDay,
      currencies.length > 0 ? currencies : ofService,
      (currency) => table.dayBefore(stored, currency),
    );
    const found = unmatchedOf(stored, payouts, { used, currencies, gaps });
    unmatched = { id: stored.id, found };
    found.catch(() => {
      if (unmatched?.found === found) unmatched = null;
    });
    return found;
  };

  /** Those of the file, without what is known to be a secret. */
  async function cleaned(all: readonly StatementLine[]): Promise<StatementLine[]> {
    const clean: StatementLine[] = [];
    for (const part of inParts(all, PART)) {
      clean.push(...withoutKnown(part, known.values()));
      await nextTurn();
    }
    return clean;
  }

  return {
    begin: (file) => ({ uploadId: drafts.begin(file) }),
    append: ({ uploadId, offset, base64 }) => ({
      received: drafts.append(uploadId, offset, Buffer.from(base64, 'base64')),
    }),
    finish: drafts.finish,
    draft: drafts.view,

    async start({ id, kind, mapping, windowDays, knownAt }) {
      requirePresent(knownAt);
      const { fileName, sha256, head } = drafts.find(id);
      const read = await drafts.lines(id, kind, mapping);
      const all = await cleaned(read.lines);
      const days = await inSlices(daysOf(all), clock);
      // The first of calls that come together takes the draft: NOT_FOUND for the others.
      drafts.find(id);
      const at = isoNow(clock);
      const key = randomHex(parts.random, 16);
      sqlite.transaction(() => {
        table.add({
          id: key,
          kind,
          format: head.format,
          fileName,
          sha256,
          status: 'reading',
          createdAt: at,
          createdBy: personName(parts.person()),
          matchedAt: null,
          ...days,
          windowDays,
          notes: head.notes,
          balances: head.balances,
          lines: all.length,
        });
        if (mapping !== null && head.csv !== null) {
          table.keepMapping(head.csv.headings, mapping, at);
        }
        const facts = { reconciliationId: key, kind, format: head.format, fileName, sha256 };
        audit.append({
          action: 'reconciliation.started',
          facts: { ...facts, lines: all.length, windowDays },
        });
      });
      drafts.forget(id);
      const one = find(key);
      jobs.begin(one, all);
      tell(key);
      return view(one);
    },

    list: () => table.list().map(view),
    get: (id) => view(find(id)),

    async lines({ id, states, search, offset, limit }, signal) {
      const one = find(id);
      const { number } = one;
      if (search.trim() === '') {
        const { rows, total } = lines.page(number, { states, offset, limit });
        return { rows: lineViews(rows, sources, one), total };
      }
      const found = await inSlices(lines.found(number, states, search), clock, signal);
      const rows = found
        .slice(offset, offset + limit)
        .flatMap((row) => lines.get(number, row) ?? []);
      return { rows: lineViews(rows, sources, one), total: found.length };
    },
    line: detail,

    async payouts({ id, offset, limit }) {
      const one = find(id);
      const { ids, ...facts } = await unmatchedFor(one);
      const rows = payouts.rows(ids.slice(offset, offset + limit));
      return {
        ...facts,
        rows: [...rows.values()].map((row) => payoutView(row, one.kind)),
        total: ids.length,
      };
    },

    confirmed: lines.confirmed,

    async certain(id, signal) {
      const one = find(id);
      const { rows, digest } = await inSlices(certainLines(lines, one.number), clock, signal);
      const first = rows
        .slice(0, MOST_NAMED)
        .flatMap(({ row }) => lines.get(one.number, row) ?? []);
      const { totals = [] } = view(one).states.find(({ state }) => state === 'certain') ?? {};
      return { digest, count: rows.length, totals, first: lineViews(first, sources, one) };
    },

    async confirm(order) {
      const one = open(order);
      try {
        return { confirmed: await decisions.confirm(one, order.rows) };
      } finally {
        tell(one.id);
      }
    },
    choose: (order) =>
      decided(order, (stored) => decisions.choose(stored, order.row, order.payoutId, order.note)),
    noPayout: (order) =>
      decided(order, (stored) => decisions.noPayout(stored, order.row, order.note)),
    undo: (order) => decided(order, (stored) => decisions.undo(stored, order.row)),

    matchAgain({ id, knownAt }) {
      requirePresent(knownAt);
      const one = find(id);
      if (isBusy(one)) return view(one);
      if (table.storedLines(one.number) !== one.lines)
        throw invalid(
          'Not all lines were stored. Remove this reconciliation and choose the file again.',
          'incomplete',
        );
      table.setStatus(one.number, 'matching');
      jobs.match(one);
      tell(id);
      return view(find(id));
    },

    async remove({ id, knownAt }) {
      requirePresent(knownAt);
      const { number, status, fileName } = find(id);
      if (isBusy({ status })) open({ id, knownAt });
      if (lines.countDecided(number) > 0)
        throw invalid(
          'Lines of this reconciliation are decided. Undo those decisions first.',
          'decided',
        );
      table.setStatus(number, 'interrupted');
      while (sqlite.derive(() => lines.remove(number, PART)) > 0) await nextTurn();
      sqlite.transaction(() => {
        table.remove(number);
        const facts = { reconciliationId: id, fileName };
        audit.append({ action: 'reconciliation.removed', facts });
      });
      tell(id);
      return { removed: true };
    },

    exportCsv(id) {
      open({ id, knownAt: null });
      const stamp = stampOf(isoNow(clock));
      return parts.files.start({
        fileName: `reconciliation-${stamp}.csv`,
        type: csvMediaType,
        write: (writing) =>
          writeCsv(writing, async () => {
            const one = open({ id, knownAt: null });
            const before = lines.changes(one.number);
            return {
              lines: (after) => lineViews(lines.after(one.number, after, 100), sources, one),
              payoutIds: (await unmatchedFor(one)).ids,
              payouts: payouts.rows,
              statement: one,
              balances: one.balances,
              total: one.lines,
              isUnchanged: () => lines.changes(one.number) === before,
            };
          }),
        onChange: () => parts.notify('exports', []),
        onSettled({ id: exportId, status, fileSha256 }) {
          const facts = { exportId, reconciliationId: id, fileSha256 };
          audit.append({ action: `reconciliation.export.${status}`, facts });
          parts.notify('audit', []);
        },
      });
    },

    forgetPayouts() {
      unmatched = null;
    },
    idle: jobs.idle,
    async close() {
      drafts.close();
      await jobs.close();
    },
  };
}

function requirePresent(knownAt: string | null): void {
  if (knownAt === null) return;
  throw invalid(
    'Nothing was changed: you are viewing earlier data. Return to now, then reconcile.',
    'as-of',
  );
}

/** First and last day, in UTC, in steps. */
function* daysOf(all: readonly StatementLine[]) {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const part of inParts(all, PART)) {
    for (const span of part.flatMap((line) => lineSpan(line) ?? [])) {
      first = Math.min(first, span.from);
      last = Math.max(last, span.to);
    }
    yield;
  }
  const day = (at: number) =>
    Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : null;
  return { firstDay: day(first), lastDay: day(last) };
}
