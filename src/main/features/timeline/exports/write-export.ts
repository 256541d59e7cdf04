/** Writes the events that pass a filter into a file, page by page; what is held is one page. */
import type { TimelineRow } from '../../../../bridge/timeline.ts';
import type { Writing } from '../../../core/exports/export-files.ts';
import type { WritableFile } from '../../../core/exports/places.ts';
import { writeUnchanged } from '../../../core/exports/write-unchanged.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { IndexedEvent, TimelineIndex } from '../types.ts';
import type { ExportFacts, ExportFilter, ExportFormat } from './format.ts';
import { formatFilter, type Names } from './format-filter.ts';

export interface WriteParts {
  readonly profileName: string;
  readonly index: Pick<TimelineIndex, 'list' | 'count' | 'histogram' | 'catchUp'>;
  /** With the names of customers as they were known at a moment; null is now. */
  readonly named: (
    rows: readonly IndexedEvent[],
    knownAt: string | null,
  ) => Promise<readonly TimelineRow[]>;
  readonly names: Names;
}

export interface WriteOrder<File extends WritableFile> extends Writing<File> {
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
 * Resolves to a whole file whose rows are as many as the count for the filter says: what was heard before
 * the start may still be on its way into the index. Otherwise rejects, with the signal's reason when it
 * was aborted, and leaves nothing behind.
 */
export const writeExport = <File extends WritableFile>(
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
  await file.write(format.head(facts));
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
    const text = await format.rows(rows, { knownAt: asked.knownAt, signal });
    signal.throwIfAborted();
    await file.write(text);
    done += page.rows.length;
    onProgress(Math.min(done, facts.total), facts.total);
    const last = page.rows.at(-1);
    if (!page.hasMore || last === undefined || done > facts.total) return done;
    before = last.key;
  }
}
