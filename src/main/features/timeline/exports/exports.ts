/** Exports of the timeline of one profile: what the filter lets through, in one of three formats. */
import type { ExportFile } from '../../../../bridge/exports.ts';
import type { ExportView, TimelineFilter } from '../../../../bridge/timeline.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import type { Audit } from '../../../core/audit/types.ts';
import { ExportError, type ExportFiles } from '../../../core/exports/export-files.ts';
import { stampOf } from '../../../core/exports/stamp.ts';
import { auditedFilter } from './audited-filter.ts';
import { csv } from './csv.ts';
import { type BodyOf, jsonLines } from './json-lines.ts';
import { report } from './report.ts';
import { type WriteParts, writeExport } from './write-export.ts';

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
  const record = (file: ExportFile, format: string, filter: TimelineFilter): void => {
    const { id, status, done } = file;
    audit.append({
      action: `timeline.export.${status}`,
      facts: {
        exportId: id,
        format,
        rows: status === 'done' ? done : 0,
        filter: auditedFilter(filter),
      },
    });
    onChange('audit');
  };

  return {
    start(filter, formatName) {
      const format = formats[formatName];
      const file = files.start({
        fileName: `events-${stampOf(isoNow(clock))}.${format.ending}`,
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
