/** The entries of a profile, out of its database, always in the same order: equal facts give equal bytes. */
import { z } from 'zod';
import { jsonObject } from '../../../contract/scalars.ts';
import { canonicalJson, canonicalJsonWith, sha256Hex } from '../../../platform/canonical-json.ts';
import { readJson } from '../../../platform/json-column.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { cleanColumns } from '../../core/foundation/clean-json.ts';
import { withoutKnown } from '../../core/foundation/secrets/without-known.ts';
import {
  type ErasedSubjects,
  openErasedSubjects,
} from '../../core/records/erased/erased-subjects.ts';
import { type ErasureContent, entryId, type RowKind, rowTables } from './entries.ts';
import { openOrigins } from './origins.ts';
import { resolutionsOf } from './resolutions.ts';

export interface Period {
  /** What was written from this moment on, and before that one; null for all. ISO 8601 UTC. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Rows by their own numbers: after the first, up to and with the second. */
export interface RowsAfter {
  readonly of: Readonly<Record<Numbered, readonly [after: number, upTo: number]>>;
  /** Keys of requests that were under way before: with them where they ended. */
  readonly ended: readonly string[];
  /** Keys of requests that another file told as well: with them, and with their resolutions. */
  readonly toldAgain: readonly string[];
}

export interface CollectParts {
  readonly sqlite: Sqlite;
  /** This computer's public key. */
  readonly own: string;
  /** What of it: what was written in a period, or rows. */
  readonly period: Period | RowsAfter;
  /** Secrets that are cut by value. */
  readonly known: readonly string[];
}

export type Counted = 'observation' | 'resolution' | 'erasure' | RowKind;

type Row = Readonly<Record<string, SqlValue>>;

/** Which rows are within the period (each pair of parameters): whole notes, and whole histories of references and requests. */
const wanted: Readonly<Record<Exclude<Counted, 'erasure'>, string>> = {
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
  displayName: `named_at >= ? AND named_at < ? ORDER BY customer_id, named_at, name`,
  reference: `(kind, id) IN (SELECT kind, id FROM annotation_reference_versions
      WHERE written_at >= ? AND written_at < ?) ORDER BY kind, id, written_at, reference`,
  addressLabel: `written_at >= ? AND written_at < ? AND address <> ''
    ORDER BY address, written_at, label, network`,
  label: 'written_at >= ? AND written_at < ? ORDER BY kind, id, folded, written_at, label',
  mismatchSignOff: `cleared_at >= ? AND cleared_at < ?
    ORDER BY virtual_account_id, cleared_at, digest, note`,
  changeSignOff: `at >= ? AND at < ?
    ORDER BY kind, id, at, path, was, is_now, from_position, to_position, desk, note`,
  observation: 'observed_at >= ? AND observed_at < ?',
  resolution: 'settled_at >= ? AND settled_at < ?',
};

/** Kinds whose rows never change, so that they can be told by their numbers. */
export type Numbered = Exclude<Counted, 'erasure'>;

/** The same by the tables' own numbers. A request comes with those that it sends again, which others may not have. */
const numbered: Readonly<Record<Numbered, string>> = {
  request: `state <> 'journalled' AND key IN (
    WITH RECURSIVE wanted (key) AS (
      SELECT key FROM intents WHERE sequence > ? AND sequence <= ?
      UNION SELECT value FROM json_each(?)
      UNION SELECT repeats FROM intents JOIN wanted ON intents.key = wanted.key
        WHERE repeats IS NOT NULL)
    SELECT key FROM wanted) ORDER BY journalled_at, key`,
  note: 'sequence > ? AND sequence <= ? ORDER BY kind, id, note_id, written_at, text',
  displayName: 'sequence > ? AND sequence <= ? ORDER BY sequence',
  reference: 'sequence > ? AND sequence <= ? ORDER BY kind, id, written_at, reference',
  label: 'sequence > ? AND sequence <= ? ORDER BY sequence',
  addressLabel: "sequence > ? AND sequence <= ? AND address <> '' ORDER BY sequence",
  mismatchSignOff: 'sequence > ? AND sequence <= ? ORDER BY sequence',
  changeSignOff: 'sequence > ? AND sequence <= ? ORDER BY sequence',
  observation: 'arrival > ? AND arrival <= ?',
  resolution: 'sequence > ? AND sequence <= ? OR intent_key IN (SELECT value FROM json_each(?))',
};

const observationsSql = (where: string) => `
  SELECT observation_id, kind, id, source, observed_at, happened_at, event_id, intent_key, deviations,
    body, raw_sealed FROM observations WHERE ${where}
  ORDER BY kind, id, is_entered, effective_at, rank, body_sha256, observation_id`;

const eventSql = "SELECT body FROM observations WHERE kind = 'event' AND id = ?";
const resultSql =
  'SELECT resource_id FROM standing_intents WHERE key = ? AND resource_id IS NOT NULL';

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
  /** Its name. */
  readonly entry: string;
  /** Canonical JSON of the entry. */
  readonly line: string;
}

interface Collecting extends CollectParts {
  /** What is left of an erased customer would be another fact on the other computer, so it stays here. */
  readonly erased: ErasedSubjects;
  /** Keys of requests that stay here. */
  readonly left: Set<string>;
}

/** Inside a read transaction, so that all of it is of one moment. */
export function* collectEntries(given: CollectParts): Generator<Collected> {
  const parts = { ...given, erased: openErasedSubjects(given.sqlite), left: new Set<string>() };
  if (!('of' in parts.period)) yield* erasuresOf(parts);
  yield* rowsOf(parts, 'request');
  yield* observationsOf(parts);
  yield* rowsOf(parts, 'note');
  yield* rowsOf(parts, 'displayName');
  yield* rowsOf(parts, 'reference');
  yield* rowsOf(parts, 'label');
  yield* rowsOf(parts, 'addressLabel');
  yield* rowsOf(parts, 'mismatchSignOff');
  yield* rowsOf(parts, 'changeSignOff');
  yield* resolutionsIn(parts);
}

