/** What came of restoring a backup beside data that is there, or would come of it. */
import { longInstant } from '../../../bridge/instants.ts';
import { counted } from '../../../bridge/words.ts';
import { type ChangedValues, linesOfChanged } from '../../core/records/changed-values.ts';
import type { HandoverDifference } from '../../features/handover/outcome.ts';

/** Counts of what a backup has and this computer lacks. */
export interface MergeCounts {
  records: number;
  observations: number;
  requests: number;
  resolutions: number;
  notes: number;
  labels: number;
  references: number;
  names: number;
  signOffs: number;
  lookups: number;
  addresses: number;
  origins: number;
  /** That were lost with a damaged database. */
  auditEntries: number;
}

export const noCounts = (): MergeCounts => ({
  records: 0,
  observations: 0,
  requests: 0,
  resolutions: 0,
  notes: 0,
  labels: 0,
  references: 0,
  names: 0,
  signOffs: 0,
  lookups: 0,
  addresses: 0,
  origins: 0,
  auditEntries: 0,
});

export const countedWords: Readonly<Record<keyof MergeCounts, readonly [string, string]>> = {
  records: ['record', 'records'],
  observations: ['source', 'sources'],
  requests: ['request', 'requests'],
  resolutions: ['resolution of a request', 'resolutions of requests'],
  notes: ['note', 'notes'],
  labels: ['label', 'labels'],
  references: ['reference', 'references'],
  names: ['display name', 'display names'],
  signOffs: ['sign-off', 'sign-offs'],
  lookups: ['bank account lookup', 'bank account lookups'],
  addresses: ['address book label', 'address book labels'],
  origins: ['fact of a hand-over', 'facts of hand-overs'],
  auditEntries: ['lost audit entry', 'lost audit entries'],
};

/** Something that stays as it is here, although the backup has it otherwise. */
export type Difference = HandoverDifference;

export interface Merged {
  readonly brought: MergeCounts;
  /** Counts of what the backup has and this computer has already. */
  readonly here: MergeCounts;
  /** How many differ; the first of them follow. */
  readonly differing: number;
  readonly differences: readonly Difference[];
  /** Records that are here and show other values by what came. */
  readonly changed: ChangedValues;
  /** Customers whose personal data was erased, so that it does not come. */
  readonly erased: number;
}

/** Deliveries of a profile that the backup's inbox has and this computer's lacks. */
export interface RestoredDeliveries {
  readonly count: number;
  /** When the earliest and the latest of them were received, ISO 8601 UTC; null where there are none. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** Stay in the backup: damaged, not checked and of an erased customer, or too many to be held. */
  readonly left: number;
}

export const noDeliveries: RestoredDeliveries = { count: 0, firstAt: null, lastAt: null, left: 0 };

export interface RestoredProfile extends Merged {
  readonly id: string;
  readonly name: string;
  /** The profile was not here, and comes whole. */
  readonly isNew: boolean;
  /** null where none can be stored now, or the backup has no inbox. */
  readonly deliveries: RestoredDeliveries | null;
}

export interface Outcome {
  /** When the backup was made. */
  readonly createdAt: string;
  /** Names all that it brings. */
  readonly digest: string;
  readonly profiles: readonly RestoredProfile[];
  /** Why profiles of the backup stay out, a sentence each. */
  readonly left: readonly string[];
}

const someOf = (counts: MergeCounts): string => {
  const parts = (Object.keys(countedWords) as (keyof MergeCounts)[])
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${countedWords[name][counts[name] === 1 ? 0 : 1]}`);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
};

function* linesOfDeliveries(name: string, found: RestoredDeliveries | null): Generator<string> {
  if (found === null) {
    yield `Deliveries of “${name}” stay in the backup: it has none that can be read, or none can be stored now.`;
    return;
  }
  const { count, firstAt, lastAt, left } = found;
  yield firstAt === null || lastAt === null
    ? `New deliveries of “${name}”: none.`
    : `New deliveries of “${name}”: ${count}, received from ${longInstant(firstAt)} to ${longInstant(lastAt)}.`;
  if (left > 0)
    yield `${left} more stay in the backup: damaged, too many to be held, or not checked and of an erased customer.`;
}

/** A line or several for each profile, as people read them. */
export function* linesOf({ profiles, left }: Outcome): Generator<string> {
  for (const profile of profiles) {
    const { name, isNew, brought, here, differing, differences, erased } = profile;
    yield isNew
      ? `“${name}” is not here. It comes with ${someOf(brought)}.`
      : `“${name}” is here. New: ${someOf(brought)}. Here already: ${someOf(here)}.`;
    yield* linesOfDeliveries(name, profile.deliveries);
    if (erased > 0)
      yield `Personal data of ${erased} ${erased === 1 ? 'customer' : 'customers'} in “${name}” was erased since, so it is not restored.`;
    if (differing > 0)
      yield `“${name}”: ${counted(differing, 'entry differs', 'entries differ')} from the backup. What is here stays:`;
    for (const { what, of, here: kept, there } of differences)
      yield `${what} of ${of}: here “${kept}”, in the backup “${there}”.`;
    if (differing > differences.length) yield `And ${differing - differences.length} more.`;
    yield* linesOfChanged(name, profile.changed);
  }
  yield* left;
}
