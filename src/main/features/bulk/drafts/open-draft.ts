/** A file of which a draft is open: read, laid out and judged in steps. */
import type { BulkDraft, BulkFirstRow } from '../../../../bridge/bulk.ts';
import { maxBulkRows } from '../../../../bridge/bulk-limits.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { inSlices } from '../../../../platform/slices.ts';
import type { Log } from '../../../core/foundation/log.ts';
import { checkTable, type KnownThings } from '../checking/check-table.ts';
import { proposeColumns } from '../columns/propose-columns.ts';
import { laidOut, looksLike } from '../reading/heading.ts';
import type { readFile } from '../reading/read-file.ts';
import type { Table } from '../reading/table.ts';
import type { KnownUntil } from '../runs/stored-rows.ts';
import { type DraftState, previewOf } from './draft.ts';
import { nothingYet, summarise } from './summary.ts';

export interface StepsParts {
  readonly readFile: typeof readFile;
  readonly known: KnownThings;
  readonly sameFile: (sha256: string) => BulkDraft['sameFile'];
  /** Number of writes to the database so far: while it is the same, nothing was written in between. */
  readonly writes: () => number;
  readonly knownNow: () => KnownUntil;
  /** Something of a draft changed. */
  readonly onChange: (id: string) => void;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** Progress is told no more often than this. */
const TELLING_MS = 250;

/** A file that waits to be started, and what is under way of it. */
export interface OpenDraft {
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
export const unchecked = {
  status: 'checking',
  done: 0,
  rows: [],
  summary: nothingYet,
} as const satisfies Partial<DraftState>;
export const unread = {
  status: 'reading',
  table: null,
  firstRow: null,
  preview: [],
  columns: [],
  hiddenRows: 'left-out',
  corrections: new Map(),
} as const satisfies Partial<DraftState>;

/** A draft whose file is not read yet. */
export const openDraft = (
  about: Pick<DraftState, 'id' | 'file' | 'sameFile'>,
  content: Uint8Array,
): OpenDraft => ({
  state: {
    ...about,
    ...unchecked,
    ...unread,
    sentence: null,
    included: new Set(),
    knownUntil: null,
    notes: [],
  },
  read: null,
  content,
  judgedAt: null,
  work: new AbortController(),
  done: Promise.resolve(),
});

export const change = (open: OpenDraft, changes: Partial<DraftState>): void => {
  open.state = { ...open.state, ...changes };
};

/** @param onReady every row of it was judged */
export function createDraftSteps(parts: StepsParts, onReady: (open: OpenDraft) => void) {
  const { known, sameFile, writes, knownNow, onChange, clock, log } = parts;

  async function read(open: OpenDraft, sheet: string | null, signal: AbortSignal): Promise<void> {
    const { format, kind } = open.state.file;
    if (open.content === null) throw new TypeError('The content of a file is gone.');
    const order = { kind, bytes: open.content, format, sheet, maxTableRows: maxBulkRows };
    const table = await parts.readFile(order, signal, log);
    if (table.sheets.length < 2) open.content = null;
    open.read = table;
    layOut(open, table, looksLike(kind, table));
    await check(open, signal);
  }

  /** Throws UnreadableFile. */
  function layOut(open: OpenDraft, read: Table, as: BulkFirstRow): void {
    const { file, columns } = open.state;
    const table = laidOut(file.kind, read, as, maxBulkRows);
    const proposed = proposeColumns(file.kind, table.headings, table.hidden.columns);
    const before = columns.length === proposed.length ? columns : proposed.map(() => null);
    change(open, {
      table,
      firstRow: { row: read.firstRow, is: as, looksLike: looksLike(file.kind, read) },
      preview: previewOf(table, open.state.hiddenRows),
      // What a column was taken for stays, and names tell what the others hold.
      columns: proposed.map((field, index) => {
        const isFree = field !== null && !before.includes(field);
        return before[index] ?? (isFree ? field : null);
      }),
    });
  }

  async function check(
    open: OpenDraft,
    signal: AbortSignal,
    included: ReadonlySet<number> = new Set(),
  ): Promise<void> {
    const { table, columns, file, hiddenRows, corrections } = open.state;
    if (table === null) return;
    change(open, { ...unchecked, included, knownUntil: knownNow() });
    await known.follow();
    signal.throwIfAborted();
    open.judgedAt = writes();
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
        change(open, { done });
        onChange(open.state.id);
      },
    });
    const rows = await inSlices(judging, clock, signal);
    const earlier = sameFile(file.sha256);
    const summary = await inSlices(summarise(rows, included, earlier !== null), clock, signal);
    change(open, { status: 'ready', done: rows.length, rows, summary, sameFile: earlier });
    onReady(open);
  }

  return { read, layOut, check };
}
