/** Schema of reconciliations: what a file said, what it was matched with, and what a person said of it. */
import { z } from 'zod';
import { jsonText } from '../../../platform/json-column.ts';
import { addColumns, type Migration } from '../../../platform/migrations.ts';
import { entryOf, statementLine } from './line-facts.ts';

const storedLines = z.array(z.object({ rowid: z.number(), line: jsonText.pipe(statementLine) }));
/** Lines that are read at a time. */
const PART = 500;

export const reconcileMigrations: readonly Migration[] = [
  {
    id: '2026-11-24-reconciliations-1',
    up(sqlite) {
      sqlite.exec(`
        CREATE TABLE reconciliations (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE,
          kind TEXT NOT NULL,
          format TEXT NOT NULL,
          file_name TEXT NOT NULL,
          sha256 TEXT NOT NULL,
          status TEXT NOT NULL,
          created_at TEXT NOT NULL,
          created_by TEXT,
          matched_at TEXT,
          first_day TEXT,
          last_day TEXT,
          window_days INTEGER NOT NULL,
          notes TEXT NOT NULL,
          balances TEXT NOT NULL,
          -- Of the file: as many are stored unless the program ended meanwhile.
          lines INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX reconciliations_by_file ON reconciliations (sha256);

        CREATE TABLE reconciliation_lines (
          reconciliation INTEGER NOT NULL REFERENCES reconciliations (number),
          row INTEGER NOT NULL,
          kind TEXT NOT NULL,
          state TEXT NOT NULL,
          -- Empty where it was not read.
          currency TEXT NOT NULL,
          -- The amount, where it fits; else is_long, or there is none. Below zero for money out of a bank.
          whole INTEGER,
          billionths INTEGER,
          is_long INTEGER NOT NULL,
          payout TEXT,
          decided_at TEXT,
          decided_by TEXT,
          is_chosen INTEGER NOT NULL DEFAULT 0,
          note TEXT NOT NULL DEFAULT '',
          -- As JSON: what the file says, and what it was matched with last.
          line TEXT NOT NULL,
          match TEXT,
          search TEXT NOT NULL,
          -- Of confirmed lines: a digest of the entry.
          entry TEXT,
          PRIMARY KEY (reconciliation, row)
        ) STRICT;
        CREATE INDEX reconciliation_lines_by_state ON reconciliation_lines
          (reconciliation, state, row);
        CREATE INDEX reconciliation_sums ON reconciliation_lines
          (reconciliation, state, currency, whole, billionths, is_long);
        CREATE INDEX reconciliation_lines_by_payout ON reconciliation_lines
          (payout, kind) WHERE payout IS NOT NULL;
        -- A payout is confirmed for one line of a bank, and for one of a chain.
        CREATE UNIQUE INDEX one_line_of_a_payout ON reconciliation_lines
          (kind, payout) WHERE state = 'confirmed';

        -- What the columns of a file were, by its headings.
        CREATE TABLE reconciliation_mappings (
          headings TEXT PRIMARY KEY,
          mapping TEXT NOT NULL,
          used_at TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
      `);
    },
  },
  {
    id: '2026-11-28-reconciliations-2',
    up(sqlite) {
      // `entry` is a digest of a confirmed line, by which the same one of another file is found.
      addColumns(sqlite, 'reconciliation_lines', 'entry TEXT');
      for (let after = 0; ; ) {
        const part = storedLines.parse(
          sqlite.all(
            `SELECT rowid, line FROM reconciliation_lines WHERE state = 'confirmed' AND rowid > ?
             ORDER BY rowid LIMIT ?`,
            [after, PART],
          ),
        );
        for (const { rowid, line } of part) {
          sqlite.run('UPDATE reconciliation_lines SET entry = ? WHERE rowid = ?', [
            entryOf(line),
            rowid,
          ]);
        }
        const last = part.at(-1);
        if (last === undefined) break;
        after = last.rowid;
      }
      sqlite.exec(`
        CREATE INDEX reconciliation_confirmed_entries ON reconciliation_lines
          (kind, entry, reconciliation, row) WHERE state = 'confirmed';
      `);
    },
  },
  {
    id: '2026-11-28-reconciliations-3',
    // 1 where a decision was undone since the lines were matched, and may change what they match.
    up: (sqlite) => addColumns(sqlite, 'reconciliations', 'is_outdated INTEGER NOT NULL DEFAULT 0'),
  },
  {
    id: '2026-11-28-reconciliations-4',
    // Decisions that were undone before that was noted, by the audit log.
    up: (sqlite) =>
      sqlite.exec(`
        UPDATE reconciliations SET is_outdated = 1 WHERE number IN (
          WITH undone AS MATERIALIZED (
            SELECT number, kind, at, facts ->> '$.row' AS row, facts ->> '$.before' AS before
            FROM audit_log JOIN reconciliations ON id = facts ->> '$.reconciliationId'
            WHERE action = 'reconciliation.undone')
          SELECT other.number FROM undone JOIN reconciliations AS other
            ON other.kind = undone.kind AND undone.at > coalesce(other.matched_at, '')
          WHERE other.number = undone.number OR (undone.before = 'confirmed' AND EXISTS (
            SELECT 1 FROM reconciliation_lines AS freed JOIN reconciliation_lines AS line
              ON line.reconciliation = other.number AND line.currency = freed.currency
                AND line.state IN ('certain', 'likely', 'ambiguous', 'unmatched')
                AND line.whole IS freed.whole AND line.billionths IS freed.billionths
            WHERE freed.reconciliation = undone.number AND freed.row = undone.row)));
      `),
  },
];
