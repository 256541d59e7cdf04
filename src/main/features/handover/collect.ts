/** The entries of a profile, out of its database, always in the same order: equal facts give equal bytes. */
import { z } from 'zod';
import { canonicalJson, canonicalJsonWith, sha256Hex } from '../../../platform/canonical-json.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { cleanAny } from '../../core/foundation/clean-json.ts';
import { withoutKnown } from '../../core/foundation/secrets/without-known.ts';
import { openErasedSubjects, subjectIn } from '../../core/records/erased/erased-subjects.ts';
import { entryId, type RowKind, rowTables } from './entries.ts';
import { openOrigins } from './origins.ts';
import { resolutionsOf } from './resolutions.ts';

export interface Period {
  /** What was written from this moment on, and before that one; null for all. ISO 8601 UTC. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface CollectParts {
  readonly sqlite: Sqlite;
  /** This computer's public key. */
  readonly own: string;
  readonly period: Period;
  /** Secrets that are cut by value. */
  readonly known: readonly string[];
}

export type Counted = 'observation' | 'resolution' | RowKind;

type Row = Readonly<Record<string, SqlValue>>;

/** Which rows are within the period (each pair of parameters): whole notes, and whole histories of requests. */
const wanted: Readonly<Record<RowKind, string>> = {
  request: `state <> 'journalled' AND key IN (
    WITH RECURSIVE wanted (key) AS (
      SELECT key FROM intents WHERE journalled_at >= ? AND journalled_at < ?
      UNION SELECT intent_key FROM settlements WHERE settled_at >= ? AND settled_at < ?
      UNION SELECT intent_key FROM observations
        WHERE intent_key IS NOT NULL AND observed_at >= ? AND observed_at < ?
      UNION SELECT repeats FROM intents JOIN wanted ON intents.key = wanted.key
        WHERE repeats IS NOT NULL)
    SELECT key FROM wanted) ORDER BY journalled_at, key`,
  note: `note_id IN (SELECT note_id FROM annotation_notes WHERE written_at >= ? AND written_at < ?)
    ORDER BY kind, id, note_id, written_at, text`,
  mismatchSignOff: `cleared_at >= ? AND cleared_at < ?
    ORDER BY virtual_account_id, cleared_at, digest, note`,
  changeSignOff: `at >= ? AND at < ?
    ORDER BY kind, id, at, path, was, is_now, from_position, to_position, desk, note`,
};

const observationsSql = `
  SELECT observation_id, kind, id, source, observed_at, happened_at, event_id, intent_key, deviations,
    body, raw_sealed FROM observations WHERE observed_at >= ? AND observed_at < ?
  ORDER BY kind, id, is_entered, effective_at, rank, body_sha256, observation_id`;

const observationRow = z.object({
  observation_id: z.string(),
  kind: z.string(),
  id: z.string(),
  source: z.string(),
  observed_at: z.string(),
  happened_at: z.string().nullable(),
  event_id: z.string().nullable(),
  intent_key: z.string().nullable(),
  deviations: z.string(),
  body: z.string(),
  raw_sealed: z.instanceof(Uint8Array).nullable(),
});

export interface Collected {
  readonly what: Counted;
  /** Canonical JSON of the entry. */
  readonly line: string;
}

/** Inside a read transaction, so that all of it is of one moment. */
export function* collectEntries(parts: CollectParts): Generator<Collected> {
  const bounds = [parts.period.from ?? '', parts.period.to ?? '9999'] as const;
  yield* rowsOf(parts, 'request', bounds);
  yield* observationsOf(parts, bounds);
  yield* rowsOf(parts, 'note', bounds);
  yield* rowsOf(parts, 'mismatchSignOff', bounds);
  yield* rowsOf(parts, 'changeSignOff', bounds);
  yield* resolutionsIn(parts, bounds);
}

type Bounds = readonly [from: string, to: string];

/** The bounds, for each place of a statement that asks for them. */
const each = (bounds: Bounds, sql: string): string[] =>
  Array.from({ length: sql.split('?').length / 2 }, () => bounds).flat();

function* rowsOf(parts: CollectParts, what: RowKind, bounds: Bounds): Generator<Collected> {
  const { sqlite, own, known } = parts;
  const origins = openOrigins(sqlite, own, null);
  const { table, columns } = rowTables[what];
  const select = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${wanted[what]}`;
  let last = '';
  for (const row of sqlite.prepare<string[], Row>(select).iterate(...each(bounds, select))) {
    const content = cleanRow(row, known);
    const entry = entryId(what, content);
    // The same row twice is one entry.
    if (entry === last) continue;
    last = entry;
    yield { what, line: canonicalJson({ what, from: origins.of(entry), content }) };
  }
}

function* observationsOf(parts: CollectParts, bounds: Bounds): Generator<Collected> {
  const { sqlite, own, known } = parts;
  const origins = openOrigins(sqlite, own, null);
  const context = (id: string): string => `observation:${id}`;
  // What is left of an erased customer would be another fact on the other computer.
  const erased = new Set(openErasedSubjects(sqlite).names().ids);
  const isErased = ({ id, body }: { readonly id: string; readonly body: string }): boolean =>
    erased.size > 0 &&
    (erased.has(id) || subjectIn(JSON.parse(body), (one) => erased.has(one)) !== null);
  for (const found of sqlite.prepare<string[]>(observationsSql).iterate(...bounds)) {
    const row = observationRow.parse(found);
    if (isErased(row)) continue;
    const { observation_id, raw_sealed, body } = row;
    const told = withoutKnown(
      {
        ...{ kind: row.kind, id: row.id, source: row.source, observedAt: row.observed_at },
        ...{ happenedAt: row.happened_at, eventId: row.event_id, intentKey: row.intent_key },
        deviations: JSON.parse(row.deviations) as unknown,
      },
      known,
    );
    const raw =
      raw_sealed === null
        ? rawElsewhere(sqlite, observation_id)
        : sha256Hex(sqlite.seal.open(context(observation_id), raw_sealed));
    const clean = known.some((secret) => body.includes(secret))
      ? canonicalJson(withoutKnown(JSON.parse(body) as unknown, known))
      : body;
    const content = canonicalJsonWith({ ...told, raw }, { body: clean });
    const from = origins.of(observation_id);
    yield {
      what: 'observation',
      line: canonicalJsonWith({ what: 'observation', from }, { content }),
    };
  }
}

const rawElsewhere = (sqlite: Sqlite, observationId: string): string | null =>
  sqlite.texts('SELECT raw FROM handover_raw WHERE observation_id = ?', [observationId])[0] ?? null;

function* resolutionsIn(parts: CollectParts, bounds: Bounds): Generator<Collected> {
  const { sqlite, own } = parts;
  const origins = openOrigins(sqlite, own, null);
  const keys = sqlite.texts(
    `SELECT DISTINCT intent_key FROM settlements WHERE intent_key IN
       (SELECT intent_key FROM settlements WHERE settled_at >= ? AND settled_at < ?)
     ORDER BY intent_key`,
    [...bounds],
  );
  for (const key of keys) {
    const nodes = resolutionsOf(sqlite, key);
    for (const { entry, content } of nodes.toSorted((one, other) =>
      one.entry < other.entry ? -1 : 1,
    )) {
      const line = canonicalJson({ what: 'resolution', from: origins.of(entry), content });
      yield { what: 'resolution', line };
    }
  }
}

/** Without what has the shape of a secret, or is a known one. */
export const cleanRow = <Content extends object>(row: Content, known: readonly string[]): Content =>
  cleanAny(row, { known, keepsHashes: true }) as Content;
