/** The files of one profile that wait to be started: read in a thread, judged in slices. */
import type {
  BulkConfirmation,
  BulkDraft,
  BulkField,
  BulkFirstRow,
  BulkHiddenRows,
  DraftRow,
  DuplicateIssues,
  IssueKind,
} from '../../../../bridge/bulk.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { inSlices } from '../../../../platform/slices.ts';
import { Failed, invalidOf } from '../../../core/intents/failed.ts';
import { chosenColumns } from '../columns/propose-columns.ts';
import { type Table, UnreadableFile } from '../reading/table.ts';
import type { UploadedFile } from './accept-file.ts';
import { corrected } from './corrections.ts';
import { type DraftState, draftRowOf, draftView, previewOf } from './draft.ts';
import {
  change,
  createDraftSteps,
  type OpenDraft,
  openDraft,
  type StepsParts,
  unchecked,
  unread,
} from './open-draft.ts';
import { hasIssue, isAsked, type RowsOf, summarise } from './summary.ts';

export interface Drafts {
  /** Reads in the background. */
  open(file: UploadedFile): BulkDraft;
  /** Throws Failed NOT_FOUND. */
  get(id: string): BulkDraft;
  /** What a run needs of it. Throws Failed NOT_FOUND. */
  state(id: string): DraftState;
  /**
   * Judges every row again where anything was written since it was checked. Rejects with Failed
   * NOT_FOUND and INVALID.
   */
  refresh(id: string): Promise<DraftState>;
  /** Newest first. */
  list(): BulkDraft[];
  /** Throws Failed NOT_FOUND and INVALID. */
  map(id: string, columns: readonly { index: number; field: BulkField }[]): BulkDraft;
  chooseSheet(id: string, sheet: string): BulkDraft;
  /** Whether the first row names the columns, or is to be sent. Throws Failed NOT_FOUND and INVALID. */
  takeFirstRow(id: string, as: BulkFirstRow): BulkDraft;
  /** Whether rows that are hidden in the file are sent. Throws Failed NOT_FOUND and INVALID. */
  takeHiddenRows(id: string, as: BulkHiddenRows): BulkDraft;
  rows(query: {
    readonly id: string;
    readonly standing: RowsOf | null;
    /** Those of them that a question is about. */
    readonly asked: BulkConfirmation['kind'] | null;
    /** Those of them that something is said of. */
    readonly remark: IssueKind | null;
    readonly offset: number;
    readonly limit: number;
  }): { readonly rows: DraftRow[]; readonly total: number };
  /** What is said of the rows of a list, by kind. Throws Failed NOT_FOUND. */
  remarks(id: string, standing: RowsOf): DuplicateIssues[];
  /** Rejects with Failed NOT_FOUND and INVALID. */
  include(id: string, rows: readonly number[] | 'all', included: boolean): Promise<BulkDraft>;
  /**
   * Corrects fields of a row that can't be sent, or was corrected before, and judges every row again;
   * null: as the file says it. Gives the row as it stands then. Rejects with Failed NOT_FOUND and INVALID.
   */
  correct(
    id: string,
    row: number,
    values: readonly { readonly field: BulkField; readonly value: string }[] | null,
  ): Promise<{ readonly draft: BulkDraft; readonly row: DraftRow }>;
  /** False when it was not there. */
  discard(id: string): boolean;
  /** Resolves when nothing of it is under way. */
  close(): Promise<void>;
}

export interface DraftsParts extends StepsParts {
  readonly random: Random;
}

/** Each may hold 50,000 rows. */
const MOST_DRAFTS = 3;
const invalid = invalidOf('draft');

