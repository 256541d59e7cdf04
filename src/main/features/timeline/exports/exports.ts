/** Exports of the timeline of one profile: what the filter lets through, in one of three formats. */
import type { ExportFile } from '../../../../bridge/exports.ts';
import type { ExportView, TimelineFilter, TimelineRow } from '../../../../bridge/timeline.ts';
import { withMaskedAccounts } from '../../../../contract/masked-numbers.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import { inParts, nextTurn } from '../../../../platform/slices.ts';
import type { Audit } from '../../../core/audit/types.ts';
import { isoMoment } from '../../../core/creates/known-reads.ts';
import {
  byteOrderMark,
  type Cell,
  csvLines,
  csvMediaType,
} from '../../../core/exports/csv-lines.ts';
import {
  ExportError,
  type ExportFiles,
  type SettledFile,
  type Writing,
} from '../../../core/exports/export-files.ts';
import type { WritableFile } from '../../../core/exports/places.ts';
import { asOfHeading, stampedName } from '../../../core/exports/stamp.ts';
import { writeUnchanged } from '../../../core/exports/write-unchanged.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { IndexedEvent, TimelineIndex } from '../types.ts';
import {
  type ExportFacts,
  type ExportFilter,
  type ExportFormat,
  formatFilter,
  type Names,
} from './format.ts';
import { report } from './report.ts';

interface WriteParts {
  readonly profileName: string;
  readonly index: Pick<TimelineIndex, 'list' | 'count' | 'histogram' | 'catchUp'>;
  /** With the names of customers as they were known at a moment; null is now. */
  readonly named: (
    rows: readonly IndexedEvent[],
    knownAt: string | null,
  ) => Promise<readonly TimelineRow[]>;
  readonly names: Names;
}

interface WriteOrder<File extends WritableFile> extends Writing<File> {
  /** `knownAt` is fixed, so that what arrives meanwhile moves nothing. */
  readonly filter: ExportFilter;
  /** The filter as it was asked for, for the words of a report. */
  readonly asked: ExportFilter | (Omit<ExportFilter, 'knownAt'> & { readonly knownAt: null });
  readonly format: ExportFormat;
  /** ISO 8601 UTC. */
  readonly madeAt: string;
}

/** Events of one page. */
const PAGE = 200;

/**
 * Writes the events that pass a filter into a file, page by page; what is held is one page.
 * Resolves to a whole file whose rows are as many as the count for the filter says: what was heard before
 * the start may still be on its way into the index. Otherwise rejects, with the signal's reason when it
 * was aborted, and leaves nothing behind.
 */
const writeExport = <File extends WritableFile>(
  parts: WriteParts,
  order: WriteOrder<File>,
): Promise<{ readonly file: File; readonly done: number }> =>
  writeUnchanged(order, {
    async write(file) {
      const facts = await factsOf(parts, order);
      requireRoom(order.format, facts.total);
      const rows = await writeRows(parts, { ...order, file, facts });
      if (rows !== facts.total) return null;
      await file.write(order.format.foot(facts));
      return rows;
    },
    unsettled: () => new Failed('INVALID', { sentence: unsettled }),
  });

const unsettled =
  'The export stopped because earlier events were still being added to the timeline. No file was saved. Try again when the timeline is up to date.';

async function factsOf(
  { index, profileName, names }: WriteParts,
  { filter, asked, madeAt, signal }: WriteOrder<WritableFile>,
): Promise<ExportFacts> {
  await index.catchUp();
  signal.throwIfAborted();
  const histogram = await index.histogram(filter, 1);
  const { total } = await index.count(filter);
  signal.throwIfAborted();
  const families = (histogram?.families ?? []).map((family, at) => ({
    family,
    count: (histogram?.bars ?? []).reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
  }));
  return {
    profileName,
    filter: formatFilter(asked, names),
    madeAt,
    total,
    families,
  };
}

function requireRoom({ most }: ExportFormat, total: number): void {
  if (total <= most) return;
  const sentence = `A report can contain at most ${most.toLocaleString('en-US')} events, and ${total.toLocaleString('en-US')} match the filters. Narrow the filters, for example to a shorter period, or export CSV.`;
  throw new Failed('INVALID', { sentence, cause: 'too-many-events' });
}

interface RowsOrder<File extends WritableFile> extends WriteOrder<File> {
  readonly file: File;
  readonly facts: ExportFacts;
}

/** Stops behind the first row too many: then the count was not right. */
async function writeRows<File extends WritableFile>(
  { index, named }: WriteParts,
  { filter, asked, format, file, facts, signal, onProgress }: RowsOrder<File>,
): Promise<number> {
  const rowsAsked = { knownAt: asked.knownAt, signal };
  await file.write(format.head(facts, rowsAsked));
  let before: number | null = null;
  let done = 0;
  for (;;) {
    const page: Awaited<ReturnType<TimelineIndex['list']>> = await index.list({
      filter,
      before,
      limit: PAGE,
    });
    signal.throwIfAborted();
    const rows = await named(page.rows, asked.knownAt);
    signal.throwIfAborted();
    const text = await format.rows(rows, rowsAsked);
    signal.throwIfAborted();
    await file.write(text);
    done += page.rows.length;
    onProgress(Math.min(done, facts.total), facts.total);
    const last = page.rows.at(-1);
    if (!page.hasMore || last === undefined || done > facts.total) return done;
    before = last.key;
  }
}

