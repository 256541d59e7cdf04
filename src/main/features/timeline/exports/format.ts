/** How an export is written, piece by piece, so that it is never held whole. */
import { type EventFlag, eventFlags, flagNames } from '../../../../bridge/event-flags.ts';
import type { EventSignature, TimelineFilter, TimelineRow } from '../../../../bridge/timeline.ts';
import { instantOf } from '../../../core/records/order.ts';

/** What ids are called, where that is known. */
export interface Names {
  webhook(id: string): string | null;
  customer(id: string): string | null;
}

const proofWords: Record<EventSignature, string> = {
  genuine: 'verified on the exact bytes',
  'genuine-reserialised': 'verified on the re-serialised body',
  read: 'looked up at the service by ID',
};

/** A filter as a person reads it, one line for each thing that is set. */
export function formatFilter(filter: TimelineFilter, names: Names): string[] {
  const { search, knownAt } = filter;
  const lines = [
    list('Event names', filter.names.map(inNames)),
    list('Resource types', filter.resourceKinds),
    filter.resourceId === null ? null : `Resource: ${filter.resourceId}`,
    named('Customer', filter.customerId, names.customer),
    named('Webhook', filter.webhookId, names.webhook),
    filter.proof === null ? null : `Signature: ${proofWords[filter.proof]}`,
    ...flagNames.map((flag) => yesOrNo(flag, filter[flag])),
    range(filter),
    search.trim() === '' ? null : `Search: “${search.trim()}”`,
    knownAt === null ? null : `As of ${formatUtc(knownAt)}`,
  ].filter((line) => line !== null);
  return lines.length === 0 ? ['All events'] : lines;
}

/** `payout.` stands for every name that begins so. */
const inNames = (name: string): string => (name.endsWith('.') ? `${name}*` : name);

const list = (title: string, values: readonly string[]): string | null =>
  values.length === 0 ? null : `${title}: ${values.join(', ')}`;

const yesOrNo = (flag: EventFlag, value: boolean | null): string | null =>
  value === null ? null : eventFlags[flag][value ? 'yes' : 'no'];

function named(
  title: string,
  id: string | null,
  nameOf: (id: string) => string | null,
): string | null {
  if (id === null) return null;
  const name = nameOf(id);
  return name === null ? `${title}: ${id}` : `${title}: ${name} (${id})`;
}

function range({ from, to }: TimelineFilter): string | null {
  if (from === null && to === null) return null;
  if (to === null) return `Occurred from ${formatUtc(from ?? '')} on`;
  if (from === null) return `Occurred before ${formatUtc(to)}`;
  return `Occurred from ${formatUtc(from)} on, before ${formatUtc(to)}`;
}

/** What an export says of itself. */
export interface ExportFacts {
  readonly profileName: string;
  /** One line each. */
  readonly filter: readonly string[];
  /** ISO 8601 UTC: when it was begun. */
  readonly madeAt: string;
  readonly total: number;
  /** Events by the first word of their name, the most frequent first. */
  readonly families: readonly { readonly family: string; readonly count: number }[];
}

export interface RowsAsked {
  /** The moment that the person looks back to, ISO 8601; null is now. */
  readonly knownAt: string | null;
  readonly signal: AbortSignal;
}

export interface ExportFormat {
  readonly ending: string;
  /** Media type of the file. */
  readonly type: string;
  /** Events that one file of this format holds at most. */
  readonly most: number;
  /** What stands before the rows. */
  head(facts: ExportFacts, asked: RowsAsked): string;
  /** One page of rows, newest first. */
  rows(rows: readonly TimelineRow[], asked: RowsAsked): Promise<string>;
  /** What stands behind the rows. */
  foot(facts: ExportFacts): string;
}

export type ExportFilter = TimelineFilter & { readonly knownAt: string };

/** `2026-11-20 14:05:11.482 UTC`; what is no moment stays as it is. */
export function formatUtc(instant: string): string {
  const milliseconds = instantOf(instant);
  if (milliseconds === null) return instant;
  return new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', ' UTC');
}
