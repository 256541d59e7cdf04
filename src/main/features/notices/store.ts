/** What a person chose of notices, and what was told: each thing once, also after a restart. */
import { z } from 'zod';
import {
  type NoticeKind,
  type NoticeSettings,
  noticeKind,
  quietHours,
} from '../../../bridge/notices.ts';
import type { NeedItem } from '../../../bridge/overview.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow, isoTime } from '../../../platform/clock.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Migration } from '../../../platform/migrations.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';

/** All of a kind that needs someone, as far as it is listed. */
export interface FoundKind {
  /** Newest first. */
  readonly items: readonly NeedItem[];
  readonly count: number;
}

export interface NoticeStore {
  settings(): NoticeSettings;
  save(settings: NoticeSettings): void;
  /** Whether what was there when the kind was chosen was read. */
  isKnown(kind: NoticeKind): boolean;
  /** What was not told before; from now on it was. Empty for a kind that is not chosen. */
  takeNew(kind: NoticeKind, found: FoundKind): NeedItem[];
}

export interface NoticeStoreParts {
  /** With noticeMigrations applied. */
  readonly sqlite: Sqlite;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
}

const settingsRow = z.object({
  quiet: jsonText.pipe(quietHours).nullable(),
  has_details: z.number(),
});
const kindRow = z.object({ is_known: z.number(), told_after: z.string().nullable() });

/** A tunnel that is opened again and again is told at most so often. */
const tunnelPaceMs = 3_600_000;

/** A tunnel's moment is that of its last attempt, so it is no other thing then. */
const markOf = (kind: NoticeKind, { id, at }: NeedItem): string =>
  sha256Hex(canonicalJson(kind === 'tunnels' ? [id] : [id, at]));

const isAfter = (at: string, floor: string | null): boolean =>
  floor === null || Date.parse(at) > Date.parse(floor);

/** Whatever is older than the oldest that is listed may only have been left out of the list. */
function nextFloor({ items, count }: FoundKind, floor: string | null): string | null {
  const oldest = items.at(-1)?.at;
  return oldest !== undefined && count > items.length && isAfter(oldest, floor) ? oldest : floor;
}

export function openNoticeStore({ sqlite, audit, clock }: NoticeStoreParts): NoticeStore {
  const chosen = (): NoticeKind[] =>
    z
      .array(z.object({ kind: noticeKind }))
      .parse(sqlite.all('SELECT kind FROM notice_kinds ORDER BY kind'))
      .map(({ kind }) => kind);

  const isTold = (kind: NoticeKind, mark: string): boolean => {
    const since = kind === 'tunnels' ? isoTime(clock.now() - tunnelPaceMs) : '';
    const known = 'SELECT 1 FROM notice_told WHERE kind = ? AND mark = ? AND at > ?';
    return sqlite.first(known, [kind, mark, since]) !== undefined;
  };

  return {
    settings() {
      const row = settingsRow.parse(sqlite.first('SELECT * FROM notice_settings'));
      return { kinds: chosen(), quiet: row.quiet, hasDetails: row.has_details === 1 };
    },

    save: ({ kinds, quiet, hasDetails }) =>
      sqlite.transaction(() => {
        sqlite.run('UPDATE notice_settings SET quiet = ?, has_details = ?', [
          quiet === null ? null : JSON.stringify(quiet),
          hasDetails ? 1 : 0,
        ]);
        for (const kind of chosen().filter((one) => !kinds.includes(one))) {
          sqlite.run('DELETE FROM notice_told WHERE kind = ?', [kind]);
          sqlite.run('DELETE FROM notice_kinds WHERE kind = ?', [kind]);
        }
        for (const kind of kinds)
          sqlite.run(
            'INSERT INTO notice_kinds (kind, is_known) VALUES (?, 0) ON CONFLICT DO NOTHING',
            [kind],
          );
        audit.append({ action: 'notices.saved', facts: { kinds, quiet, hasDetails } });
      }),

    isKnown: (kind) =>
      sqlite.first('SELECT 1 FROM notice_kinds WHERE kind = ? AND is_known = 1', [kind]) !==
      undefined,

    takeNew: (kind, found) =>
      sqlite.derive(() => {
        const row = sqlite.first('SELECT * FROM notice_kinds WHERE kind = ?', [kind]);
        if (row === undefined) return [];
        const { is_known: isKnown, told_after: toldAfter } = kindRow.parse(row);
        const fresh = found.items.filter(
          (item) => isAfter(item.at, toldAfter) && !isTold(kind, markOf(kind, item)),
        );
        for (const item of fresh)
          sqlite.run('INSERT OR REPLACE INTO notice_told (kind, mark, at) VALUES (?, ?, ?)', [
            kind,
            markOf(kind, item),
            isoNow(clock),
          ]);
        sqlite.run('UPDATE notice_kinds SET is_known = 1, told_after = ? WHERE kind = ?', [
          nextFloor(found, toldAfter),
          kind,
        ]);
        return isKnown === 1 ? fresh : [];
      }),
  };
}

export const noticeMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-notices-1',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE notice_settings (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          quiet TEXT,
          has_details INTEGER NOT NULL
        ) STRICT;
        INSERT INTO notice_settings (only, has_details) VALUES (1, 0);
        -- Kinds that were chosen. What was there before is known once it was read.
        CREATE TABLE notice_kinds (
          kind TEXT PRIMARY KEY,
          is_known INTEGER NOT NULL,
          -- Nothing as old as this is told: of very many, the newest alone are read.
          told_after TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE notice_told (
          kind TEXT NOT NULL REFERENCES notice_kinds (kind) ON DELETE CASCADE,
          mark TEXT NOT NULL,
          at TEXT NOT NULL,
          PRIMARY KEY (kind, mark)
        ) STRICT, WITHOUT ROWID;
      `),
  },
  {
    id: '2026-11-24-notices-payouts',
    // As the overview calls them.
    up: (sqlite) =>
      sqlite.exec(`
        INSERT INTO notice_kinds SELECT 'payoutsFailed', is_known, told_after
          FROM notice_kinds WHERE kind = 'failedPayouts';
        UPDATE notice_told SET kind = 'payoutsFailed' WHERE kind = 'failedPayouts';
        DELETE FROM notice_kinds WHERE kind = 'failedPayouts';
      `),
  },
];
