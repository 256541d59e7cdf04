/** Records as rows: canonical JSON, so that the same knowledge is the same bytes. */
import { z } from 'zod';
import type { ResourceKind } from '../../../contract/resources.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { jsonObjectText, jsonText } from '../../../platform/json-column.ts';
import type { Queries } from '../../../platform/queries.ts';
import type { SqlValue } from '../../../platform/sqlite.ts';
import { resourceKind } from './observation-rows.ts';
import type { RecordsSchema } from './schema.ts';
import type { KnownRecord, ListedRecord, Provenance } from './types.ts';

/** A record with the number of its row. */
export interface StoredRecord extends KnownRecord {
  readonly record: number;
}

/**
 * Where each field stands, as text: the fields by observation, because an observation's id is longer than
 * most fields, and a record with it once instead of twenty times takes half the pages. The same knowledge is
 * the same text.
 */
export function textOfProvenance(provenance: Provenance): string {
  const fields = new Map<string, string[]>();
  for (const [field, observationId] of Object.entries(provenance)) {
    const known = fields.get(observationId);
    if (known === undefined) fields.set(observationId, [field]);
    else known.push(field);
  }
  for (const list of fields.values()) list.sort();
  return canonicalJson(Object.fromEntries(fields));
}

export const provenanceText = jsonText
  .pipe(z.record(z.string(), z.array(z.string())))
  .transform(
    (stored): Provenance =>
      Object.fromEntries(
        Object.entries(stored).flatMap(([observationId, fields]) =>
          fields.map((field) => [field, observationId]),
        ),
      ),
  );

const recordRow = z
  .object({
    record: z.number(),
    kind: resourceKind,
    id: z.string(),
    body: jsonObjectText,
    entered: jsonObjectText,
    provenance: provenanceText,
    entered_provenance: provenanceText,
    first_learned_at: z.string(),
    last_learned_at: z.string(),
    observations: z.number(),
  })
  .transform(
    (row): StoredRecord => ({
      record: row.record,
      kind: row.kind,
      id: row.id,
      body: row.body,
      entered: row.entered,
      provenance: row.provenance,
      enteredProvenance: row.entered_provenance,
      firstLearnedAt: row.first_learned_at,
      lastLearnedAt: row.last_learned_at,
      observations: row.observations,
    }),
  );
const contentRows = z.array(
  z.object({
    id: z.string(),
    body: jsonObjectText,
    entered: jsonObjectText,
    observations: z.number(),
  }),
);
const bodyRows = z.array(z.object({ id: z.string(), body: jsonObjectText }));
const momentRows = z.array(
  z.object({ id: z.string(), firstLearnedAt: z.string(), lastLearnedAt: z.string() }),
);
const learnedRows = z.array(z.object({ id: z.string(), firstLearnedAt: z.string() }));
const knownRow = z.object({ known: z.number() });
const asOfRow = z.object({ as_of: z.string().nullable() });

