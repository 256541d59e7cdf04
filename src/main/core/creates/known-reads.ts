/** Reads records as they are known now, or as they were known at a moment. */
import type { Clock } from '../../../platform/clock.ts';
import { invalid } from '../intents/failed.ts';
import type { AsOfRecords } from '../records/as-of.ts';
import { instantOf } from '../records/order.ts';
import type { RecordReads, Records } from '../records/types.ts';

export interface KnownReadsParts {
  readonly records: Records;
  readonly asOf: Pick<AsOfRecords, 'read'>;
  readonly clock: Clock;
}

/** Whose knowledge is asked for: null is now. Aborted when the page that asked is gone. */
export interface KnownBy {
  readonly knownAt: string | null;
  readonly signal?: AbortSignal | undefined;
}

export const now: KnownBy = { knownAt: null };

/** Rejects with Failed INVALID for what is no moment, or one that has not come. */
export async function readKnown<Result>(
  { records, asOf, clock }: KnownReadsParts,
  { knownAt, signal }: KnownBy,
  read: (records: RecordReads) => Result,
): Promise<Result> {
  if (knownAt === null) return read(records);
  requirePast(clock, knownAt);
  return await asOf.read(knownAt, read, signal);
}

/** In milliseconds. Throws Failed INVALID for what is no moment. */
export function requireMoment(knownAt: string): number {
  const moment = instantOf(knownAt);
  if (moment === null) throw invalid('Enter a valid date and time.');
  return moment;
}

/** The same in ISO 8601, UTC; null is now. */
export const isoMoment = (knownAt: string | null): string | null =>
  knownAt === null ? null : new Date(requireMoment(knownAt)).toISOString();

/** Throws Failed INVALID for what is no moment, or one that has not come. */
export function requirePast(clock: Clock, knownAt: string): void {
  if (requireMoment(knownAt) > clock.now())
    throw invalid('Enter a time in the past, or return to now.');
}

/** Throws Failed INVALID while a page looks at what was known at a moment. */
export function requireNow(knownAt: string | null): void {
  if (knownAt === null) return;
  throw invalid(
    'Nothing was sent: you are viewing earlier data. Return to now, check the data again, then create the record.',
    'as-of',
  );
}
