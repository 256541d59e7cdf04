/**
 * Bringing what exists into one profile. Texts and previews are in memory alone and few at a time; a
 * text is read in a thread, and a preview is kept in slices, each durable by itself: what was kept before
 * a stop is "same" afterwards.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  type ImportKind,
  type ImportProblem,
  type ImportRow,
  type ImportView,
  importLimits,
} from '../../../bridge/imports.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { Refused, readInThread, TookTooMuch } from '../../../platform/read-in-thread.ts';
import { forEach, inSlices } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { programOfThread } from '../../../platform/thread-program.ts';
import type { Audit } from '../../core/audit/types.ts';
import { secretAmong } from '../../core/foundation/secrets/secret-in.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import type { Records } from '../../core/records/types.ts';
import type { Candidate, ReadText } from './candidate.ts';
import { compare } from './compare.ts';
import { keepRows } from './keep-rows.ts';
import {
  firstOf,
  noPreview,
  type Preview,
  type PreviewRow,
  previewOf,
  problemsPage,
  rowsPage,
} from './preview.ts';
import { type ReadingOrder, readText } from './read-text.ts';
import type { GivenText, ReadHead, ReadItem } from './reading-thread.ts';
import { fieldNames } from './table-fields.ts';

export interface PreviewOrder extends ReadingOrder {
  readonly uploadId: string;
}

interface PageOrder {
  readonly id: string;
  readonly offset: number;
  readonly limit: number;
}

/** Throws and rejects with Failed INVALID and NOT_FOUND. */
export interface Imports {
  /** @param fileName of the file that a text which begins is from; a secret in it is not kept */
  upload(
    id: string | null,
    text: string,
    fileName?: string | null,
  ): { readonly id: string; readonly characters: number };
  /** Previews a text. A further order for the same text ends the reading of the one before. */
  preview(order: PreviewOrder): Promise<ImportView>;
  /** Rows of the preview, those that would change something first. */
  rows(page: PageOrder): { rows: ImportRow[]; total: number };
  problems(page: PageOrder): { rows: ImportProblem[]; total: number };
  /** Imports the records. `knownAt` must be null: nothing is imported into the past. */
  keep(order: {
    readonly id: string;
    readonly knownAt: string | null;
    readonly withChanges: boolean;
  }): Promise<ImportView>;
  get(id: string): ImportView;
  /** Ends an import after its slice, and forgets all texts. */
  close(): void;
}

export interface ImportsParts {
  readonly sqlite: Pick<Sqlite, 'transaction'>;
  readonly records: Pick<Records, 'get' | 'observe'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly onProgress: () => void;
  /** Records of these kinds were kept. */
  readonly onKept: (kinds: ReadonlySet<ImportKind>) => void;
}

/** Texts and previews that are held at one time: the oldest go first. */
const MOST_HELD = 4;

interface Held {
  /** In the order in which they came; empty once nothing is read of them any more. */
  text: string[];
  characters: number;
  preview: Preview | null;
  form: ReadingOrder['form'];
  kind: ReadingOrder['kind'];
  status: ImportView['status'];
  /** Ends what is being read of it. */
  reading: AbortController;
  kept: number;
  left: number;
  /** Null where the text was typed or pasted. */
  readonly fileName: string | null;
  /** Hash over all of the text. */
  readonly digest: Hash;
  /** The first that were kept. */
  readonly keptIds: string[];
}

/** Ids that the audit log names. */
const MOST_NAMED = 200;