/** CSV for spreadsheets: times in ISO 8601, every cell harmless. */
const columns: readonly (readonly [header: string, cell: (row: TimelineRow) => Cell])[] = [
  ['event ID', (row) => row.eventId],
  ['name', (row) => row.name],
  ['occurred at', (row) => row.happenedAt],
  ['amount', (row) => row.amount?.amount ?? null],
  ['currency', (row) => row.amount?.currency ?? null],
  ['received at', (row) => row.heardAt],
  ['resource type', (row) => row.resourceKind],
  ['resource ID', (row) => row.resourceId],
  ['customer ID', (row) => row.customerId],
  ['customer name', (row) => row.customerName],
  ['signature', (row) => row.proof],
  ['test data', (row) => row.isMock],
  ['late', (row) => row.isLate],
  ['out of order', (row) => row.isOutOfOrder],
  ['times received', (row) => row.heard],
  ['webhooks', (row) => row.webhooks],
  ['conflict', (row) => row.isDiffering],
];

const csv: ExportFormat = {
  ending: 'csv',
  type: csvMediaType,
  most: Number.POSITIVE_INFINITY,
  head: (_facts, { knownAt }) =>
    byteOrderMark +
    csvLines([[...columns.map(([header]) => header), ...(knownAt === null ? [] : [asOfHeading])]]),
  rows: (rows, { knownAt }) => {
    const asOf = knownAt === null ? [] : [knownAt];
    return Promise.resolve(
      csvLines(rows.map((row) => [...columns.map(([, cell]) => cell(row)), ...asOf])),
    );
  },
  foot: () => '',
};

/**
 * Gives an event's body with secrets cut out, as it was known at a moment (null is now); null when
 * none can be opened any more.
 */
type BodyOf = (row: TimelineRow, knownAt: string | null) => Promise<JsonObject | null>;

/** Bodies that are opened before somebody else gets a turn. */
const TURN = 10;

const jsonLines = (bodyOf: BodyOf): ExportFormat => ({
  ending: 'jsonl',
  type: 'application/jsonl; charset=utf-8',
  most: Number.POSITIVE_INFINITY,
  head: () => '',
  async rows(rows, { knownAt, signal }) {
    let text = '';
    for (const turn of inParts(rows, TURN)) {
      signal.throwIfAborted();
      const bodies = await Promise.all(turn.map((row) => bodyOf(row, knownAt)));
      for (const [index, { key: _key, ...row }] of turn.entries()) {
        const body = withMaskedAccounts(bodies[index] ?? null);
        text += `${JSON.stringify({ ...row, body, ...(knownAt === null ? {} : { asOf: knownAt }) })}\n`;
      }
      await nextTurn();
    }
    return text;
  },
  foot: () => '',
});

export interface Exports {
  /** Throws ExportError `too-many` when as many are written as may be. */
  start(filter: TimelineFilter, format: ExportView['format']): ExportView;
  /** With a fresh path while the file waits. Throws ExportError `not-found`. */
  get(id: string): ExportView;
  /** As get; what is over stays as it is. */
  cancel(id: string): ExportView;
}

export interface ExportsParts extends WriteParts {
  readonly bodyOf: BodyOf;
  readonly audit: Pick<Audit, 'append'>;
  /** Something of an export changed. */
  readonly onChange: (what: 'progress' | 'audit') => void;
  readonly files: Pick<ExportFiles, 'start' | 'get' | 'cancel'>;
  readonly clock: Clock;
}

export function createExports(parts: ExportsParts): Exports {
  const { audit, clock, onChange, files } = parts;
  const formats = { csv, jsonl: jsonLines(parts.bodyOf), report } as const;
  /** Formats of the exports that were begun; files that nobody knows any more leave theirs behind. */
  const formatOf = new Map<string, ExportView['format']>();

  const viewOf = (file: ExportFile): ExportView => {
    const format = formatOf.get(file.id);
    if (format === undefined)
      throw new ExportError('not-found', 'This is not an export of events.');
    return { ...file, format };
  };

  /** What left Causeway, by whose filter: ids and counts, no words that were searched for. */
  const record = (file: SettledFile, format: string, filter: TimelineFilter): void => {
    const { id, status, done, fileSha256 } = file;
    audit.append({
      action: `timeline.export.${status}`,
      facts: {
        exportId: id,
        format,
        rows: status === 'done' ? done : 0,
        fileSha256,
        filter: auditedFilter(filter),
      },
    });
    onChange('audit');
  };

  return {
    start(given, formatName) {
      const filter = { ...given, knownAt: isoMoment(given.knownAt) };
      const format = formats[formatName];
      const file = files.start({
        fileName: `${stampedName('events', filter.knownAt, isoNow(clock))}.${format.ending}`,
        type: format.type,
        write(writing) {
          const madeAt = isoNow(clock);
          const knownAt = filter.knownAt ?? madeAt;
          return writeExport(parts, {
            ...writing,
            madeAt,
            filter: { ...filter, knownAt },
            asked: filter.knownAt === null ? { ...filter, knownAt: null } : { ...filter, knownAt },
            format,
          });
        },
        onChange: () => onChange('progress'),
        onSettled: (settled) => record(settled, formatName, filter),
      });
      formatOf.set(file.id, formatName);
      return viewOf(file);
    },
    get: (id) => viewOf(files.get(id)),
    cancel: (id) => viewOf(files.cancel(id)),
  };
}

/** A filter as the audit log keeps it: what was set, without words that may be personal data. */
export function auditedFilter({ search, ...filter }: TimelineFilter): JsonObject {
  const set = Object.entries(filter).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return { ...Object.fromEntries(set), ...(search.trim() === '' ? {} : { isSearched: true }) };
}
