/** What an event taught of a resource, and what was known just before it, read by the index alone. */
import { z } from 'zod';
import type { ResourceKind } from '../../../contract/resources.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { observationRow } from './observation-rows.ts';
import { isIndexedById } from './observations-repository.ts';
import { effectiveAt, instantOf } from './order.ts';
import type { Observation } from './types.ts';

interface Resource {
  readonly kind: ResourceKind;
  readonly id: string;
}

/** Reads over the profile's database, without going over all that is known of a resource. */
export interface SourcesOf {
  /**
   * What this event taught of the resource, in the total order: by its deliveries, or by look-ups.
   * `moments`: when it can have been so (milliseconds since 1970); others are not looked at.
   */
  byEvent(resource: Resource, eventId: string, moments: readonly number[]): Observation[];
  /**
   * The one before it in the total order that another event, or something else, told; of those
   * observed by a moment (ISO 8601 UTC with milliseconds), where one is given.
   */
  before(observation: Observation, knownAt?: string | null): Observation | null;
  find(resource: Resource, observationId: string): Observation | null;
}

const COLUMNS =
  'observation_id, kind, id, source, observed_at, happened_at, event_id, intent_key, deviations, body';
const PLACE = '(effective_at, rank, body_sha256, observation_id)';
const DOWN = 'effective_at DESC, rank DESC, body_sha256 DESC, observation_id DESC';
/** After every moment, as text. */
const LATEST = '\u{10ffff}';
const one = (row: unknown): Observation | null =>
  row === undefined ? null : observationRow.parse(row);

export function createSources(sqlite: Sqlite): SourcesOf {
  return {
    byEvent({ kind, id }, eventId, moments) {
      const rows = sqlite.all(
        `SELECT ${COLUMNS} FROM observations WHERE kind = ? AND id = ? AND is_entered = 0
           AND effective_at IN (SELECT value FROM json_each(?)) AND event_id = ?
           AND source IN ('delivery', 'event-look-up')
         ORDER BY effective_at, rank, body_sha256, observation_id`,
        [kind, id, JSON.stringify(moments), eventId],
      );
      return z.array(observationRow).parse(rows);
    },

    before({ kind, id, eventId, ...own }, knownAt = null) {
      const observed = instantOf(own.observedAt) ?? 0;
      return one(
        sqlite.first(
          `SELECT ${COLUMNS} FROM observations WHERE kind = ? AND id = ? AND is_entered = 0
             AND ${PLACE} < (SELECT effective_at, rank, body_sha256, observation_id
               FROM observations WHERE kind = ? AND id = ? AND is_entered = 0
                 AND effective_at = ? AND observation_id = ?)
             AND event_id IS NOT ? AND observed_at <= ?
           ORDER BY ${DOWN} LIMIT 1`,
          [
            kind,
            id,
            kind,
            id,
            effectiveAt(own.source, own.happenedAt, observed),
            own.observationId,
            eventId ?? '',
            knownAt ?? LATEST,
          ],
        ),
      );
    },

    find: ({ kind, id }, observationId) =>
      one(
        sqlite.first(
          `SELECT ${COLUMNS} FROM observations WHERE observation_id = ? AND ${isIndexedById}
           UNION ALL
           SELECT ${COLUMNS} FROM observations WHERE kind = ? AND id = ? AND observation_id = ?
           LIMIT 1`,
          [observationId, kind, id, observationId],
        ),
      ),
  };
}
