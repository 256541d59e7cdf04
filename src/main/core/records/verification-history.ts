/** What was told of customers' verification, and when. */
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
/** The same of events, of which mostly the first tells; and how many are looked at. */
const EVENTS_PART = 5;
const MOST_EVENTS = 50;

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

/** @param until as in createObservationsRepository */
export const createVerificationHistory = (
  queries: Pick<Queries<RecordsSchema>, 'sqlite'>,
  until: string | null,
) => ({
  /**
   * What the service said of a customer's verification profiles, and when it was so, newest first.
   * Read in parts, since whoever asks seldom goes far back.
   */
  *profilesNewestFirst({ kind, id }: Resource): Generator<ReportedProfiles> {
    for (let offset = 0; ; offset += PROFILES_PART) {
      const of = [kind, id, until ?? '9999', PROFILES_PART, offset];
      const rows = queries.sqlite.all(profilesSql, of);
      yield* z.array(toldProfilesRow).parse(rows);
      if (rows.length < PROFILES_PART) return;
    }
  },

  /**
   * The newest event about a customer's verification that came without its profiles, later than they
   * were told; null when there is none among its newest observations.
   */
  eventSinceProfiles(customerId: string): NewerEvent | null {
    for (const row of newestOf(queries, customerId, until)) {
      const { event_id, name, happened_at, observed_at, is_told } = row;
      if (is_told === 1) return null;
      if (event_id === null || name === null || !verificationEvent.test(name)) continue;
      return { eventId: event_id, name, at: happened_at ?? observed_at };
    }
    return null;
  },
});

function* newestOf(
  { sqlite }: Pick<Queries<RecordsSchema>, 'sqlite'>,
  customerId: string,
  until: string | null,
): Generator<z.infer<typeof verificationEventRows>[number]> {
  for (let offset = 0; offset < MOST_EVENTS; offset += EVENTS_PART) {
    const rows = verificationEventRows.parse(
      sqlite.all(sinceProfilesSql, [customerId, until ?? '9999', EVENTS_PART, offset]),
    );
    yield* rows;
    if (rows.length < EVENTS_PART) return;
  }
}

const profilesSql = `
  SELECT body -> '$.verificationProfiles' AS profiles, happened_at, observed_at, effective_at
  FROM observations
  WHERE kind = ? AND id = ? AND is_entered = 0 AND observed_at <= ?
    AND json_type(body, '$.verificationProfiles') IS NOT NULL
  ORDER BY effective_at DESC, rank DESC, body_sha256 DESC, observation_id DESC
  LIMIT ? OFFSET ?`;

const sinceProfilesSql = `
  SELECT event_id, happened_at, observed_at,
    json_type(body, '$.verificationProfiles') IS NOT NULL AS is_told,
    (SELECT event.body ->> '$.name' FROM observations AS event
     WHERE event.kind = 'event' AND event.id = told.event_id LIMIT 1) AS name
  FROM observations AS told
  WHERE kind = 'customer' AND id = ? AND is_entered = 0 AND observed_at <= ?
  ORDER BY effective_at DESC, rank DESC, body_sha256 DESC, observation_id DESC
  LIMIT ? OFFSET ?`;
