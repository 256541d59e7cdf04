/** A filter as a person reads it, one line for each thing that is set. */
import { type EventFlag, eventFlags, flagNames } from '../../../../bridge/event-flags.ts';
import type { EventSignature, TimelineFilter } from '../../../../bridge/timeline.ts';
import { formatUtc } from './format-utc.ts';

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
