/** The audit log of the open profile as the page asks for it. */
import type { z } from 'zod';
import type { AuditState, auditContract, auditExportFormat } from '../../../bridge/audit.ts';
import { auditLabel } from '../../../bridge/audit-labels.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import type { Json } from '../../../bridge/scalars.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Anchor } from '../../core/audit/anchor.ts';
import type { AuditFilter, AuditReader } from '../../core/audit/audit-reader.ts';
import { fingerprintOf, type SigningKey } from '../../core/audit/signing.ts';
import type { Audit, Person } from '../../core/audit/types.ts';
import type { Stored, StoredWithWords } from '../../core/audit/verify-log.ts';
import { byteOrderMark, csvLines, csvMediaType } from '../../core/exports/csv-lines.ts';
import type { ExportFiles, Writing } from '../../core/exports/export-files.ts';
import type { WritableFile } from '../../core/exports/places.ts';
import { stampOf } from '../../core/exports/stamp.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { checkedFile, factsOf, type LogStatement } from './checked-file.ts';

type Contract = typeof auditContract;
type Format = z.infer<typeof auditExportFormat>;

export interface AuditLog {
  list(query: {
    readonly filter: AuditFilter;
    readonly offset: number;
    readonly limit: number;
  }): Promise<OutputOf<Contract['list']>>;
  facets(): Promise<OutputOf<Contract['facets']>>;
  state(): AuditState;
  /** Begins to check every entry. */
  verify(): AuditState;
  export(filter: AuditFilter, format: Format): ExportFile;
}

export interface AuditLogParts {
  readonly audit: Audit;
  readonly anchor: Pick<Anchor, 'head' | 'alarm' | 'now'>;
  readonly reader: AuditReader;
  readonly signing: Pick<SigningKey, 'sign' | 'publicKey'>;
  readonly profile: LogStatement['profile'];
  readonly installationId: string;
  /** Cut by value out of every file. */
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly person: () => Person | null;
  readonly files: Pick<ExportFiles, 'start'>;
  readonly clock: Clock;
  readonly onChange: (topic: 'exports' | 'audit') => void;
}

/** Entries that are read and written at a time. */
const PAGE = 500;

const isWhole = ({ kind, by, from, to, record, search }: AuditFilter): boolean =>
  kind === null && by === null && from === null && to === null && record === '' && search === '';

/** The output schema parses the facts. */
const viewOf = (entry: Stored) => ({ ...entry, facts: factsOf(entry.facts) });

export function createAuditLog(parts: AuditLogParts): AuditLog {
  const { audit, anchor, reader, clock, onChange } = parts;
  const entries = (): number => audit.list({ offset: 0, limit: 1 }).total;

  const state = (): AuditState => {
    const head = anchor.head();
    const { by, byName = null } = parts.person() ?? {};
    return {
      entries: entries(),
      head: head === null ? null : { sequence: head.sequence, at: head.at, hash: head.hash },
      alarm: anchor.alarm(),
      verification: reader.verification(),
      fingerprint: fingerprintOf(parts.signing.publicKey),
      person: by === undefined ? null : { by, name: byName },
    };
  };

  return {
    async list({ filter, offset, limit }) {
      if (isWhole(filter)) {
        const { rows, total } = audit.list({ offset, limit });
        return { rows: rows.map((row) => ({ ...row, facts: row.facts as Json })), total };
      }
      const { rows, total } = await reader.page({ filter, offset, limit });
      return { rows: rows.map(viewOf), total };
    },
    async facets() {
      const { kinds, people } = await reader.facets();
      return { kinds: [...kinds], people: [...people] };
    },
    state,
    verify() {
      void reader.check(entries());
      return state();
    },
    export: (filter, format) =>
      parts.files.start({
        fileName: `audit-log-${stampOf(isoNow(clock))}.${format}`,
        type: format === 'csv' ? csvMediaType : 'application/jsonl; charset=utf-8',
        async write(writing) {
          const writer = format === 'csv' ? csvWriter(parts) : await checkedWriter(parts, filter);
          return await writeEntries(reader, writing, filter, writer);
        },
        onChange: () => onChange('exports'),
        onSettled({ id, status, done, fileSha256 }) {
          const rows = status === 'done' ? done : 0;
          audit.append({
            action: `audit.export.${status}`,
            facts: { exportId: id, format, rows, fileSha256, filter: filteredBy(filter) },
          });
          onChange('audit');
        },
      }),
  };
}

/** What was set, without words that may be personal data. */
const filteredBy = ({ search, ...filter }: AuditFilter) => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, it]) => it !== null && it !== '')),
  ...(search === '' ? {} : { isSearched: true }),
});

interface EntriesWriter {
  /** Number of the last entry that is written. */
  readonly last: number;
  /** Entries as the chain covers them. */
  readonly isRaw: boolean;
  first(): string | Uint8Array;
  page(rows: readonly StoredWithWords[]): Promise<string | Uint8Array>;
  end(count: number): string | Uint8Array;
}

const csvWriter = ({ audit }: Pick<AuditLogParts, 'audit'>): EntriesWriter => ({
  last: audit.list({ offset: 0, limit: 1 }).total,
  isRaw: false,
  first: () =>
    byteOrderMark +
    csvLines([['number', 'time', 'action', 'name', 'person', 'own name', 'facts', 'hash']]),
  page: (rows) => Promise.resolve(csvLines(rows.map(csvRow))),
  end: () => '',
});

/** The head is signed now, so that it covers what was done until then. */
async function checkedWriter(parts: AuditLogParts, filter: AuditFilter): Promise<EntriesWriter> {
  const { audit, anchor, reader, profile, installationId, clock, signing, known } = parts;
  const head = await anchor.now();
  const file = checkedFile(signing, known);
  const part = isWhole(filter) ? null : filteredBy(filter);
  return {
    last: head?.sequence ?? audit.list({ offset: 0, limit: 1 }).total,
    isRaw: true,
    first: () => file.first({ profile, installationId, madeAt: isoNow(clock), part, head }),
    page: async (rows) =>
      file.entries(rows, await reader.hashesBefore(rows.map(({ sequence }) => sequence))),
    end: file.end,
  };
}

/** Oldest first. */
async function writeEntries<File extends WritableFile>(
  reader: Pick<AuditReader, 'after'>,
  { open, signal, onProgress }: Writing<File>,
  filter: AuditFilter,
  { last, isRaw, ...writer }: EntriesWriter,
): Promise<{ readonly file: File; readonly done: number }> {
  const file = await open();
  try {
    await file.write(writer.first());
    let done = 0;
    for (let sequence = 0; ; ) {
      signal.throwIfAborted();
      const page = await reader.after({ filter, sequence, limit: PAGE, isRaw });
      const rows = page.filter((entry) => entry.sequence <= last);
      if (rows.length > 0) await file.write(await writer.page(rows));
      done += rows.length;
      sequence = rows.at(-1)?.sequence ?? last;
      onProgress(sequence, last);
      if (rows.length < PAGE) break;
    }
    await file.write(writer.end(done));
    await file.finish();
    return { file, done };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const csvRow = ({ sequence, at, action, facts, hash }: Stored) => {
  const read = factsOf(facts);
  const { by, byName, ...rest } = (
    typeof read === 'object' && read !== null ? read : { facts: read }
  ) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return [
    sequence,
    at,
    auditLabel(action),
    action,
    text(by),
    text(byName),
    JSON.stringify(rest),
    hash,
  ];
};
