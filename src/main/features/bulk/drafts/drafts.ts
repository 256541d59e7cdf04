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
import { maxBulkRows } from '../../../../bridge/bulk-limits.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { inSlices } from '../../../../platform/slices.ts';
import type { Log } from '../../../core/foundation/log.ts';
import { Failed, invalidOf } from '../../../core/intents/failed.ts';
import { checkTable, type KnownThings } from '../checking/check-table.ts';
import { chosenColumns, proposeColumns } from '../columns/propose-columns.ts';
import { laidOut, looksLike } from '../reading/heading.ts';
import type { readFile } from '../reading/read-file.ts';
import { type Table, UnreadableFile } from '../reading/table.ts';
import type { KnownUntil } from '../runs/stored-rows.ts';
import type { UploadedFile } from './accept-file.ts';
import { corrected } from './corrections.ts';
import { type DraftState, draftRowOf, draftView, previewOf } from './draft.ts';
import { hasIssue, isAsked, nothingYet, type RowsOf, summarise } from './summary.ts';

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

export interface DraftsParts {
  readonly readFile: typeof readFile;
  readonly known: KnownThings;
  readonly sameFile: (sha256: string) => BulkDraft['sameFile'];
  /** Of what is known here: the same number twice, and nothing was written in between. */
  readonly writes: () => number;
  readonly knownNow: () => KnownUntil;
  /** Something of a draft changed. */
  readonly onChange: (id: string) => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'error'>;
}

/** Each may hold 50,000 rows. */
const MOST_DRAFTS = 3;
/** Progress is told no more often than this. */
const TELLING_MS = 250;

interface Held {
  state: DraftState;
  /** As it was read, whatever its first row is taken for. */
  read: Table | null;
  /** Until nothing more is to be read of it: another sheet may be. */
  content: Uint8Array | null;
  /** What the rows were judged by: the number of writes until then. */
  judgedAt: number | null;
  work: AbortController;
  done: Promise<void>;
}

/** Nothing of the rows is known: they are read anew, or judged anew. */
const unchecked = {
  status: 'checking',
  done: 0,
  rows: [],
  summary: nothingYet,
} as const satisfies Partial<DraftState>;
const unread = {
  status: 'reading',
  table: null,
  firstRow: null,
  preview: [],
  columns: [],
  hiddenRows: 'left-out',
  corrections: new Map(),
} as const satisfies Partial<DraftState>;

const invalid = invalidOf('draft');

