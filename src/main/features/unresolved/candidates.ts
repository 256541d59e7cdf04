/** Records that no write of ours made and nobody settled to be one's: any may be a lost answer. */
import { z } from 'zod';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { CreatedKind } from '../../../contract/writes.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import { createQueries } from '../../../platform/queries.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { madeAt } from '../../core/records/made-at.ts';
import { createObservationsRepository } from '../../core/records/observations-repository.ts';
import { instantOf } from '../../core/records/order.ts';
import type { RecordsSchema } from '../../core/records/schema.ts';

const recordRow = z.object({ id: z.string(), body: jsonObjectText, firstLearnedAt: z.string() });
/** `madeAt`: when it came to be (made-at.ts), in milliseconds since 1970. */
export type Candidate = Readonly<z.output<typeof recordRow> & { madeAt: number }>;

/** Both ends belong to it; milliseconds since 1970. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface Candidates {
  /** Those that came to be within the spans, in parts, earliest first. The spans don't overlap. */
  within(kind: CreatedKind, spans: readonly TimeSpan[]): Generator<readonly Candidate[]>;
  /** null when it is not known, or somebody's. */
  get(kind: CreatedKind, id: string): Candidate | null;
  /** When the service says that it came to be, as ISO 8601; null where it does not say. */
  createdAt(kind: CreatedKind, id: string, body: JsonObject): string | null;
}

/** Records gone over at a time, whoever's they are. */
const PART = 200;

const isClaimed = `(
  EXISTS (SELECT 1 FROM intents WHERE resource_id = record.id)
  OR EXISTS (SELECT 1 FROM settlements AS word WHERE word.resource_id = record.id
    AND word.sequence =
      (SELECT max(sequence) FROM settlements WHERE intent_key = word.intent_key)))`;

const tables: Partial<Readonly<Record<CreatedKind, string>>> = {
  customer: 'customer_columns',
  virtualAccount: 'virtual_account_columns',
};

const partRows = z.array(
  /** `body`: null when it is claimed. */
  recordRow.extend({ madeAt: z.number(), body: jsonObjectText.nullable() }),
);

/** Over a database that the migrations of records and intents were applied to. */
export function createCandidates(sqlite: Sqlite): Candidates {
  const history = createObservationsRepository(createQueries<RecordsSchema>(sqlite), sqlite.seal);

  const recordsOf = (kind: CreatedKind, id: string | null): Candidate[] =>
    z
      .array(recordRow)
      .parse(
        sqlite.all(
          `SELECT id, body, first_learned_at AS firstLearnedAt FROM records AS record
           WHERE kind = ? AND id = coalesce(?, id) AND NOT ${isClaimed} ORDER BY id`,
          [kind, id],
        ),
      )
      .map((record) => ({ ...record, madeAt: madeAt({ kind, ...record }, history) }));

  function* parts(table: string, { from, to }: TimeSpan) {
    let after: readonly [number, string] = [from, ''];
    for (;;) {
      const rows = partRows.parse(
        sqlite.all(
          `SELECT part.id, part.made_at AS madeAt, record.first_learned_at AS firstLearnedAt,
             CASE WHEN ${isClaimed} THEN NULL ELSE record.body END AS body
           FROM (SELECT id, record, made_at FROM ${table}
             WHERE (made_at, id) > (?, ?) AND made_at <= ? ORDER BY made_at, id LIMIT ${PART}) AS part
           JOIN records AS record ON record.record = part.record
           ORDER BY part.made_at, part.id`,
          [...after, to],
        ),
      );
      yield rows.flatMap(({ body, ...row }) => (body === null ? [] : [{ ...row, body }]));
      const last = rows.at(-1);
      if (last === undefined || rows.length < PART) return;
      after = [last.madeAt, last.id];
    }
  }

  return {
    *within(kind, spans) {
      const table = tables[kind];
      if (table === undefined) {
        // Webhooks stay few: the service has ten at a time (Interface 8).
        const all = recordsOf(kind, null).toSorted((one, other) => one.madeAt - other.madeAt);
        yield all.filter((one) => spans.some(({ from, to }) => isWithin(one.madeAt, from, to)));
        return;
      }
      for (const span of spans) yield* parts(table, span);
    },
    get: (kind, id) => recordsOf(kind, id)[0] ?? null,
    createdAt(kind, id, { created }) {
      if (typeof created === 'string' && instantOf(created) !== null) return created;
      const happened = history.firstHappened({ kind, id });
      return happened === null ? null : new Date(happened).toISOString();
    },
  };
}

const isWithin = (at: number, from: number, to: number): boolean => at >= from && at <= to;

/** The same time in as few spans as possible, in order. */
export function joined(spans: readonly TimeSpan[]): TimeSpan[] {
  const result: TimeSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1);
    if (last === undefined || span.from > last.to) result.push(span);
    else result.splice(-1, 1, { from: last.from, to: Math.max(last.to, span.to) });
  }
  return result;
}