/** All of them, whatever the period: who was erased is to be nowhere. */
function* erasuresOf({ erased, own, known }: Collecting): Generator<Collected> {
  for (const { customerId, by, at, ...one } of erased.list()) {
    const given: ErasureContent = {
      customer_id: customerId,
      at,
      erased_by: by,
      reason: one.reason,
      lifted_at: one.liftedAt,
      lifted_by: one.liftedBy,
      lift_reason: one.liftReason,
    };
    const content = cleanRow(given, known);
    yield {
      what: 'erasure',
      entry: entryId('erasure', content),
      line: canonicalJson({ what: 'erasure', from: [own], content }),
    };
  }
}

/** Which rows, and the parameters that it asks for. */
function selected(
  { period }: CollectParts,
  what: keyof typeof wanted,
): readonly [where: string, parameters: (string | number)[]] {
  if ('of' in period) {
    const { ended, toldAgain } = period;
    const keys = { request: [...ended, ...toldAgain], resolution: toldAgain };
    const listed = what in keys ? [JSON.stringify(keys[what as keyof typeof keys])] : [];
    return [numbered[what], [...period.of[what], ...listed]];
  }
  const bounds = [period.from ?? '', period.to ?? '9999'];
  const pairs = wanted[what].split('?').length / 2;
  return [wanted[what], Array.from({ length: Math.floor(pairs) }, () => bounds).flat()];
}

function* rowsOf(parts: Collecting, what: RowKind): Generator<Collected> {
  const { sqlite, own, known } = parts;
  const origins = openOrigins(sqlite, own, null);
  const { table, columns } = rowTables[what];
  const [where, parameters] = selected(parts, what);
  const select = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${where}`;
  let last = '';
  for (const row of sqlite.prepare<(string | number)[], Row>(select).iterate(...parameters)) {
    if (staysHere(parts, what, row)) continue;
    const content = cleanRow(row, known);
    const entry = entryId(what, content);
    // The same row twice is one entry.
    if (entry === last) continue;
    last = entry;
    yield { what, entry, line: canonicalJson({ what, from: origins.of(entry), content }) };
  }
}

const aboutRow = z.record(z.string(), z.coerce.string());

/** Whether it is about an erased customer. What repeats a request that stays here stays, too. */
function staysHere({ sqlite, erased, left }: Collecting, what: RowKind, row: Row): boolean {
  if (erased.list().length === 0) return false;
  const { about, at } = rowTables[what];
  const read = aboutRow.parse(row);
  const observedAt = read[at] ?? '';
  const isErased = (id: string, body = '{}'): boolean =>
    erased.isKnown({ id, body: readJson(jsonObject, body), observedAt });
  const id = read[about.id] ?? '';
  if (what !== 'request') {
    const isEvent = read['kind'] === 'event';
    const bodies = isEvent ? sqlite.texts(eventSql, [id]) : [];
    return isErased(id) || bodies.some((body) => isErased(id, body));
  }
  const made = sqlite.texts(resultSql, [id]);
  const isLeft = left.has(String(row['repeats'])) || isErased(made[0] ?? '', read['input']);
  if (isLeft) left.add(id);
  return isLeft;
}

function* observationsOf(parts: Collecting): Generator<Collected> {
  const { sqlite, own, known, erased } = parts;
  const origins = openOrigins(sqlite, own, null);
  const context = (id: string): string => `observation:${id}`;
  const hasErased = erased.list().length > 0;
  const [where, parameters] = selected(parts, 'observation');
  const select = sqlite.prepare<(string | number)[]>(observationsSql(where));
  for (const found of select.iterate(...parameters)) {
    const row = observationRow.parse(found);
    const { observation_id, raw_sealed, body, id, observed_at: observedAt } = row;
    if (hasErased && erased.isKnown({ id, observedAt, body: readJson(jsonObject, body) })) continue;
    const told = withoutKnown(
      {
        kind: row.kind,
        id: row.id,
        source: row.source,
        observedAt: row.observed_at,
        happenedAt: row.happened_at,
        eventId: row.event_id,
        intentKey: row.intent_key,
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
      entry: observation_id,
      line: canonicalJsonWith({ what: 'observation', from }, { content }),
    };
  }
}

const rawElsewhere = (sqlite: Sqlite, observationId: string): string | null =>
  sqlite.texts('SELECT raw FROM handover_raw WHERE observation_id = ?', [observationId])[0] ?? null;

function* resolutionsIn(parts: Collecting): Generator<Collected> {
  const { sqlite, own, left } = parts;
  const origins = openOrigins(sqlite, own, null);
  const [where, parameters] = selected(parts, 'resolution');
  const keys = sqlite.texts(
    `SELECT DISTINCT intent_key FROM settlements WHERE ${where} ORDER BY intent_key`,
    parameters,
  );
  for (const key of keys.filter((one) => !left.has(one))) {
    const nodes = resolutionsOf(sqlite, key);
    for (const { entry, content } of nodes.toSorted((one, other) =>
      one.entry < other.entry ? -1 : 1,
    )) {
      const line = canonicalJson({ what: 'resolution', from: origins.of(entry), content });
      yield { what: 'resolution', entry, line };
    }
  }
}

/** Without what has the shape of a secret, or is a known one. */
export const cleanRow = <Content extends object>(row: Content, known: readonly string[]): Content =>
  cleanColumns(row, { known, keepsHashes: true }) as Content;
