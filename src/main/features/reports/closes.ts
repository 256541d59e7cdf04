/** Closes of a period: shown before, stored with all that they say, written again, compared with now. */
import type { ExportFile } from '../../../bridge/exports.ts';
import type {
  LaterArrivals,
  PeriodClose,
  ReportFormat,
  ReportSection,
  ShownSection,
} from '../../../bridge/reports.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { isoNow } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { withoutKnown } from '../../core/foundation/secrets/without-known.ts';
import { whoIsHere } from '../../core/foundation/who-is-here.ts';
import { Failed } from '../../core/intents/failed.ts';
import { requireNoKey } from '../../core/intents/no-key.ts';
import { requireNoSecret } from '../../core/intents/no-secret.ts';
import { formatMoment } from '../../core/pdf/moments.ts';
import { type CloseSources, gatherClose } from './close-sections.ts';
import { closeWords } from './close-words.ts';
import {
  type CloseContent,
  createClosesTable,
  packSnapshot,
  type StoredClose,
} from './closes-table.ts';
import { laterArrivalsOf, newestArrival, snapshotOf } from './later-arrivals.ts';
import { onPaper } from './on-paper.ts';
import { momentsOf, type Period } from './period.ts';
import { csvSections, mediaTypes, reportFileName, writeWhole } from './report-files.ts';
import { daysInWords, type StatementParts } from './statements.ts';
import { words } from './words.ts';

export interface Closes {
  preview(period: Period, signal?: AbortSignal): Promise<{ sections: ShownSection[] }>;
  /** Throws Failed INVALID for a note with a secret, and out of the past (`knownAt` unless null). */
  close(
    input: Period & { readonly note: string; readonly knownAt: string | null },
    signal?: AbortSignal,
  ): Promise<PeriodClose>;
  /** Newest first. */
  list(): PeriodClose[];
  /** Throws Failed NOT_FOUND; so does start. */
  later(id: string, signal?: AbortSignal): Promise<LaterArrivals>;
  start(id: string, format: ReportFormat): ExportFile;
}

export interface ClosesParts
  extends CloseSources,
    Omit<StatementParts, 'audit' | 'payouts' | 'virtualAccounts' | 'customers'> {
  readonly audit: CloseSources['audit'] & StatementParts['audit'];
  readonly sqlite: Sqlite;
  readonly random: Random;
  readonly profileName: string;
  readonly tell: () => void;
}

/** Rows of a section that a screen shows. */
const MOST_SHOWN = 50;
const never = new AbortController().signal;

export function openCloses(parts: ClosesParts): Closes {
  const { sqlite, clock, audit, files, known } = parts;
  const table = createClosesTable(sqlite);
  const gather = (period: Period, knownAt: string, signal: AbortSignal) =>
    gatherClose(parts, { ...momentsOf(period), timeZone: period.timeZone, knownAt }, signal);
  const find = (id: string): StoredClose => {
    const close = table.get(id);
    if (close === null) {
      throw new Failed('NOT_FOUND', {
        sentence: 'This period close is not known in this profile.',
      });
    }
    return close;
  };

  return {
    async preview(period, signal = never) {
      const { sections } = await gather(period, isoNow(clock), signal);
      return {
        sections: sections.map(({ rows, ...section }) => ({
          ...section,
          rows: rows.slice(0, MOST_SHOWN),
          total: rows.length,
        })),
      };
    },

    async close({ note, knownAt, ...period }, signal = never) {
      if (knownAt !== null) {
        const sentence =
          'Nothing was closed: you are viewing earlier data. Return to now, then close the period.';
        throw new Failed('INVALID', { sentence, cause: 'as-of' });
      }
      requireNoSecret(note);
      requireNoKey(note, 'The note');
      const closedAt = isoNow(clock);
      const arrival = newestArrival(sqlite);
      const { sections, payouts } = await gather(period, closedAt, signal);
      const snapshot = await packSnapshot(snapshotOf(payouts));
      const by = whoIsHere();
      const close = {
        ...{ id: randomHex(parts.random, 16), ...period, version: table.versions(period) + 1 },
        ...{ closedAt, by, note, arrival, payouts: payouts.length },
      };
      const content = withoutKnown(contentOf(parts, close, sections), known.values());
      const sha256 = sha256Hex(csvOf(content));
      sqlite.transaction(() => {
        table.add({ ...close, sha256 }, content, snapshot);
        audit.append({
          action: 'period.closed',
          facts: {
            ...{ closeId: close.id, ...period, version: close.version, sha256, note },
            ...(by === null ? {} : { by }),
          },
        });
      });
      parts.tell();
      parts.onChange('audit');
      return viewOf({ ...close, sha256 });
    },

    list: () => table.list().map(viewOf),
    later: async (id, signal) =>
      await laterArrivalsOf(parts, find(id), await table.snapshot(id), signal),

    start(id, format) {
      const close = find(id);
      const content = table.content(id);
      return files.start({
        fileName: reportFileName(
          ['period-close', close.from, ...(close.to === close.from ? [] : [close.to])].concat(
            close.version === 1 ? [] : `version-${close.version}`,
          ),
          format,
          content.isTest,
        ),
        type: mediaTypes[format],
        write: (writing) =>
          writeWhole(writing, async () => {
            const csv = csvOf(content);
            if (sha256Hex(csv) !== close.sha256) {
              throw new Failed('INVALID', {
                sentence: 'The stored report no longer matches its SHA-256, so no file was made.',
                cause: 'changed',
              });
            }
            const rows = content.sections.reduce((sum, section) => sum + section.rows.length, 0);
            if (format === 'csv') return { bytes: csv, rows };
            return { bytes: await parts.print(reportOf(close, content), writing.signal), rows };
          }),
        onChange: () => parts.onChange('exports'),
        onSettled(file) {
          audit.append({
            action: `period-close.export.${file.status}`,
            facts: { exportId: file.id, closeId: id, format },
          });
          parts.onChange('audit');
        },
      });
    },
  };
}

const viewOf = ({ arrival: _, ...close }: StoredClose): PeriodClose => close;

const csvOf = ({ facts, sections }: CloseContent): string => csvSections(facts, sections);

function contentOf(
  { company, isTest, profileName }: ClosesParts,
  close: Omit<StoredClose, 'sha256'>,
  sections: readonly ReportSection[],
): CloseContent {
  const { letterhead, paper } = company.get();
  const { timeZone, closedAt, note, version } = close;
  const isEarly = closedAt < momentsOf(close).to;
  return {
    company: letterhead.name,
    ...{ paper, isTest },
    facts: [
      [words.profile, profileName],
      [words.period, daysInWords(close)],
      [words.timeZone, timeZone],
      [words.closedAt, formatMoment(closedAt, timeZone)],
      ...(isEarly ? [[words.period, closeWords.early] as const] : []),
      [words.closedBy, close.by ?? words.noPerson],
      [words.version, String(version)],
      ...(note === '' ? [] : [[words.note, note] as const]),
    ],
    sections: [...sections],
  };
}

const reportOf = (close: StoredClose, content: CloseContent) => ({
  letterhead: { name: content.company, addressLines: [], logo: null },
  ...{ paper: content.paper, isTest: content.isTest, createdAt: close.closedAt },
  title: words.close,
  subtitle: daysInWords(close),
  facts: [...content.facts, [words.csvDigest, close.sha256] as const],
  sections: content.sections.map((section) => onPaper(section, close.timeZone)),
  foot: `${words.close} · ${close.from} – ${close.to} · ${close.timeZone}`,
});