const insertSql = `
  INSERT INTO records (kind, id, body, entered, provenance, entered_provenance, first_learned_at,
    last_learned_at, observations)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const putSql = `${insertSql}
  ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body, entered = excluded.entered,
    provenance = excluded.provenance, entered_provenance = excluded.entered_provenance,
    first_learned_at = excluded.first_learned_at, last_learned_at = excluded.last_learned_at,
    observations = excluded.observations`;
/**
 * Asked for, and counted, by itself. RETURNING and triggers make a savepoint of the statement, and with each of
 * those full-text search writes all that it holds.
 */
const numberSql = 'SELECT record FROM records WHERE kind = ? AND id = ?';
/** Each a seek: going over all of a kind would grow with them, and with a cold cache it would be read from the disk. */
const knownSql = 'SELECT known FROM record_counts WHERE kind = ?';
const countedSql = `
  INSERT INTO record_counts (kind, known) VALUES (?, 1) ON CONFLICT (kind) DO UPDATE SET known = known + 1`;
const asOfSql = 'SELECT max(last_learned_at) AS as_of FROM records WHERE kind = ?';
const numberRow = z.object({ record: z.number() }).transform(({ record }) => record);

const valuesOf = (record: KnownRecord): SqlValue[] => [
  record.kind,
  record.id,
  canonicalJson(record.body),
  canonicalJson(record.entered),
  textOfProvenance(record.provenance),
  textOfProvenance(record.enteredProvenance),
  record.firstLearnedAt,
  record.lastLearnedAt,
  record.observations,
];

export function createRecordsRepository(queries: Queries<RecordsSchema>) {
  const { build } = queries;

  function get(kind: ResourceKind, id: string): StoredRecord | null {
    const row = queries.sqlite.first('SELECT * FROM records WHERE kind = ? AND id = ?', [kind, id]);
    return row === undefined ? null : recordRow.parse(row);
  }

  const found = ({ kind, id }: KnownRecord) => queries.sqlite.first(numberSql, [kind, id]);

  /** Adds a resource of which nothing was known. */
  function putNew(record: KnownRecord): StoredRecord {
    const { row } = queries.sqlite.run(insertSql, valuesOf(record));
    queries.sqlite.run(countedSql, [record.kind]);
    return { ...record, record: row };
  }

  return {
    get,

    contents(kind: ResourceKind, ids: readonly string[]) {
      const rows = queries.sqlite.all(
        `SELECT id, body, entered, observations FROM records
         WHERE kind = ? AND id IN (SELECT value FROM json_each(?))`,
        [kind, JSON.stringify(ids)],
      );
      return new Map(contentRows.parse(rows).map(({ id, ...content }) => [id, content] as const));
    },

    bodiesAfter(kind: ResourceKind, after: string, limit: number) {
      const rows = queries.sqlite.all(
        'SELECT id, body FROM records WHERE kind = ? AND id > ? ORDER BY id LIMIT ?',
        [kind, after, limit],
      );
      return bodyRows.parse(rows);
    },

    /** Those that are here, by id: bodies would take longer to read than the rest of a list. */
    moments(kind: ResourceKind, ids: readonly string[]): ReadonlyMap<string, ListedRecord> {
      const rows = queries.sqlite.all(
        `SELECT id, first_learned_at AS firstLearnedAt, last_learned_at AS lastLearnedAt FROM records
         WHERE kind = ? AND id IN (SELECT value FROM json_each(?))`,
        [kind, JSON.stringify(ids)],
      );
      return new Map(momentRows.parse(rows).map((row) => [row.id, row]));
    },

    putNew,

    put(record: KnownRecord): StoredRecord {
      const before = found(record);
      if (before === undefined) return putNew(record);
      queries.sqlite.run(putSql, valuesOf(record));
      return { ...record, record: numberRow.parse(before) };
    },

    ids(kind: ResourceKind): string[] {
      const query = build.selectFrom('records').select('id').where('kind', '=', kind).orderBy('id');
      return queries.all(query).map((row) => z.object({ id: z.string() }).parse(row).id);
    },

    /**
     * Ids of a kind behind an id, in order, and when each was first learned. No index tells the latter,
     * so that asking for those of a moment alone could go over all records in one step.
     */
    learned(kind: ResourceKind, after: string, limit: number) {
      const rows = queries.all(
        build
          .selectFrom('records')
          .select(['id', 'first_learned_at as firstLearnedAt'])
          .where('kind', '=', kind)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit),
      );
      return learnedRows.parse(rows);
    },

    /** How many of a kind are known, and when the newest was learned. */
    facts(kind: ResourceKind): { readonly known: number; readonly asOf: string | null } {
      const { known } = knownRow.parse(queries.sqlite.first(knownSql, [kind]) ?? { known: 0 });
      return { known, asOf: asOfRow.parse(queries.sqlite.first(asOfSql, [kind])).as_of };
    },

    clear(): void {
      queries.run(build.deleteFrom('records'));
      queries.sqlite.run('DELETE FROM record_counts');
    },
  };
}

export type RecordsRepository = ReturnType<typeof createRecordsRepository>;
