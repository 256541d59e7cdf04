/** The filter as chips: each in words, with the filter that is left without it. */
import { eventFlags, flagNames } from '../../../../bridge/event-flags.ts';
import { longInstant } from '../../../../bridge/instants.ts';
import type { TimelineFilter } from '../../../../bridge/timeline.ts';
import { asSeen } from '../../../format/hidden-characters.ts';
import { shortId } from '../../../format/identifiers.ts';
import { timelineTexts } from '../texts.ts';
import type { ActiveFilter } from './filter-chips.tsx';
import { filterTexts } from './texts.ts';

const { chips } = filterTexts;

/** What ids are called, where that is known. */
export interface NamesOfIds {
  readonly customer: string | null;
  readonly webhook: string | null;
}

export function activeFilters(
  filter: TimelineFilter,
  names: NamesOfIds,
): ActiveFilter<TimelineFilter>[] {
  const { customerId, webhookId, resourceId, proof, from, to, search } = filter;
  /** A part that may not be set. */
  const part = <Value>(
    key: keyof TimelineFilter,
    value: Value | null,
    words: (value: Value) => string,
  ): ActiveFilter<TimelineFilter>[] =>
    value === null ? [] : [{ key, text: words(value), without: { [key]: null } }];

  return [
    ...(search === ''
      ? []
      : [{ key: 'search', text: chips.search(asSeen(search)), without: { search: '' } }]),
    ...filter.names.map((name) => ({
      key: `name ${name}`,
      text: name.endsWith('.') ? chips.all(name.slice(0, -1)) : name,
      without: { names: filter.names.filter((other) => other !== name) },
    })),
    ...filter.resourceKinds.map((kind) => ({
      key: `kind ${kind}`,
      text: `${filterTexts.kind}: ${kind}`,
      without: { resourceKinds: filter.resourceKinds.filter((other) => other !== kind) },
    })),
    ...part('customerId', customerId, (id) =>
      labelled('customer', asSeen(names.customer ?? shortId(id))),
    ),
    ...part('resourceId', resourceId, (id) => labelled('resource', asSeen(shortId(id)))),
    ...part('webhookId', webhookId, (id) =>
      labelled('webhook', asSeen(names.webhook ?? shortId(id))),
    ),
    ...part('proof', proof, (value) => timelineTexts.proofs[value]),
    ...flagNames.flatMap((flag) =>
      part(flag, filter[flag], (value) => eventFlags[flag][value ? 'yes' : 'no']),
    ),
    ...part('from', from, (at) => chips.from(longInstant(at))),
    ...part('to', to, (at) => chips.to(longInstant(at))),
  ];
}

const labelled = (label: 'customer' | 'resource' | 'webhook', value: string): string =>
  `${filterTexts[label]}: ${value}`;
