/** What was told of customers' verification, and when. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { NewerEvent } from '../../../bridge/onboarding.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Queries } from '../../../platform/queries.ts';
import type { RecordsSchema } from './schema.ts';
import type { KnownRecord } from './types.ts';

type Resource = Pick<KnownRecord, 'kind' | 'id'>;

/** What one observation said of verification profiles. */
export interface ReportedProfiles {
  /** As they came. */
  readonly profiles: unknown;
  /** The service's time where it told one (`isTold`), else ours. */
  readonly at: string;
  readonly milliseconds: number;
  readonly isTold: boolean;
}

/** Observations of verification profiles that are read at a time. */
const PROFILES_PART = 50;

/** Events that change verification profiles (Interface 6). */
const verificationEvent = /^customer\.(?:kyc|tos)\./;

const toldProfilesRow = z
  .object({
    profiles: jsonText,
    happened_at: z.string().nullable(),
    observed_at: z.string(),
    effective_at: z.number(),
  })
  .transform(
    (row): ReportedProfiles => ({
      profiles: row.profiles,
      at: row.happened_at ?? row.observed_at,
      milliseconds: row.effective_at,
      isTold: row.happened_at !== null,
    }),
  );
const verificationEventRows = z.array(
  z.object({
    event_id: z.string().nullable(),
    name: z.unknown().transform((name) => (typeof name === 'string' ? name : null)),
    happened_at: z.string().nullable(),
    observed_at: z.string(),
    is_told: z.number(),
  }),
);

/** `ofResource` gives the observations of a resource that may be looked at. */
export const createVerificationHistory = (
  queries: Pick<Queries<RecordsSchema>, 'all'>,
  ofResource: (resource: Resource) => SelectQueryBuilder<RecordsSchema, 'observations', object>,
) => ({
  /**
   * What the service said of a customer's verification profiles, and when it was so, newest first.
   * Read in parts, since whoever asks seldom goes far back.
   */
  *profilesNewestFirst(resource: Resource): Generator<ReportedProfiles> {
    for (let offset = 0; ; offset += PROFILES_PART) {
      const rows = queries.all(
        ofResource(resource)
          .where('is_entered', '=', 0)
          .where(sql<boolean>`json_type(body, '$.verificationProfiles') IS NOT NULL`)
          .select(sql<string>`body -> '$.verificationProfiles'`.as('profiles'))
          .select(['happened_at', 'observed_at', 'effective_at'])
          .orderBy('effective_at', 'desc')
          .orderBy('rank', 'desc')
          .orderBy('body_sha256', 'desc')
          .orderBy('observation_id', 'desc')
          .limit(PROFILES_PART)
          .offset(offset),
      );
      yield* z.array(toldProfilesRow).parse(rows);
      if (rows.length < PROFILES_PART) return;
    }
  },

  /**
   * The newest event about a customer's verification that came without its profiles, later than they
   * were told; null when there is none among its newest observations.
   */
  eventSinceProfiles(customerId: string): NewerEvent | null {
    const rows = verificationEventRows.parse(
      queries.all(
        ofResource({ kind: 'customer', id: customerId })
          .where('is_entered', '=', 0)
          .select(['event_id', 'happened_at', 'observed_at'])
          .select(sql<number>`json_type(body, '$.verificationProfiles') IS NOT NULL`.as('is_told'))
          .select((row) =>
            row
              .selectFrom('observations as event')
              .where('event.kind', '=', 'event')
              .whereRef('event.id', '=', 'observations.event_id')
              .select(sql<string | null>`event.body ->> '$.name'`.as('name'))
              .limit(1)
              .as('name'),
          )
          .orderBy('effective_at', 'desc')
          .orderBy('rank', 'desc')
          .orderBy('body_sha256', 'desc')
          .orderBy('observation_id', 'desc')
          .limit(PROFILES_PART),
      ),
    );
    for (const { event_id, name, happened_at, observed_at, is_told } of rows) {
      if (is_told === 1) return null;
      if (event_id === null || name === null || !verificationEvent.test(name)) continue;
      return { eventId: event_id, name, at: happened_at ?? observed_at };
    }
    return null;
  },
});
