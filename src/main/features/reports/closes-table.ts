/** Period closes as they are stored: appended, never changed. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { z } from 'zod';
import { type PeriodClose, reportSection } from '../../../bridge/reports.ts';
import { readJson } from '../../../platform/json-column.ts';
import type { Migration } from '../../../platform/migrations.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

const fact = z.tuple([z.string(), z.string()]).readonly();

/** All that a report of a close says; its files are made from it alone. */
export const closeContent = z.object({
  /**
   * 1: payouts by state as one sum, actions by their stored names, all rows on paper. 2: what ended in the
   * period, what is in no period, labels; long tables end on paper, and the CSV has all. 3: on paper, states as
   * the page shows them. 4: in the CSV, what looks like a date is text. 5: on paper, times that clocks show twice have
   * their zone.
   */
  form: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]).default(1),
  /** Not ended for longer than so many hours was stuck. */
  stuckHours: z.number().default(24),
  company: z.string(),
  paper: z.enum(['a4', 'letter']),
  isTest: z.boolean(),
  facts: z.array(fact),
  sections: z.array(reportSection),
});
export type CloseContent = z.infer<typeof closeContent>;

/** A fact of a close out of which an erasure took something. */
export const erasedFact = ['Personal data', 'erased since'] as const;

export const erasuresIn = ({ facts }: Pick<CloseContent, 'facts'>): number =>
  facts.filter(([name]) => name === erasedFact[0]).length;

/** By id: the payout in words, as later-arrivals.ts compares it; of form 1 in one piece. */
export type Snapshot = ReadonlyMap<string, readonly string[]>;

/** A close without what its files are made from. */
export interface StoredClose extends Omit<PeriodClose, 'isEarly' | 'moments'> {
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
    pdf_sha256: z.string().nullable(),
    is_erased: z.number(),
  })
  .transform(({ from_day, to_day, time_zone, closed_at, closed_by, ...more }): StoredClose => {
    const { pdf_sha256: pdfSha256, is_erased: isErased, ...row } = more;
    return {
      ...row,
      from: from_day,
      to: to_day,
      timeZone: time_zone,
      closedAt: closed_at,
      by: closed_by,
      pdfSha256,
      isErased: isErased === 1,
    };
  });
const closeRows = z.array(closeRow);
const contentRow = z.object({ content: z.string() });
const snapshotRow = z.object({ snapshot: z.instanceof(Uint8Array) });
const snapshotEntries = z.array(
  z.tuple([z.string(), z.array(z.string()).or(z.string().transform((text) => [text]))]),
);
const pdfRow = z.object({ pdf: z.instanceof(Uint8Array), sha256: z.string() });

const packed = promisify<Buffer, Buffer>(deflate);
const unpacked = promisify<Uint8Array, Buffer>(inflate);
const columns = `id, from_day, to_day, time_zone, version, closed_at, closed_by, note, arrival,
  payouts, sha256`;
const selected = `${columns},
  (SELECT p.sha256 FROM period_close_pdfs AS p WHERE p.id = period_closes.id) AS pdf_sha256,
  instr(content, '${JSON.stringify(erasedFact)}') > 0 AS is_erased`;

export const packSnapshot = (snapshot: Snapshot): Promise<Uint8Array> =>
  packed(Buffer.from(JSON.stringify([...snapshot]), 'utf8'));

