/** The audit log of the open profile as the page asks for it. */
import type { z } from 'zod';
import type { AuditState, auditContract, auditExportFormat } from '../../../bridge/audit.ts';
import { auditLabel } from '../../../bridge/audit-labels.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import type { Json } from '../../../bridge/scalars.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Anchor } from '../../core/audit/anchor.ts';
import type { AuditFilter, AuditReader } from '../../core/audit/audit-reader.ts';
import { fingerprintOf } from '../../core/audit/signing.ts';
import type { Audit, Person } from '../../core/audit/types.ts';
import type { Stored } from '../../core/audit/verify-log.ts';
import { byteOrderMark, csvLines, csvMediaType } from '../../core/exports/csv-lines.ts';
import type { ExportFiles, Writing } from '../../core/exports/export-files.ts';
import type { WritableFile } from '../../core/exports/places.ts';
import { stampOf } from '../../core/exports/stamp.ts';

type Output<Name extends 'list' | 'facets'> = z.input<
  NonNullable<(typeof auditContract)[Name]['~orpc']['outputSchema']>
>;
type Format = z.infer<typeof auditExportFormat>;

export interface AuditLog {
  list(query: {
    readonly filter: AuditFilter;
    readonly offset: number;
    readonly limit: number;
  }): Promise<Output<'list'>>;
  facets(): Promise<Output<'facets'>>;
  state(): AuditState;
  /** Begins to check every entry. */
  verify(): AuditState;
  export(filter: AuditFilter, format: Format): ExportFile;
}

export interface AuditLogParts {
  readonly audit: Audit;
  readonly anchor: Pick<Anchor, 'head' | 'alarm'>;
  readonly reader: AuditReader;
  readonly publicKey: string;
  readonly person: () => Person | null;
  readonly files: Pick<ExportFiles, 'start'>;
  readonly clock: Clock;
  readonly onChange: (topic: 'exports' | 'audit') => void;
}

/** Entries that are read and written at a time. */
const PAGE = 500;

const isWhole = ({ kind, by, from, to, record, search }: AuditFilter): boolean =>
  kind === null && by === null && from === null && to === null && record === '' && search === '';

/** Facts are JSON as it stands in the log; the output schema parses them. */
const factsOf = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};
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
      fingerprint: fingerprintOf(parts.publicKey),
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
        write: (writing) => writeEntries(reader, writing, filter, format, entries()),
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

/** Oldest first; of the entries that there are now. */
async function writeEntries<File extends WritableFile>(
  reader: Pick<AuditReader, 'after'>,
  { open, signal, onProgress }: Writing<File>,
  filter: AuditFilter,
  format: Format,
  last: number,
): Promise<{ readonly file: File; readonly done: number }> {
  const file = await open();
  try {
    const heading = ['number', 'time', 'action', 'name', 'person', 'own name', 'facts', 'hash'];
    if (format === 'csv') await file.write(byteOrderMark + csvLines([heading]));
    let done = 0;
    for (let sequence = 0; ; ) {
      signal.throwIfAborted();
      const page = await reader.after({ filter, sequence, limit: PAGE });
      const rows = page.filter((entry) => entry.sequence <= last);
      if (rows.length > 0) {
        await file.write(format === 'csv' ? csvLines(rows.map(csvRow)) : rows.map(line).join(''));
      }
      done += rows.length;
      sequence = rows.at(-1)?.sequence ?? last;
      onProgress(sequence, last);
      if (rows.length < PAGE) break;
    }
    await file.finish();
    return { file, done };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const line = (entry: Stored): string => `${JSON.stringify(viewOf(entry))}\n`;

const csvRow = ({ sequence, at, action, facts, hash }: Stored) => {
  const read = factsOf(facts);
  const { by, byName, ...rest } = (
    typeof read === 'object' && read !== null ? read : { facts: read }
  ) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return [
    ...[sequence, at, auditLabel(action), action, text(by), text(byName)],
    ...[JSON.stringify(rest), hash],
  ];
};
