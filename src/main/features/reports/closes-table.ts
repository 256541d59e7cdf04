/** Period closes as they are stored: appended, never changed. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { z } from 'zod';
import { type PeriodClose, reportSection } from '../../../bridge/reports.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

const fact = z.tuple([z.string(), z.string()]).readonly();

/** All that a report of a close says; its files are made from it alone. */
export const closeContent = z.object({
  company: z.string(),
  paper: z.enum(['a4', 'letter']),
  isTest: z.boolean(),
  facts: z.array(fact),
  sections: z.array(reportSection),
});
export type CloseContent = z.infer<typeof closeContent>;

/** By id: the payout in words, as later-arrivals.ts compares it. */
export type Snapshot = ReadonlyMap<string, string>;

/** A close without what its files are made from. */
export interface StoredClose extends PeriodClose {
  readonly arrival: number;
}

const closeRow = z
  .object({
    id: z.string(),
    from_day: z.string(),
    to_day: z.string(),
    time_zone: z.string(),
    version: z.number(),
    closed_at: z.string(),
    closed_by: z.string().nullable(),
    note: z.string(),
    arrival: z.number(),
    payouts: z.number(),
    sha256: z.string(),
  })
  .transform(
    ({ from_day, to_day, time_zone, closed_at, closed_by, ...row }): StoredClose => ({
      ...row,
      ...{ from: from_day, to: to_day, timeZone: time_zone },
      ...{ closedAt: closed_at, by: closed_by },
    }),
  );
const closeRows = z.array(closeRow);
const contentRow = z.object({ content: z.string() });
const snapshotRow = z.object({ snapshot: z.instanceof(Uint8Array) });
const snapshotEntries = z.array(z.tuple([z.string(), z.string()]));
const countRow = z.object({ count: z.number() });

const packed = promisify<Buffer, Buffer>(deflate);
const unpacked = promisify<Uint8Array, Buffer>(inflate);
const columns = `id, from_day, to_day, time_zone, version, closed_at, closed_by, note, arrival,
  payouts, sha256`;

export const packSnapshot = (snapshot: Snapshot): Promise<Uint8Array> =>
  packed(Buffer.from(JSON.stringify([...snapshot]), 'utf8'));

/** Over a database that reportsMigrations were applied to. */
export function createClosesTable(sqlite: Sqlite) {
  return {
    /** Newest first. */
    list: (): StoredClose[] =>
      closeRows.parse(sqlite.all(`SELECT ${columns} FROM period_closes ORDER BY sequence DESC`)),
    get(id: string): StoredClose | null {
      const found = sqlite.first(`SELECT ${columns} FROM period_closes WHERE id = ?`, [id]);
      return found === undefined ? null : closeRow.parse(found);
    },
    content(id: string): CloseContent {
      const found = sqlite.first('SELECT content FROM period_closes WHERE id = ?', [id]);
      return closeContent.parse(JSON.parse(contentRow.parse(found).content));
    },
    async snapshot(id: string): Promise<Snapshot> {
      const found = sqlite.first('SELECT snapshot FROM period_closes WHERE id = ?', [id]);
      const text = (await unpacked(snapshotRow.parse(found).snapshot)).toString('utf8');
      return new Map(snapshotEntries.parse(JSON.parse(text)));
    },
    /** Closes of these days so far. */
    versions: ({ from, to, timeZone }: Pick<PeriodClose, 'from' | 'to' | 'timeZone'>): number =>
      countRow.parse(
        sqlite.first(
          `SELECT count(*) AS count FROM period_closes
           WHERE from_day = ? AND to_day = ? AND time_zone = ?`,
          [from, to, timeZone],
        ),
      ).count,
    /** In the running transaction. */
    add(close: StoredClose, content: CloseContent, snapshot: Uint8Array): void {
      const { from, to, timeZone, closedAt, by, ...row } = close;
      sqlite.run(
        `INSERT INTO period_closes (${columns}, content, snapshot)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          ...[row.id, from, to, timeZone, row.version, closedAt, by, row.note, row.arrival],
          ...[row.payouts, row.sha256, JSON.stringify(content), snapshot],
        ],
      );
    },
  };
}
