/** What came of merging a hand-over file, or would come of it. */
import type { Erasure } from '../../core/records/erased/erased-subjects.ts';
import { outcomeInWords } from '../../core/records/shown-words.ts';
import type { RowKind } from './entries.ts';

/** Entries by kind. */
export type EntryCounts = Record<'observation' | 'resolution' | 'erasure' | RowKind, number>;

export const noEntries = (): EntryCounts => ({
  observation: 0,
  request: 0,
  note: 0,
  mismatchSignOff: 0,
  changeSignOff: 0,
  resolution: 0,
  displayName: 0,
  reference: 0,
  label: 0,
  addressLabel: 0,
  erasure: 0,
});

/** Something that is here otherwise. Both stay. */
export interface HandoverDifference {
  readonly what: string;
  /** Name of the record, request or address. */
  readonly of: string;
  readonly here: string;
  readonly there: string;
}

/** Difference of a request, with its states in words. */
export const ofRequest = (
  what: string,
  key: string,
  here: string,
  there: string,
): HandoverDifference => ({
  what,
  of: `request ${key}`,
  here: outcomeInWords(here),
  there: outcomeInWords(there),
});

export interface ErasureThere extends Erasure {
  /** It is known here, and was lifted there alone. */
  readonly isHere: boolean;
}

export interface MergedHandover {
  readonly brought: EntryCounts;
  /** Entries of the file that were here already. */
  readonly here: EntryCounts;
  /** Requests and resolutions that are here, and that this computer tells its team from now on, too. */
  readonly toldAgain: number;
  /** Whose resolutions this computer tells its team from now on, those that are new here and those told again; as the file names them. */
  readonly resolvedBy: readonly { readonly person: string; readonly count: number }[];
  /** How many differ; the first of them follow. */
  readonly differing: number;
  readonly differences: readonly HandoverDifference[];
  /** Customers who were erased there and not here, or recorded again: nothing is done about them yet. */
  readonly erasures: readonly ErasureThere[];
}

const words: Readonly<Record<keyof EntryCounts, readonly [string, string]>> = {
  observation: ['source', 'sources'],
  request: ['request', 'requests'],
  note: ['version of a note', 'versions of notes'],
  displayName: ['display name', 'display names'],
  reference: ['version of a reference', 'versions of references'],
  label: ['label set or taken away', 'labels set or taken away'],
  addressLabel: ['address book label', 'address book labels'],
  mismatchSignOff: ['sign-off of a mismatch', 'sign-offs of mismatches'],
  changeSignOff: ['sign-off of a change', 'sign-offs of changes'],
  resolution: ['resolution of a request', 'resolutions of requests'],
  erasure: ['erasure', 'erasures'],
};

/** `2 sources, 1 request`; `nothing`. */
export function listed(counts: EntryCounts): string {
  const parts = (Object.keys(words) as (keyof EntryCounts)[])
    .filter((what) => counts[what] > 0)
    .map((what) => `${counts[what]} ${words[what][counts[what] === 1 ? 0 : 1]}`);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
