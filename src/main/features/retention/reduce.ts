/** What stays of inputs, and digests of what goes of observations. Each joins a running transaction. */
import { z } from 'zod';
import type { JsonObject } from '../../../contract/scalars.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { lasting } from '../../core/records/erased/lasting.ts';

export const ROWS_OF_RUNS = `
  FROM bulk_rows WHERE run IN (SELECT value FROM json_each(?)) AND state IN ('left-out', 'unsent')`;

const inputRows = z.array(z.object({ sequence: z.int(), key: z.string(), input: jsonObjectText }));
const rowInputs = z.array(z.object({ input: jsonObjectText }));

/** Leaves IDs, states, amounts, networks and moments of what was sent, and of the rows of bulk runs behind it. */
export function reduceInputs(sqlite: Sqlite, numbers: readonly number[], figures: Figures): void {
  const left = (input: JsonObject): string => canonicalJson(lasting(input, { figures }));
  const sql =
    'SELECT sequence, key, input FROM intents WHERE sequence IN (SELECT value FROM json_each(?))';
  for (const { sequence, key, input } of inputRows.parse(
    sqlite.all(sql, [JSON.stringify(numbers)]),
  )) {
    sqlite.run('UPDATE intents SET input = ? WHERE sequence = ?', [left(input), sequence]);
    // Any other row may be sent yet.
    const rows = sqlite.all(
      "SELECT input FROM bulk_rows WHERE key = ? AND state IN ('created', 'refused')",
      [key],
    );
    for (const row of rowInputs.parse(rows))
      sqlite.run(
        `UPDATE bulk_rows SET input = ?, own_name = NULL, name = NULL, reference = NULL
         WHERE key = ?`,
        [left(row.input), key],
      );
    sqlite.run('INSERT INTO retention_inputs_done VALUES (?) ON CONFLICT DO NOTHING', [sequence]);
  }
}

const runRows = z.array(
  z.object({ row: z.int(), input: jsonObjectText.nullable(), beside: z.string().nullable() }),
);

/** The same of the next `most` rows of a run that were left out or not sent. `count`: those of which something went. */
export function reduceRows(
  sqlite: Sqlite,
  { run, after, most }: { readonly run: number; readonly after: number; readonly most: number },
  figures: Figures,
): { readonly count: number; readonly last: number; readonly isMore: boolean } {
  const rows = runRows.parse(
    sqlite.all(
      `SELECT row, input, coalesce(fingerprint, own_name, name, reference) AS beside
       ${ROWS_OF_RUNS} AND row > ? ORDER BY row LIMIT ?`,
      [JSON.stringify([run]), after, most],
    ),
  );
  let count = 0;
  for (const { row, input, beside } of rows) {
    const left = input === null ? null : canonicalJson(lasting(input, { figures }));
    // A run that was cut off reduced it.
    if (beside === null && (input === null || canonicalJson(input) === left)) continue;
    sqlite.run(
      `UPDATE bulk_rows SET input = ?, fingerprint = NULL, own_name = NULL, name = NULL,
         reference = NULL WHERE run = ? AND row = ?`,
      [left, run, row],
    );
    count += 1;
  }
  const isMore = rows.length === most;
  if (!isMore)
    sqlite.run('INSERT INTO retention_runs_done VALUES (?) ON CONFLICT DO NOTHING', [run]);
  return { count, last: rows.at(-1)?.row ?? after, isMore };
}

export type Figures = ReadonlySet<string>;
const sealedRows = z.array(z.object({ id: z.string(), sealed: z.instanceof(Uint8Array) }));

/** The name of an observation is made of the digest of its bytes: a hand-over tells it without them. */
export function keepDigests(sqlite: Sqlite, arrivals: readonly number[]): void {
  const rows = sqlite.all(
    `SELECT observation_id AS id, raw_sealed AS sealed FROM observations
     WHERE arrival IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(arrivals)],
  );
  for (const { id, sealed } of sealedRows.parse(rows)) {
    const raw = sha256Hex(sqlite.seal.open(`observation:${id}`, sealed));
    sqlite.run(
      'INSERT INTO handover_raw (observation_id, raw) VALUES (?, ?) ON CONFLICT DO NOTHING',
      [id, raw],
    );
  }
}