/** Over a database that reportsMigrations were applied to. */
export function createClosesTable(sqlite: Sqlite) {
  return {
    /** Newest first. */
    list: (): StoredClose[] =>
      closeRows.parse(sqlite.all(`SELECT ${selected} FROM period_closes ORDER BY sequence DESC`)),
    get(id: string): StoredClose | null {
      const found = sqlite.first(`SELECT ${selected} FROM period_closes WHERE id = ?`, [id]);
      return found === undefined ? null : closeRow.parse(found);
    },
    content(id: string): CloseContent {
      const found = sqlite.first('SELECT content FROM period_closes WHERE id = ?', [id]);
      return readJson(closeContent, contentRow.parse(found).content);
    },
    async snapshot(id: string): Promise<Snapshot> {
      const found = sqlite.first('SELECT snapshot FROM period_closes WHERE id = ?', [id]);
      const text = (await unpacked(snapshotRow.parse(found).snapshot)).toString('utf8');
      return new Map(readJson(snapshotEntries, text));
    },
    /** Closes of these days so far. */
    versions: ({ from, to, timeZone }: Pick<PeriodClose, 'from' | 'to' | 'timeZone'>): number =>
      readCount(
        sqlite,
        `SELECT count(*) AS count FROM period_closes
           WHERE from_day = ? AND to_day = ? AND time_zone = ?`,
        [from, to, timeZone],
      ),
    /** null where none is stored yet. */
    pdf(id: string): z.infer<typeof pdfRow> | null {
      const found = sqlite.first('SELECT pdf, sha256 FROM period_close_pdfs WHERE id = ?', [id]);
      return found === undefined ? null : pdfRow.parse(found);
    },
    /** The first one stays. */
    addPdf: (id: string, pdf: Uint8Array, sha256: string): void =>
      void sqlite.run('INSERT INTO period_close_pdfs VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [
        id,
        pdf,
        sha256,
      ]),
    /** In the running transaction. */
    add(
      close: Omit<StoredClose, 'pdfSha256' | 'isErased'>,
      content: CloseContent,
      snapshot: Uint8Array,
    ): void {
      const { from, to, timeZone, closedAt, by, ...row } = close;
      sqlite.run(
        `INSERT INTO period_closes (${columns}, content, snapshot)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          row.id,
          from,
          to,
          timeZone,
          row.version,
          closedAt,
          by,
          row.note,
          row.arrival,
          row.payouts,
          row.sha256,
          JSON.stringify(content),
          snapshot,
        ],
      );
    },
  };
}

export const reportsMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-period-closes-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE period_closes (
          sequence INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE,
          from_day TEXT NOT NULL,
          to_day TEXT NOT NULL,
          time_zone TEXT NOT NULL,
          version INTEGER NOT NULL,
          closed_at TEXT NOT NULL,
          closed_by TEXT,
          note TEXT NOT NULL,
          -- The newest observation that it knew.
          arrival INTEGER NOT NULL,
          -- Payouts of the period as they were at the close, deflated JSON.
          payouts INTEGER NOT NULL,
          snapshot BLOB NOT NULL,
          -- All that the report says, as JSON, and the digest of its CSV.
          content TEXT NOT NULL,
          sha256 TEXT NOT NULL
        ) STRICT;

        CREATE TRIGGER period_closes_never_change BEFORE UPDATE ON period_closes
          BEGIN SELECT RAISE(ABORT, 'a period close never changes'); END;
        CREATE TRIGGER period_closes_never_go BEFORE DELETE ON period_closes
          BEGIN SELECT RAISE(ABORT, 'a period close is never deleted'); END;
      `);
    },
  },
  {
    id: '2026-11-25-period-closes-2',
    up: (sqlite) =>
      sqlite.exec(`
        -- Of closes made before this table, the PDF that was drawn first since.
        CREATE TABLE period_close_pdfs (
          id TEXT PRIMARY KEY REFERENCES period_closes (id),
          pdf BLOB NOT NULL,
          sha256 TEXT NOT NULL
        ) STRICT;
        CREATE TRIGGER period_close_pdfs_never_change BEFORE UPDATE ON period_close_pdfs
          BEGIN SELECT RAISE(ABORT, 'the PDF of a period close never changes'); END;
        CREATE TRIGGER period_close_pdfs_never_go BEFORE DELETE ON period_close_pdfs
          BEGIN SELECT RAISE(ABORT, 'the PDF of a period close is never deleted'); END;
      `),
  },
];