export function createDrafts(parts: DraftsParts): Drafts {
  const { sameFile, writes, onChange, clock, random, log } = parts;
  const drafts = new Map<string, OpenDraft>();
  const { read, layOut, check } = createDraftSteps(parts, forgetOthers);

  const find = (id: string): OpenDraft => {
    const open = drafts.get(id);
    if (open !== undefined) return open;
    throw new Failed('NOT_FOUND', {
      sentence:
        'This file is no longer in memory. Nothing was sent from it. Choose the file again.',
    });
  };
  /** Throws Failed INVALID until it is read. */
  const asRead = (table: Table | null): Table => {
    if (table !== null) return table;
    throw invalid('Causeway is still reading the file. Wait until it is read.');
  };
  const ready = (open: OpenDraft): DraftState => {
    if (open.state.status === 'ready') return open.state;
    throw invalid('Causeway is still checking the file. Wait until the check is finished.');
  };

  /** Ends what is under way, then does the next thing. */
  function work(open: OpenDraft, step: (signal: AbortSignal) => Promise<void>): void {
    open.work.abort(new Error('Something else is to be done.'));
    open.work = new AbortController();
    const { signal } = open.work;
    open.done = open.done.then(async () => {
      try {
        signal.throwIfAborted();
        await step(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof UnreadableFile)) log.error({ err: error }, 'a draft failed');
        const sentence =
          error instanceof UnreadableFile
            ? error.message
            : 'The file can’t be checked. The log has the details. Nothing was sent.';
        open.content = null;
        change(open, { status: 'unreadable', sentence });
      }
      onChange(open.state.id);
    });
  }

  /** Every row, with nothing included. */
  function checkAnew(open: OpenDraft): BulkDraft {
    change(open, unchecked);
    work(open, (signal) => check(open, signal));
    return draftView(open.state);
  }

  async function includeRows(
    open: OpenDraft,
    rows: readonly number[] | 'all',
    isIncluded: boolean,
  ): Promise<void> {
    const state = ready(open);
    const { signal } = open.work;
    const wanted = rows === 'all' ? null : new Set(rows);
    const included = new Set(state.included);
    for (const { row } of state.summary.lists.duplicate) {
      if (wanted !== null && !wanted.has(row)) continue;
      if (isIncluded) included.add(row);
      else included.delete(row);
    }
    const steps = summarise(state.rows, included, state.sameFile !== null);
    try {
      change(open, { included, summary: await inSlices(steps, clock, signal) });
    } catch (error) {
      throw signal.aborted
        ? invalid('Causeway is checking the file again. Wait until the check is finished.')
        : error;
    }
    onChange(state.id);
  }

  /** One that is ready holds up to 50,000 rows: of those, one at a time. */
  function forgetOthers(open: OpenDraft): void {
    const others = [...drafts.values()].filter(
      (draft) => draft !== open && draft.state.status === 'ready',
    );
    for (const { state } of others) {
      discard(state.id);
      const note = `Causeway discarded “${state.file.fileName}”, which was checked before: it keeps one checked file at a time. Nothing was sent from that file.`;
      change(open, { notes: [...open.state.notes, note] });
    }
  }

  function discard(id: string): boolean {
    const open = drafts.get(id);
    if (open === undefined) return false;
    drafts.delete(id);
    open.work.abort(new Error('The draft was discarded.'));
    onChange(id);
    return true;
  }

  return {
    open({ bytes, ...about }) {
      const file = { ...about, size: bytes.length };
      const id = randomHex(random, 16);
      const open = openDraft({ id, file, sameFile: sameFile(file.sha256) }, bytes);
      const [oldest] = drafts.keys();
      if (drafts.size >= MOST_DRAFTS && oldest !== undefined) discard(oldest);
      drafts.set(id, open);
      work(open, (signal) => read(open, null, signal));
      return draftView(open.state);
    },

    get: (id) => draftView(find(id).state),
    state: (id) => find(id).state,
    async refresh(id) {
      const open = find(id);
      ready(open);
      if (open.judgedAt === writes()) return open.state;
      // What was included until then is.
      work(open, (signal) => check(open, signal, open.state.included));
      await open.done;
      return ready(open);
    },
    list: () => [...drafts.values()].reverse().map(({ state }) => draftView(state)),

    map(id, chosen) {
      const open = find(id);
      const { headings } = asRead(open.state.table);
      change(open, { columns: chosenColumns(chosen, headings.length, open.state.file.kind) });
      return checkAnew(open);
    },

    takeFirstRow(id, as) {
      const open = find(id);
      const table = asRead(open.read);
      try {
        layOut(open, table, as);
      } catch (error) {
        throw error instanceof UnreadableFile ? invalid(error.message) : error;
      }
      return checkAnew(open);
    },

    takeHiddenRows(id, as) {
      const open = find(id);
      const preview = previewOf(asRead(open.state.table), as);
      change(open, { hiddenRows: as, preview });
      return checkAnew(open);
    },

    chooseSheet(id, sheet) {
      const open = find(id);
      if (open.state.table?.sheets.includes(sheet) !== true) {
        throw invalid('The file does not have a sheet with this name.');
      }
      open.read = null;
      change(open, { ...unchecked, ...unread });
      work(open, (signal) => read(open, sheet, signal));
      return draftView(open.state);
    },

    rows({ id, standing, asked, remark, offset, limit }) {
      const { state } = find(id);
      const { rows, summary } = state;
      const listed = standing === null ? rows : summary.lists[standing];
      const meant = asked === null ? listed : listed.filter((row) => isAsked(row, asked));
      const found =
        remark === null ? meant : meant.filter(({ remarks }) => hasIssue(remarks, remark));
      const page = found.slice(offset, offset + limit);
      return { rows: page.map((row) => draftRowOf(row, state)), total: found.length };
    },

    remarks: (id, standing) => [...find(id).state.summary.remarks[standing]],

    async include(id, rows, included) {
      const open = find(id);
      ready(open);
      // One after the other: each builds on what the one before included.
      const change = open.done.then(() => includeRows(open, rows, included));
      open.done = change.catch(() => undefined);
      await change;
      return draftView(find(id).state);
    },

    async correct(id, row, values) {
      const open = find(id);
      const { included } = ready(open);
      change(open, { corrections: corrected(open.state, row, values) });
      // What it says now, nobody included.
      const still = new Set([...included].filter((one) => one !== row));
      work(open, (signal) => check(open, signal, still));
      let { done } = open;
      for (await done; done !== open.done; await done) done = open.done;
      const state = ready(open);
      const judged = state.rows.find((one) => one.row === row);
      if (judged === undefined) throw invalid('The file no longer has this row.');
      return { draft: draftView(state), row: draftRowOf(judged, state) };
    },

    discard,

    async close() {
      const open = [...drafts.values()];
      drafts.clear();
      for (const { work: under } of open) under.abort(new Error('The profile was closed.'));
      await Promise.all(open.map(({ done }) => done));
    },
  };
}