export function createImports(parts: ImportsParts): Imports {
  const { audit, clock, random } = parts;
  const held = new Map<string, Held>();
  let isClosed = false;

  const find = (id: string): Held => {
    const found = held.get(id);
    if (found !== undefined) return found;
    throw new Failed('NOT_FOUND', {
      sentence: 'The input is no longer in memory. Enter the input again.',
    });
  };
  const forget = (id: string): void => {
    held.get(id)?.reading.abort(invalid('The input is no longer in memory.'));
    held.delete(id);
  };
  const begin = (fileName: string | null): string => {
    const idle = [...held].filter(([, { status }]) => status !== 'keeping');
    for (const [old] of idle.slice(0, Math.max(0, held.size - MOST_HELD + 1))) forget(old);
    const id = randomHex(random, 16);
    held.set(id, {
      text: [],
      characters: 0,
      preview: null,
      form: 'json',
      kind: 'customer',
      status: 'preview',
      reading: new AbortController(),
      kept: 0,
      left: 0,
      digest: createHash('sha256'),
      keptIds: [],
      fileName: fileName === null ? null : withoutSecret(fileName),
    });
    return id;
  };
  const requireOpen = (): void => {
    if (isClosed) throw profileClosed();
  };

  const viewOf = (id: string): ImportView => {
    const { form, kind, status, preview, kept, left } = find(id);
    const shown = preview ?? noPreview;
    return {
      id,
      form,
      status,
      kept,
      left,
      columns: [...shown.columns],
      fields: form === 'csv' ? fieldNames(kind) : [],
      counts: shown.counts,
      ...firstOf(shown),
    };
  };

  const compareAll = async (read: ReadText, signal: AbortSignal): Promise<PreviewRow[]> => {
    const rows: PreviewRow[] = [];
    const at = isoNow(clock);
    const steps = forEach(read.candidates, (candidate) =>
      rows.push({ candidate, compared: compare(parts, candidate, at) }),
    );
    await inSlices(steps, clock, signal);
    return rows;
  };

  return {
    upload(id, text, fileName = null) {
      const key = id ?? begin(fileName);
      const found = find(key);
      if (found.status !== 'preview') throw notNow();
      if (found.characters + text.length > importLimits.characters) {
        forget(key);
        const most = importLimits.characters.toLocaleString('en-US');
        throw invalid(
          `The input is longer than ${most} characters. Split the input into several parts.`,
          'too-long',
        );
      }
      found.text.push(text);
      found.digest.update(text);
      found.characters += text.length;
      return { id: key, characters: found.characters };
    },

    async preview({ uploadId, ...order }) {
      const found = find(uploadId);
      if (found.status !== 'preview') throw notNow();
      found.reading.abort(anotherOrder());
      found.reading = new AbortController();
      const { signal } = found.reading;
      try {
        const read = await readGiven({ parts: found.text, order }, signal);
        requireOpen();
        const rows = await compareAll(read, signal);
        found.form = order.form;
        found.kind = order.kind;
        found.preview = previewOf(read, rows);
        // Columns may be named otherwise; nothing else is read twice.
        if (order.form !== 'csv') found.text = [];
      } catch (error) {
        if (error instanceof Failed && error.data.cause === 'secret') forget(uploadId);
        throw error;
      }
      return viewOf(uploadId);
    },

    rows: ({ id, ...page }) => rowsPage(find(id).preview ?? noPreview, page),
    problems: ({ id, ...page }) => problemsPage(find(id).preview ?? noPreview, page),

    async keep({ id, knownAt, withChanges }) {
      if (knownAt !== null) throw outOfThePast();
      const found = find(id);
      if (found.preview === null || found.status !== 'preview') throw notNow();
      const wanted = wantedOf(found.preview.rows, withChanges);
      // What is shown is what is kept.
      found.reading.abort(notNow());
      found.status = 'keeping';
      found.text = [];
      const kinds = new Set(wanted.map(({ candidate }) => candidate.kind));
      audit.append({
        action: 'import.begun',
        facts: {
          form: found.form,
          fileName: found.fileName,
          records: wanted.length,
          withChanges,
        },
      });
      try {
        await keepRows(parts, wanted, (kept, left) => {
          found.kept += kept.length;
          found.keptIds.push(...kept.slice(0, MOST_NAMED - found.keptIds.length));
          found.left += left;
          parts.onProgress();
          requireOpen();
        });
        found.status = 'kept';
      } catch (error) {
        // What was kept is durable; a new preview tells what is left to do.
        held.delete(id);
        throw error;
      } finally {
        if (!isClosed) {
          const { form, fileName, kept, left, keptIds: ids, digest } = found;
          const textSha256 = digest.copy().digest('hex');
          const facts = { form, fileName, records: kept, left, ids: [...ids], textSha256 };
          audit.append({ action: 'import.kept', facts });
          parts.onKept(kinds);
        }
      }
      return viewOf(id);
    },

    get: viewOf,

    close() {
      isClosed = true;
      for (const { reading } of held.values()) reading.abort(profileClosed());
      held.clear();
    },
  };
}

/** One that says what is known already counts where another of the same record says something else. */
function wantedOf(rows: readonly PreviewRow[], withChanges: boolean): PreviewRow[] {
  const standings = new Set(['new', 'adds', ...(withChanges ? ['changes'] : [])]);
  const isWanted = ({ compared }: PreviewRow): boolean => standings.has(compared.standing);
  const ids = new Set(rows.filter(isWanted).map(({ candidate }) => candidate.id));
  return rows.filter(
    (row) => isWanted(row) || (row.compared.standing === 'same' && ids.has(row.candidate.id)),
  );
}

/** With its ending and without it, which hides none. */
const withoutSecret = (fileName: string): string | null =>
  secretAmong([fileName, fileName.replace(/\.[^.]*$/, '')]) === null ? fileName : null;

const profileClosed = () => invalid('The profile was closed in the meantime.');

const notNow = () =>
  invalid('These records were imported already, or are being imported. Start a new import.');

const anotherOrder = () => invalid('Another preview of this input has started.', 'again');

const outOfThePast = () =>
  invalid(
    'Nothing was imported: you are viewing earlier data. Return to now, check the preview again, then import.',
    'as-of',
  );

/** Characters that are read in a few milliseconds, so that no thread is worth its start. */
const SHORT = 20_000;

/** Memory of the thread, in MiB, and its time: many times what 8,000,000 characters take. */
const most = { mebibytes: 768, ms: 30_000 };
const limits = {
  memory: `in ${most.mebibytes} MB of memory`,
  time: 'in half a minute',
} as const;

const program = { source: 'reading-thread', program: 'import-reader' };

/**
 * Has a text read: a long one in a thread of its own, bounded in memory and time.
 * Rejects with Failed INVALID, or with the signal's reason; then no thread is left.
 */
async function readGiven(data: GivenText, signal: AbortSignal): Promise<ReadText> {
  const characters = data.parts.reduce((sum, part) => sum + part.length, 0);
  if (characters <= SHORT) return readText(data.parts.join(''), data.order);
  try {
    const file = programOfThread(program, import.meta.url);
    const { head, items } = await readInThread<ReadHead, ReadItem>({
      program: file,
      data,
      most,
      signal,
    });
    const candidates: Candidate[] = [];
    const problems: ImportProblem[] = [];
    for (const item of items) {
      if ('candidate' in item) candidates.push(item.candidate);
      else problems.push(item.problem);
    }
    return { ...head, candidates, problems };
  } catch (error) {
    if (error instanceof Refused) {
      const cause = error.about === null ? {} : { cause: error.about };
      throw new Failed('INVALID', { sentence: error.message, ...cause });
    }
    if (error instanceof TookTooMuch)
      throw invalid(
        `The input contains more than Causeway can read ${limits[error.of]}. Split the input into several parts.`,
        'too-much',
      );
    throw error;
  }
}
