/** Customers by whom they wait on, longest first. */
import { sql } from 'kysely';
import { z } from 'zod';
import {
  type OnboardingGroup,
  type OnboardingView,
  onboardingGroup,
} from '../../../bridge/onboarding.ts';
import { onboardingGroups } from '../../../bridge/onboarding-groups.ts';
import { jsonText } from '../../../platform/json-column.ts';
import { putRow } from '../../../platform/put-row.ts';
import type { Queries } from '../../../platform/queries.ts';
import type { FreshHistory } from './fresh-history.ts';
import { totalOf } from './list-table.ts';
import type { ObservationsRepository } from './observations-repository.ts';
import type { PlacedObservation } from './place-observation.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import { searchConditions } from './search-text.ts';
import type { OnboardingQuery } from './types.ts';
import {
  accountResponse,
  customerGroup,
  fieldsFor,
  verificationProfileStates,
} from './verification-profile.ts';

export type OnboardingHistory = Pick<
  ObservationsRepository,
  'profilesNewestFirst' | 'sourceOf' | 'eventSinceProfiles'
>;

interface Since {
  readonly at: string;
  readonly milliseconds: number;
  readonly isTold: boolean;
}

const onboardingRow = z
  .object({
    id: z.string(),
    state: onboardingGroup,
    waits_on: onboardingGroup,
    since: z.string(),
    since_at: z.number(),
    is_since_told: z.number(),
    missing: jsonText.pipe(z.array(z.string())),
  })
  .transform((row) => ({
    id: row.id,
    state: row.state,
    group: row.waits_on,
    since: { at: row.since, milliseconds: row.since_at, isTold: row.is_since_told === 1 },
    missing: row.missing,
  }));
const listedRow = onboardingRow.in
  .extend({
    name: z.string().nullable(),
    is_unconfirmed: z.number(),
    profiles: jsonText.pipe(z.array(z.object({ status: z.string() }))),
    virtual_accounts: z.number(),
  })
  .transform((row) => ({
    customerId: row.id,
    customerName: row.name,
    isUnconfirmed: row.is_unconfirmed === 1,
    group: row.waits_on,
    since: row.since,
    isSinceTold: row.is_since_told === 1,
    missing: row.missing,
    statuses: [...new Set(row.profiles.map(({ status }) => status))],
    virtualAccounts: row.virtual_accounts,
  }));
const countRows = z.array(z.object({ waits_on: onboardingGroup, total: z.number() }));

export function createOnboardingColumns(
  queries: Queries<RecordsSchema>,
  history: OnboardingHistory,
) {
  const { build } = queries;

  const stored = (id: string) => {
    const row = queries.sqlite.first('SELECT * FROM customer_queue WHERE id = ?', [id]);
    return row === undefined ? null : onboardingRow.parse(row);
  };

  /** Entered by hand, and not said by the service since. */
  const isHeld = (record: StoredRecord, criterion: string): boolean =>
    fieldsFor(criterion).some((field) => {
      const observationId = record.provenance[field];
      return observationId !== undefined && history.sourceOf(observationId) === 'import';
    });

  const standingsOf = (record: StoredRecord) =>
    verificationProfileStates(record.body['verificationProfiles'], (criterion) =>
      isHeld(record, criterion),
    );

  const stateOf = (profiles: unknown): OnboardingGroup =>
    customerGroup(verificationProfileStates(profiles));

  /** Goes back as long as the profiles said the same. */
  function sinceOf(
    record: StoredRecord,
    state: OnboardingGroup,
    told: Pick<OnboardingHistory, 'profilesNewestFirst'> = history,
  ): Since {
    const learned: Since = {
      at: record.firstLearnedAt,
      milliseconds: Date.parse(record.firstLearnedAt),
      isTold: false,
    };
    let since: Since | null = null;
    for (const { profiles, ...moment } of told.profilesNewestFirst(record)) {
      if (stateOf(profiles) !== state) return since ?? learned;
      since = moment;
    }
    // Before anything was said of profiles, none was known: that is ours as well.
    return since === null || state === 'us' ? learned : since;
  }

  /** `added` is the one observation that came to it, and the last in their order. */
  function sinceWith(
    record: StoredRecord,
    state: OnboardingGroup,
    added: PlacedObservation | null,
  ) {
    const before = added === null ? null : stored(record.id);
    const isKept = before !== null && before.state === state && state !== 'us';
    return isKept ? before.since : sinceOf(record, state);
  }

  const matching = (query: Pick<OnboardingQuery, 'search' | 'foundBy'>) => {
    let rows = build.selectFrom('customer_queue');
    for (const condition of searchConditions(query.search ?? '', query.foundBy)) {
      rows = rows.where(condition);
    }
    return rows;
  };

  return {
    /** `fresh`: there was nothing of the record before. */
    put(
      record: StoredRecord,
      added: PlacedObservation | null,
      fresh: FreshHistory | null = null,
    ): void {
      const standings = standingsOf(record);
      const state = stateOf(record.body['verificationProfiles']);
      const since =
        fresh === null ? sinceWith(record, state, added) : sinceOf(record, state, fresh);
      const row = {
        id: record.id,
        record: record.record,
        state,
        waits_on: customerGroup(standings),
        since: since.at,
        since_at: since.milliseconds,
        is_since_told: Number(since.isTold),
        missing: JSON.stringify([...new Set(standings.flatMap(({ required }) => required))]),
      };
      putRow(queries.sqlite, 'customer_queue', row, fresh !== null);
    },

    /** null when the customer is not known. */
    standing(record: StoredRecord): OnboardingView | null {
      const row = stored(record.id);
      if (row === null) return null;
      const profiles = standingsOf(record);
      const newerEvent = history.eventSinceProfiles(record.id);
      return {
        group: row.group,
        since: row.since.at,
        isSinceTold: row.since.isTold,
        newerEvent,
        answer: newerEvent === null ? accountResponse(profiles) : 'unknown',
        profiles,
      };
    },

    page(query: OnboardingQuery) {
      const { group, before, direction = 'ascending' } = query;
      const order = direction === 'ascending' ? 'asc' : 'desc';
      const ofGroup = matching(query).where('waits_on', '=', group);
      const wanted = before === undefined ? ofGroup : ofGroup.where('since_at', '<', before);
      const rows = queries.all(
        wanted
          .selectAll()
          .select((row) =>
            (['name', 'is_unconfirmed', 'profiles', 'virtual_accounts'] as const).map((column) =>
              row
                .selectFrom('customer_columns')
                .whereRef('customer_columns.id', '=', 'customer_queue.id')
                .select(`customer_columns.${column} as value`)
                .as(column),
            ),
          )
          .orderBy('since_at', order)
          .orderBy('id', order)
          .limit(query.limit)
          .offset(query.offset),
      );
      const total = queries.first(wanted.select(sql<number>`count(*)`.as('total')));
      const counted = countRows.parse(
        queries.all(
          matching(query)
            .select(['waits_on', sql<number>`count(*)`.as('total')])
            .groupBy('waits_on'),
        ),
      );
      const counts = Object.fromEntries(
        onboardingGroups.map((each) => [
          each,
          counted.find(({ waits_on }) => waits_on === each)?.total ?? 0,
        ]),
      ) as Record<OnboardingGroup, number>;
      return { rows: z.array(listedRow).parse(rows), total: totalOf(total), counts };
    },

    clear(): void {
      queries.run(build.deleteFrom('customer_queue'));
    },
  };
}
