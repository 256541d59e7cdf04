/** The observations: appended, read in the total order, never changed. */
import { sql } from 'kysely';
import { z } from 'zod';
import { type ObservationSource, observationSource } from '../../../bridge/source.ts';
import type { ResourceKind } from '../../../contract/resources.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Queries } from '../../../platform/queries.ts';
import type { Seal } from '../../../platform/sealing.ts';
import { lastArrival } from './last-arrival.ts';
import { observationRow, positionRow, resourceKind } from './observation-rows.ts';
import type { Position } from './order.ts';
import type { PlacedObservation } from './place-observation.ts';
import type { RecordsSchema } from './schema.ts';
import type { Observation } from './types.ts';
import { createVerificationHistory } from './verification-history.ts';

const foldedRow = z.object({
  observation_id: z.string(),
  body: jsonObjectText,
  observed_at: z.string(),
});
const observedRow = z.object({ observed_at: z.string() });
const resourceRows = z.array(z.object({ kind: resourceKind, id: z.string() }));
const sourceRow = z.object({ source: observationSource });
const happenedRow = z.object({ happened_at: z.string().nullable(), effective_at: z.number() });
const sealedRow = z.object({ raw_sealed: z.instanceof(Uint8Array).nullable() });

export interface Resource {
  readonly kind: ResourceKind;
  readonly id: string;
}

/** A part of what a fold goes over. */
export interface ObservationPart {
  /** Oldest first. */
  readonly sources: readonly Pick<Observation, 'observationId' | 'body' | 'observedAt'>[];
  /** Where the next part begins; null when this was the last. */
  readonly next: Position | null;
}

/** A part of a list. */
export interface NewestPart {
  /** Newest first. */
  readonly observations: readonly { observation: Observation; position: Position }[];
  /** As of ObservationPart. */
  readonly next: Position | null;
}

export type ObservationsRepository = ReturnType<typeof createObservationsRepository>;

/** Name of an event; null where it is not a text. */
const nameRow = z.object({ name: z.string().nullable().catch(null) });