export function createDrafts(parts: DraftsParts): Drafts {
  const { known, sameFile, writes, knownNow, onChange, clock, random, log } = parts;
  const drafts = new Map<string, Held>();

  const find = (id: string): Held => {
    const held = drafts.get(id);
    if (held !== undefined) return held;
    throw new Failed('NOT_FOUND', {
      sentence:
        'This file is no longer in memory. Nothing was sent from it. Choose the file again.',
    });
  };
  const change = (held: Held, changes: Partial<DraftState>): void => {
    held.state = { ...held.state, ...changes };
  };
  const ready = (held: Held): DraftState => {
    if (held.state.status === 'ready') return held.state;
    throw invalid('Causeway is still checking the file. Wait until the check is finished.');
  };

  /** Ends what is under way, then does the next thing. */
  function work(held: Held, step: (signal: AbortSignal) => Promise<void>): void {
    held.work.abort(new Error('Something else is to be done.'));
    held.work = new AbortController();
    const { signal } = held.work;
    held.done = held.done.then(async () => {
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
        held.content = null;
        change(held, { status: 'unreadable', sentence });
      }
      onChange(held.state.id);
    });
  }

  async function read(held: Held, sheet: string | null, signal: AbortSignal): Promise<void> {
    const { format, kind } = held.state.file;
    if (held.content === null) throw new TypeError('The content of a file is gone.');
    const order = { kind, bytes: held.content, format, sheet, maxTableRows: maxBulkRows };
    const table = await parts.readFile(order, signal, log);
    if (table.sheets.length < 2) held.content = null;
    held.read = table;
    layOut(held, table, looksLike(kind, table));
    await check(held, signal);
  }

  /** Throws UnreadableFile. */
  function layOut(held: Held, read: Table, as: BulkFirstRow): void {
    const { file, columns } = held.state;
    const table = laidOut(file.kind, read, as, maxBulkRows);
    const proposed = proposeColumns(file.kind, table.headings, table.hidden.columns);
    const before = columns.length === proposed.length ? columns : proposed.map(() => null);
    change(held, {
      table,
      firstRow: { row: read.firstRow, is: as, looksLike: looksLike(file.kind, read) },
      preview: previewOf(table, held.state.hiddenRows),
      // What a column was taken for stays, and names tell what the others hold.
      columns: proposed.map((field, index) => {
        const isFree = field !== null && !before.includes(field);
        return before[index] ?? (isFree ? field : null);
      }),
    });
  }

  async function check(
    held: Held,
    signal: AbortSignal,
    included: ReadonlySet<number> = new Set(),
  ): Promise<void> {
    const { table, columns, file, hiddenRows, corrections } = held.state;
    if (table === null) return;
    change(held, { ...unchecked, included, knownUntil: knownNow() });
    await known.follow();
    signal.throwIfAborted();
    held.judgedAt = writes();
    let told = clock.now();
    const judging = checkTable({
      kind: file.kind,
      table,
      columns,
      known,
      hiddenRows,
      corrections,
      onProgress(done) {
        if (clock.now() - told < TELLING_MS) return;
        told = clock.now();
        change(held, { done });
        onChange(held.state.id);
      },
    });
    const rows = await inSlices(judging, clock, signal);
    const earlier = sameFile(file.sha256);
    const summary = await inSlices(summarise(rows, included, earlier !== null), clock, signal);
    change(held, { status: 'ready', done: rows.length, rows, summary, sameFile: earlier });
    forgetOthers(held);
  }

  async function includeRows(
    held: Held,
    rows: readonly number[] | 'all',
    isIncluded: boolean,
  ): Promise<void> {
    const state = ready(held);
    const { signal } = held.work;
    const wanted = rows === 'all' ? null : new Set(rows);
    const included = new Set(state.included);
    for (const { row } of state.summary.lists.duplicate) {
      if (wanted !== null && !wanted.has(row)) continue;
      if (isIncluded) included.add(row);
      else included.delete(row);
    }
    const steps = summarise(state.rows, included, state.sameFile !== null);
    try {
      change(held, { included, summary: await inSlices(steps, clock, signal) });
    } catch (error) {
      throw signal.aborted
        ? invalid('Causeway is checking the file again. Wait until the check is finished.')
        : error;
    }
    onChange(state.id);
  }

  /** One that is ready holds up to 50,000 rows: of those, one at a time. */
  function forgetOthers(held: Held): void {
    const others = [...drafts.values()].filter(
      (one) => one !== held && one.state.status === 'ready',
    );
    for (const { state } of others) {
      discard(state.id);
      const note = `Causeway discarded “${state.file.fileName}”, which was checked before: it keeps one checked file at a time. Nothing was sent from that file.`;
      change(held, { notes: [...held.state.notes, note] });
    }
  }

  function discard(id: string): boolean {
    const held = drafts.get(id);
    if (held === undefined) return false;
    drafts.delete(id);
    held.work.abort(new Error('The draft was discarded.'));
    onChange(id);
    return true;
  }

  return {
    open({ bytes, ...about }) {
      const file = { ...about, size: bytes.length };
      const id = randomHex(random, 16);
      const held: Held = {
        state: {
          id,
          file,
          status: 'reading',
          sentence: null,
          done: 0,
          table: null,
          firstRow: null,
          preview: [],
          columns: [],
          rows: [],
          included: new Set(),
          hiddenRows: 'left-out',
          corrections: new Map(),
          knownUntil: null,
          summary: nothingYet,
          sameFile: sameFile(file.sha256),
          notes: [],
        },
        read: null,
        content: bytes,
        judgedAt: null,
        work: new AbortController(),
        done: Promise.resolve(),
      };
      const [oldest] = drafts.keys();
      if (drafts.size >= MOST_DRAFTS && oldest !== undefined) discard(oldest);
      drafts.set(id, held);
      work(held, (signal) => read(held, null, signal));
      return draftView(held.state);
    },

    get: (id) => draftView(find(id).state),
    state: (id) => find(id).state,
    async refresh(id) {
      const held = find(id);
      ready(held);
      if (held.judgedAt === writes()) return held.state;
      // What was included until then is.
      work(held, (signal) => check(held, signal, held.state.included));
      await held.done;
      return ready(held);
    },
    list: () => [...drafts.values()].reverse().map(({ state }) => draftView(state)),

    map(id, chosen) {
      const held = find(id);
      const { table, file } = held.state;
      if (table === null)
        throw invalid('Causeway is still reading the file. Wait until it is read.');
      change(held, { columns: chosenColumns(chosen, table.headings.length, file.kind) });
      change(held, unchecked);
      work(held, (signal) => check(held, signal));
      return draftView(held.state);
    },

    takeFirstRow(id, as) {
      const held = find(id);
      if (held.read === null) {
        throw invalid('Causeway is still reading the file. Wait until it is read.');
      }
      try {
        layOut(held, held.read, as);
      } catch (error) {
        throw error instanceof UnreadableFile ? invalid(error.message) : error;
      }
      change(held, unchecked);
      work(held, (signal) => check(held, signal));
      return draftView(held.state);
    },

    takeHiddenRows(id, as) {
      const held = find(id);
      const { table } = held.state;
      if (table === null)
        throw invalid('Causeway is still reading the file. Wait until it is read.');
      change(held, { ...unchecked, hiddenRows: as, preview: previewOf(table, as) });
      work(held, (signal) => check(held, signal));
      return draftView(held.state);
    },

    chooseSheet(id, sheet) {
      const held = find(id);
      if (held.state.table?.sheets.includes(sheet) !== true) {
        throw invalid('The file does not have a sheet with this name.');
      }
      held.read = null;
      change(held, { ...unchecked, ...unread });
      work(held, (signal) => read(held, sheet, signal));
      return draftView(held.state);
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
      const held = find(id);
      ready(held);
      // One after the other: each builds on what the one before included.
      const change = held.done.then(() => includeRows(held, rows, included));
      held.done = change.catch(() => undefined);
      await change;
      return draftView(find(id).state);
    },

    async correct(id, row, values) {
      const held = find(id);
      const { included } = ready(held);
      change(held, { corrections: corrected(held.state, row, values) });
      // What it says now, nobody included.
      const still = new Set([...included].filter((one) => one !== row));
      work(held, (signal) => check(held, signal, still));
      let { done } = held;
      for (await done; done !== held.done; await done) done = held.done;
      const state = ready(held);
      const judged = state.rows.find((one) => one.row === row);
      if (judged === undefined) throw invalid('The file no longer has this row.');
      return { draft: draftView(state), row: draftRowOf(judged, state) };
    },

    discard,

    async close() {
      const held = [...drafts.values()];
      drafts.clear();
      for (const { work: under } of held) under.abort(new Error('The profile was closed.'));
      await Promise.all(held.map(({ done }) => done));
    },
  };
}
