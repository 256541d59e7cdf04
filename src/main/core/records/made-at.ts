/** When a resource came to be, as far as it is known. */
import type { ObservationsRepository } from './observations-repository.ts';
import { instantOf } from './order.ts';
import type { KnownRecord } from './types.ts';

export type MadeHistory = Pick<ObservationsRepository, 'firstHappened'>;

/**
 * Milliseconds since 1970: by the resource itself, else by the earliest that was said of it, else when
 * it was first learned.
 */
export const madeAt = (
  record: Pick<KnownRecord, 'kind' | 'id' | 'body' | 'firstLearnedAt'>,
  history: MadeHistory,
): number =>
  instantOf(record.body['created']) ??
  history.firstHappened(record) ??
  Date.parse(record.firstLearnedAt);
