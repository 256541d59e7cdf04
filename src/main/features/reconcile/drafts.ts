/** Files between their upload and their reconciliation, in memory alone. */
import type {
  ColumnUse,
  CsvMapping,
  ReconcileKind,
  StatementDraft,
} from '../../../bridge/reconcile.ts';
import { maxStatementBytes } from '../../../bridge/reconcile-limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { secretAmong } from '../../core/foundation/secrets/secret-in.ts';
import { withoutKnown } from '../../core/foundation/secrets/without-known.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import { createUploads, type UploadedBytes } from '../bulk/drafts/uploads.ts';
import type { ReadStatement, StatementHead, StatementOrder } from './reading/read-bytes.ts';
import { readStatement } from './reading/read-statement.ts';
import { UnreadableStatement } from './reading/statement-line.ts';
import type { ReconciliationsTable } from './reconciliations-table.ts';

export interface DraftsParts {
  readonly table: Pick<ReconciliationsTable, 'ofFile' | 'mapping'>;
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'error'>;
}

/** Each holds a file of up to 50 MB. */
const MOST_DRAFTS = 2;

interface Draft extends UploadedBytes {
  readonly head: StatementHead;
}

export function createDrafts(parts: DraftsParts) {
  const { table, known, random } = parts;
  const closed = new AbortController();
  const drafts = new Map<string, Draft>();
  const uploads = createUploads({ ...parts, accept: requireSize });

  /** Rejects with Failed INVALID for what can't be read. */
  async function read(order: StatementOrder): Promise<ReadStatement> {
    try {
      return await readStatement(order, closed.signal, parts.log);
    } catch (error) {
      if (!(error instanceof UnreadableStatement)) throw error;
      throw invalid(error.message, 'statement');
    }
  }
  const find = (id: string): Draft => {
    const draft = drafts.get(id);
    if (draft !== undefined) return draft;
    throw new Failed('NOT_FOUND', {
      sentence: 'This file is no longer in memory. Choose the file again.',
    });
  };

  function view(id: string): StatementDraft {
    const { fileName, bytes, sha256, head } = find(id);
    const before = table.ofFile(sha256);
    return withoutKnown(
      {
        id,
        fileName,
        bytes: bytes.length,
        ...head,
        sameFile: before === null ? null : { id: before.id, at: before.createdAt },
        csv: head.csv === null ? null : withMapping(head.csv, table.mapping(head.csv.headings)),
      },
      known.values(),
    );
  }

  return {
    begin: uploads.begin,
    append: uploads.append,
    async finish(uploadId: string): Promise<StatementDraft> {
      const file = uploads.finish(uploadId);
      const { head } = await read({ bytes: file.bytes, lines: null });
      const [oldest] = drafts.keys();
      if (drafts.size >= MOST_DRAFTS && oldest !== undefined) drafts.delete(oldest);
      const id = randomHex(random, 16);
      drafts.set(id, { ...file, fileName: withoutSecret(file.fileName), head });
      return view(id);
    },
    view,
    find,
    /** All its lines. Rejects with Failed NOT_FOUND and INVALID. */
    lines: (id: string, kind: ReconcileKind, mapping: CsvMapping | null): Promise<ReadStatement> =>
      read({ bytes: find(id).bytes, lines: { kind, mapping } }),
    forget: (id: string): void => void drafts.delete(id),
    close(): void {
      closed.abort(invalid('The profile was closed in the meantime.'));
      drafts.clear();
    },
  };
}

function requireSize({ bytes }: { readonly fileName: string; readonly bytes: number }): object {
  if (bytes <= maxStatementBytes) return {};
  throw invalid('The file is larger than 50 MB. Split the file into several.', 'too-large');
}

/** With its ending and without it, which hides none. */
const withoutSecret = (fileName: string): string =>
  secretAmong([fileName, fileName.replace(/\.[^.]*$/, '')]) === null ? fileName : 'statement';

function withMapping(
  csv: NonNullable<StatementHead['csv']>,
  mapping: CsvMapping | null,
): NonNullable<StatementDraft['csv']> {
  const { columns } = csv;
  if (mapping === null || mapping.columns.length !== csv.headings.length) {
    return { ...csv, isRemembered: false, currency: null, decimal: null, dates: null };
  }
  // What told nothing in the file before may tell money out in this one.
  const isNew = (use: ColumnUse | null, at: number) =>
    use === null && columns[at] === 'direction' && !mapping.columns.includes('direction');
  return {
    ...csv,
    ...mapping,
    isRemembered: true,
    columns: mapping.columns.map((use, at) => (isNew(use, at) ? 'direction' : use)),
  };
}
