/** Closes of a period: shown before, stored with all that they say, written again, compared with now. */
import type { ExportFile } from '../../../bridge/exports.ts';
import type {
  LaterArrivals,
  PeriodClose,
  ReportFormat,
  ReportSection,
  ShownSection,
} from '../../../bridge/reports.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { isoNow } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { type Person, personName } from '../../core/audit/types.ts';
import { withoutKnown } from '../../core/foundation/secrets/without-known.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import { requireNoKey, requireNoSecret } from '../../core/intents/no-secret.ts';
import { formatMoment } from '../../core/pdf/moments.ts';
import { lastArrival } from '../../core/records/last-arrival.ts';
import { type ContentParts, contentOf, factsOf, isEarly, openingFacts } from './close-content.ts';
import {
  closeCsv,
  closeFileName,
  closePaper,
  type NamedClose,
  printedFacts,
} from './close-files.ts';
import { type Asked, type CloseSources, gatherClose } from './close-sections.ts';
import { closeWords } from './close-words.ts';
import {
  type CloseContent,
  createClosesTable,
  erasuresIn,
  packSnapshot,
  type StoredClose,
} from './closes-table.ts';
import { createLateEvents } from './late-events.ts';
import {
  comparedIn,
  type Later,
  laterOf,
  laterSections,
  shownLater,
  shownOf,
  snapshotOf,
} from './later-arrivals.ts';
import { isBefore, momentsOf, type Period } from './period.ts';
import { mediaTypes, writeWhole } from './report-files.ts';
import { latestMoment, type StatementParts } from './statements.ts';
import { words } from './words.ts';

interface Closing extends Period {
  readonly covers: string | null;
  readonly note: string;
  readonly knownAt: string | null;
}

export interface Closes {
  preview(
    period: Period,
    signal?: AbortSignal,
  ): Promise<{ sections: ShownSection[]; covers: string }>;
  startPreview(period: Period, format: ReportFormat): ExportFile;
  /**
   * Throws Failed INVALID for a note with a secret, out of the past (`knownAt` unless null), and where the
   * period says something else by now than `covers` (null: nobody saw a preview) or is being closed.
   */
  close(input: Closing, signal?: AbortSignal): Promise<PeriodClose>;
  /** Newest first. */
  list(): PeriodClose[];
  /** Throws Failed NOT_FOUND; so do startLater and start. */
  later(id: string, signal?: AbortSignal): Promise<LaterArrivals>;
  startLater(id: string): ExportFile;
  start(id: string, format: ReportFormat): ExportFile;
}

export interface ClosesParts
  extends CloseSources,
    ContentParts,
    Omit<
      StatementParts,
      'audit' | 'payouts' | 'virtualAccounts' | 'customers' | keyof ContentParts
    > {
  readonly audit: CloseSources['audit'] & StatementParts['audit'];
  readonly sqlite: Sqlite;
  readonly random: Random;
  readonly person: () => Person | null;
  readonly tell: () => void;
}

/** Rows of a section that a screen shows. */
const MOST_SHOWN = 50;
const HOUR_MS = 3_600_000;
const never = new AbortController().signal;
const coversOf = (sections: readonly ReportSection[]): string => sha256Hex(canonicalJson(sections));

interface FileOf {
  readonly kind: 'period-close' | 'period-preview' | 'period-later';
  readonly of: NamedClose;
  readonly format: ReportFormat;
  readonly facts: JsonObject;
  readonly write: (
    signal: AbortSignal,
  ) => Promise<{ readonly content: CloseContent; readonly bytes: string | Uint8Array }>;
}