const appendSql = `
  INSERT INTO observations (observation_id, kind, id, source, is_entered, effective_at, rank,
    body_sha256, observed_at, happened_at, event_id, intent_key, deviations, body, raw_sealed)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;

/** Their texts stand here, because they are asked so often that building them takes longer. */
const lastSql = `
  SELECT effective_at, rank, body_sha256, observation_id FROM observations
  WHERE kind = ? AND id = ? AND is_entered = ? AND observed_at <= ?
  ORDER BY effective_at DESC, rank DESC, body_sha256 DESC, observation_id DESC LIMIT 1`;
const firstSql = `
  SELECT happened_at, effective_at FROM observations
  WHERE kind = ? AND id = ? AND is_entered = 0 AND observed_at <= ?
  ORDER BY effective_at, rank, body_sha256, observation_id LIMIT 1`;

/** Condition of the index of IDs. A resource has one or two observations of the other sources. */
export const isIndexedById = "source NOT IN ('entered', 'create-answer')";

/**
 * @param until ISO 8601 UTC with milliseconds: reads leave out what was observed later.
 */
export function createObservationsRepository(
  queries: Queries<RecordsSchema>,
  seal: Seal,
  until: string | null = null,
) {
  const { build } = queries;
  const everOfResource = ({ kind, id }: Resource) =>
    build.selectFrom('observations').where('kind', '=', kind).where('id', '=', id);
  const ofResource = (resource: Resource) => {
    const rows = everOfResource(resource);
    return until === null ? rows : rows.where('observed_at', '<=', until);
  };
  /** By the order that the fold goes by. */
  const newestFirst = (rows: ReturnType<typeof ofResource>): Observation[] =>
    z
      .array(observationRow)
      .parse(
        queries.all(
          rows
            .select(['observation_id', 'kind', 'id', 'source', 'observed_at', 'happened_at'])
            .select(['event_id', 'intent_key', 'deviations', 'body'])
            .orderBy('effective_at', 'desc')
            .orderBy('rank', 'desc')
            .orderBy('body_sha256', 'desc')
            .orderBy('observation_id', 'desc'),
        ),
      );
  /** For parts: so many rows are read and no more, however many of them came later. */
  const isByThen = (row: unknown): boolean =>
    until === null || observedRow.parse(row).observed_at <= until;
  const sealContext = (observationId: string) => `observation:${observationId}`;

  return {
    /** False when this very observation is there already. */
    append(observation: PlacedObservation): boolean {
      const { position, observationId, raw } = observation;
      const inserted = queries.sqlite.run(appendSql, [
        observationId,
        observation.kind,
        observation.id,
        observation.source,
        Number(observation.isEntered),
        position.effectiveAt,
        position.rank,
        position.bodySha256,
        observation.observedAt,
        observation.happenedAt,
        observation.eventId,
        observation.intentKey,
        JSON.stringify(observation.deviations),
        observation.bodyText,
        raw === null ? null : seal.seal(sealContext(observationId), raw),
      ]);
      return inserted.changes === 1;
    },

    /** Position of the last observation in the order; null when there is none. */
    lastPosition({ kind, id }: Resource, isEntered: boolean): Position | null {
      const row = queries.sqlite.first(lastSql, [kind, id, Number(isEntered), until ?? '9999']);
      return row === undefined ? null : positionRow.parse(row);
    },

    /** When the earliest in the order of what the service said was so; null where it told no time. */
    firstHappened({ kind, id }: Resource): number | null {
      const row = queries.sqlite.first(firstSql, [kind, id, until ?? '9999']);
      if (row === undefined) return null;
      const { happened_at, effective_at } = happenedRow.parse(row);
      return happened_at === null ? null : effective_at;
    },

    /** Name of the newest event that reported the resource, by the order of the fold; null where none did. */
    newestEventName(resource: Resource): string | null {
      const row = queries.sqlite.first(
        `SELECT event.body ->> '$.name' AS name FROM observations AS told
         JOIN observations AS event ON event.kind = 'event' AND event.id = told.event_id
         WHERE told.kind = ? AND told.id = ? AND told.is_entered = 0 AND told.observed_at <= ?
         ORDER BY told.effective_at DESC, told.rank DESC, told.body_sha256 DESC,
           told.observation_id DESC LIMIT 1`,
        [resource.kind, resource.id, until ?? '9999'],
      );
      return row === undefined ? null : nameRow.parse(row).name;
    },

    /** At most `limit` of what a fold goes over, behind a position; fewer where some came later. */
    inOrder(
      resource: Resource,
      isEntered: boolean,
      after: Position | null,
      limit: number,
    ): ObservationPart {
      const all = everOfResource(resource).where('is_entered', '=', Number(isEntered));
      const behind =
        after === null
          ? all
          : all.where(
              sql<boolean>`(effective_at, rank, body_sha256, observation_id) > (${after.effectiveAt}, ${after.rank}, ${after.bodySha256}, ${after.observationId})`,
            );
      const rows = queries.all(
        behind
          .select(['observation_id', 'body', 'observed_at'])
          .select(['effective_at', 'rank', 'body_sha256'])
          .orderBy('effective_at')
          .orderBy('rank')
          .orderBy('body_sha256')
          .orderBy('observation_id')
          .limit(limit),
      );
      return {
        sources: z
          .array(foldedRow)
          .parse(rows.filter(isByThen))
          .map((row) => ({
            observationId: row.observation_id,
            body: row.body,
            observedAt: row.observed_at,
          })),
        next: rows.length < limit ? null : positionRow.parse(rows.at(-1)),
      };
    },

    /** As inOrder from the other end, with all that an observation says. */
    newest(
      resource: Resource,
      isEntered: boolean,
      before: Position | null,
      limit: number,
    ): NewestPart {
      const all = everOfResource(resource).where('is_entered', '=', Number(isEntered));
      const below =
        before === null
          ? all
          : all.where(
              sql<boolean>`(effective_at, rank, body_sha256, observation_id) < (${before.effectiveAt}, ${before.rank}, ${before.bodySha256}, ${before.observationId})`,
            );
      const rows = queries.all(
        below
          .select(['observation_id', 'kind', 'id', 'source', 'observed_at', 'happened_at'])
          .select(['event_id', 'intent_key', 'deviations', 'body'])
          .select(['effective_at', 'rank', 'body_sha256'])
          .orderBy('effective_at', 'desc')
          .orderBy('rank', 'desc')
          .orderBy('body_sha256', 'desc')
          .orderBy('observation_id', 'desc')
          .limit(limit),
      );
      return {
        observations: rows.filter(isByThen).map((row) => ({
          observation: observationRow.parse(row),
          position: positionRow.parse(row),
        })),
        next: rows.length < limit ? null : positionRow.parse(rows.at(-1)),
      };
    },

    /** Newest first. */
    list(resource: Resource): Observation[] {
      return newestFirst(ofResource(resource));
    },

    ...createVerificationHistory(queries, until),

    /** Position of an observation; null where `sourceOf` gives null. */
    positionOf(observationId: string): Position | null {
      const row = queries.sqlite.first(
        `SELECT effective_at, rank, body_sha256, observation_id FROM observations
         WHERE observation_id = ? AND ${isIndexedById}`,
        [observationId],
      );
      return row === undefined ? null : positionRow.parse(row);
    },

    /** Source of an observation; null where there is none, and for sources outside the index (`isIndexedById`). */
    sourceOf(observationId: string): ObservationSource | null {
      const row = queries.sqlite.first(
        `SELECT source FROM observations WHERE observation_id = ? AND ${isIndexedById}`,
        [observationId],
      );
      return row === undefined ? null : sourceRow.parse(row).source;
    },

    /** Those of the ids of which nothing is known but what a person entered, by a create or by hand. */
    byHand(kind: ResourceKind, ids: readonly string[]): ReadonlySet<string> {
      const bound = until ?? '9999';
      const rows = queries.all(
        build
          .selectFrom(sql<{ value: string }>`json_each(${JSON.stringify(ids)})`.as('each'))
          .select('each.value as id')
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('observations')
                  .where('observations.kind', '=', kind)
                  .whereRef('observations.id', '=', 'each.value')
                  .where('source', 'not in', ['import', 'entered'])
                  .where('observed_at', '<=', bound)
                  .select('arrival'),
              ),
            ),
          ),
      );
      return new Set(
        z
          .array(z.object({ id: z.string() }))
          .parse(rows)
          .map(({ id }) => id),
      );
    },

    /** Those of the ids that came by one of the sources, by id, newest first. */
    fromSources(
      kind: ResourceKind,
      ids: readonly string[],
      sources: readonly ObservationSource[],
    ): ReadonlyMap<string, Observation[]> {
      const found = newestFirst(
        build
          .selectFrom('observations')
          .where('kind', '=', kind)
          .where(sql<boolean>`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
          .where('source', 'in', sources)
          .where('observed_at', '<=', until ?? '9999'),
      );
      return Map.groupBy(found, ({ id }) => id);
    },

    rawBytes(resource: Resource, observationId: string): Uint8Array | null {
      const row = queries.first(
        everOfResource(resource).where('observation_id', '=', observationId).select('raw_sealed'),
      );
      const sealed = row === undefined ? null : sealedRow.parse(row).raw_sealed;
      return sealed === null ? null : seal.open(sealContext(observationId), sealed);
    },

    /** Every resource that was ever observed. */
    resources(): Resource[] {
      const rows = queries.all(
        build
          .selectFrom('observations')
          .select(['kind', 'id'])
          .distinct()
          .orderBy('kind')
          .orderBy('id'),
      );
      return resourceRows.parse(rows);
    },

    /** The newest arrival; 0 when there is none. */
    lastArrival: () => lastArrival(queries.sqlite),

    /** Resources of which something arrived after one arrival, up to another. */
    touched(after: number, upTo: number): Resource[] {
      const rows = build
        .selectFrom('observations')
        .select(['kind', 'id'])
        .distinct()
        .where('arrival', '>', after)
        .where('arrival', '<=', upTo);
      return resourceRows.parse(
        queries.all(until === null ? rows : rows.where('observed_at', '<=', until)),
      );
    },
  };
}