export function openCloses(parts: ClosesParts): Closes {
  const { sqlite, clock, audit, files, known, isTest } = parts;
  const table = createClosesTable(sqlite);
  const lateEvents = createLateEvents(sqlite, !isTest);
  /** `knownAt` null: as it is now, which is read at once. */
  const gather = (
    period: Period,
    knownAt: string | null,
    signal: AbortSignal,
    more: Pick<Asked, 'isWithoutEntries'> & Partial<Pick<Asked, 'stuckHours'>> = {},
  ) =>
    gatherClose(
      parts,
      {
        ...momentsOf(period),
        timeZone: period.timeZone,
        knownAt,
        stuckHours: parts.limits().payout,
        ...more,
      },
      signal,
    );
  const find = (id: string): StoredClose => {
    const close = table.get(id);
    if (close === null) {
      throw new Failed('NOT_FOUND', {
        sentence: 'This period close is not known in this profile.',
      });
    }
    return close;
  };

  /** Periods that are being closed: one close of each at a time, so that no two have the same version. */
  const closing = new Set<string>();

  /** What is stored never changes. */
  const comparable = new Map<string, CloseContent>();

  async function laterThan(close: StoredClose, signal: AbortSignal): Promise<Later> {
    const content = comparable.get(close.id) ?? comparedIn(table.content(close.id));
    comparable.set(close.id, content);
    await parts.takeIn();
    // As stuck as it was then, whenever that is asked.
    const since = (clock.now() - Date.parse(close.closedAt)) / HOUR_MS;
    const now = await gather(close, null, signal, {
      stuckHours: content.stuckHours + Math.max(0, since),
      isWithoutEntries: true,
    });
    const { sections } = comparedIn(now);
    const cleaned = { ...now, sections: withoutKnown(sections, known.values()) };
    const events = await lateEvents(close, signal);
    // Closes of an earlier version left out what a clock ahead of this one had observed.
    const told = parts.payouts.toldSince(close.arrival, close.closedAt);
    const attributed = parts.payouts.attributedSince(close.arrival);
    const news = { ...cleaned, told, attributed };
    return laterOf(content, await table.snapshot(close.id), news, events);
  }

  const fileOf = ({ kind, of, format, facts, write }: FileOf): ExportFile =>
    files.start({
      fileName: closeFileName(kind, of, format),
      type: mediaTypes[format],
      write: (writing) =>
        writeWhole(writing, async () => {
          const { content, bytes } = await write(writing.signal);
          const rows = content.sections.reduce((sum, section) => sum + section.rows.length, 0);
          return { bytes, rows };
        }),
      onChange: () => parts.onChange('exports'),
      onSettled({ id: exportId, status, fileSha256 }) {
        audit.append({
          action: `${kind}.export.${status}`,
          facts: { exportId, ...facts, format, fileSha256 },
        });
        parts.onChange('audit');
      },
    });

  /** Drawn once; closes of before this was stored are drawn when they are asked for first. */
  async function pdfOf(close: StoredClose, content: CloseContent, signal: AbortSignal) {
    if (table.pdf(close.id) === null) {
      const drawn = await drawnOf(close, content, signal);
      sqlite.transaction(() => table.addPdf(close.id, drawn, sha256Hex(drawn)));
      parts.tell();
    }
    const stored = table.pdf(close.id);
    if (stored === null || sha256Hex(stored.pdf) !== stored.sha256) throw changed();
    return stored.pdf;
  }

  const drawnOf = (
    close: Period & { readonly closedAt: string; readonly sha256: string },
    content: CloseContent,
    signal: AbortSignal,
  ): Promise<Uint8Array> =>
    parts.print(
      closePaper(words.close, close, printedFacts(content, close.sha256), close.closedAt),
      signal,
    );

  async function store(
    { note, knownAt, covers, ...period }: Closing,
    signal: AbortSignal,
  ): Promise<PeriodClose> {
    if (knownAt !== null) {
      throw invalid(
        'Nothing was closed: you are viewing earlier data. Return to now, then close the period.',
        'as-of',
      );
    }
    requireNoSecret(note);
    requireNoKey(note, 'The note');
    const latest = await latestMoment(parts);
    const closedAt = isoNow(clock);
    const arrival = lastArrival(sqlite);
    const { sections, payouts } = await gather(period, latest, signal);
    if (covers !== null && coversOf(sections) !== covers) {
      throw invalid(
        'Nothing was closed: data of the period changed since the preview. Check the preview again, then close the period.',
        'changed',
      );
    }
    await nextTurn();
    const snapshot = await packSnapshot(snapshotOf(payouts));
    const by = personName(parts.person());
    const close = {
      id: randomHex(parts.random, 16),
      ...period,
      version: table.versions(period) + 1,
      closedAt,
      by,
      note,
      arrival,
      payouts: payouts.length,
    };
    const content = contentOf(parts, sections, factsOf(parts, close));
    await nextTurn();
    const sha256 = sha256Hex(closeCsv(content));
    await nextTurn();
    const pdf = await drawnOf({ ...close, sha256 }, content, signal);
    const pdfSha256 = sha256Hex(pdf);
    sqlite.transaction(() => {
      table.add({ ...close, sha256 }, content, snapshot);
      table.addPdf(close.id, pdf, pdfSha256);
      audit.append({
        action: 'period.closed',
        facts: {
          closeId: close.id,
          ...period,
          version: close.version,
          note,
          csvSha256: sha256,
          pdfSha256,
        },
      });
    });
    parts.tell();
    parts.onChange('audit');
    return viewOf({ ...close, sha256, pdfSha256, isErased: false });
  }

  return {
    async preview(period, signal = never) {
      await parts.takeIn();
      const { sections } = await gather(period, null, signal);
      return {
        sections: sections.map((section) => shownOf(section, MOST_SHOWN)),
        covers: coversOf(sections),
      };
    },

    startPreview(period, format) {
      const end = momentsOf(period).to;
      const { from, to, timeZone } = period;
      return fileOf({
        kind: 'period-preview',
        of: { ...period, version: 1 },
        format,
        facts: { from, to, timeZone },
        async write(signal) {
          const at = await latestMoment(parts);
          const { sections } = await gather(period, null, signal);
          const content = contentOf(parts, sections, [
            ...openingFacts(parts, period),
            [words.knownAt, formatMoment(at, timeZone)],
            ...(isBefore(at, end) ? [[words.ended.label, closeWords.notEnded] as const] : []),
            [closeWords.status, closeWords.notClosed],
          ]);
          if (format === 'csv') return { content, bytes: closeCsv(content) };
          const paper = closePaper(closeWords.preview, period, content, at);
          return { content, bytes: await parts.print(paper, signal) };
        },
      });
    },

    async close(input, signal = never) {
      const { from, to, timeZone } = input;
      const key = JSON.stringify([from, to, timeZone]);
      if (closing.has(key)) {
        throw invalid('This period is being closed already. Wait until that is done.', 'under-way');
      }
      closing.add(key);
      try {
        return await store(input, signal);
      } finally {
        closing.delete(key);
      }
    },

    list: () => table.list().map(viewOf),
    later: async (id, signal = never) => shownLater(await laterThan(find(id), signal)),

    startLater(id) {
      const close = find(id);
      return fileOf({
        kind: 'period-later',
        of: close,
        format: 'csv',
        facts: { closeId: id },
        async write(signal) {
          const later = await laterThan(close, signal);
          const at = formatMoment(await parts.payouts.latest(), close.timeZone);
          const content = contentOf(parts, laterSections(later), [
            ...table.content(id).facts,
            [words.csvDigest, close.sha256],
            [words.knownAt, at],
          ]);
          return { content, bytes: closeCsv(content) };
        },
      });
    },

    start(id, format) {
      const close = find(id);
      const content = table.content(id);
      return fileOf({
        kind: 'period-close',
        of: { ...close, erasures: erasuresIn(content) },
        format,
        facts: { closeId: id },
        async write(signal) {
          const csv = closeCsv(content);
          if (sha256Hex(csv) !== close.sha256) throw changed();
          return { content, bytes: format === 'csv' ? csv : await pdfOf(close, content, signal) };
        },
      });
    },
  };
}

const changed = () =>
  invalid('The stored report no longer matches its SHA-256, so no file was made.', 'changed');

function viewOf({ arrival: _, ...close }: StoredClose): PeriodClose {
  const moments = momentsOf(close);
  return { ...close, moments, isEarly: isEarly(close, moments) };
}
