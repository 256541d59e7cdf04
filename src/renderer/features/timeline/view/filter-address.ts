/**
 * The filter as it stands in the address. Only what is set is written, always in the same order, so
 * that one filter has one address. What an address holds that is no filter is left out.
 */
import { eachFlag, eventFlags, flagNames } from '../../../../bridge/event-flags.ts';
import type { EventSignature, TimelineFilter } from '../../../../bridge/timeline.ts';
import { momentOf } from '../../../format/instants.ts';

export const emptyFilter: TimelineFilter = {
  names: [],
  resourceKinds: [],
  resourceId: null,
  customerId: null,
  webhookId: null,
  proof: null,
  ...eachFlag(() => null),
  from: null,
  to: null,
  search: '',
  knownAt: null,
};

export const eventSignatures: readonly EventSignature[] = [
  'genuine',
  'genuine-reserialised',
  'read',
];

const yes = 'yes';
const no = 'no';

/** Bounds of the bridge (timelineFilter). */
const most = { names: 200, kinds: 100, search: 400 } as const;

/** Names go as one parameter each: a name may hold anything, a comma too. */
export function queryOf(filter: TimelineFilter): string {
  const query = new URLSearchParams();
  const set = (key: string, value: string | null) => {
    if (value !== null && value !== '') query.append(key, value);
  };
  for (const name of [...filter.names].sort()) set('name', name);
  for (const kind of [...filter.resourceKinds].sort()) set('kind', kind);
  set('resource', filter.resourceId);
  set('customer', filter.customerId);
  set('webhook', filter.webhookId);
  set('proof', filter.proof);
  for (const flag of flagNames) set(eventFlags[flag].query, word(filter[flag]));
  set('from', filter.from);
  set('to', filter.to);
  set('q', filter.search);
  set('asof', filter.knownAt);
  return query.toString();
}

export function filterOf(query: string): TimelineFilter {
  const params = new URLSearchParams(query);
  const text = (key: string): string | null => params.get(key)?.trim() || null;
  return {
    names: all(params, 'name', most.names),
    resourceKinds: all(params, 'kind', most.kinds),
    resourceId: text('resource'),
    customerId: text('customer'),
    webhookId: text('webhook'),
    proof: eventSignatures.find((proof) => proof === params.get('proof')) ?? null,
    ...eachFlag((flag) => truth(params.get(eventFlags[flag].query))),
    from: momentOf(params.get('from')),
    to: momentOf(params.get('to')),
    search: (params.get('q') ?? '').trim().slice(0, most.search),
    knownAt: momentOf(params.get('asof')),
  };
}

/** Whether anything is set but the moment of knowledge, which is no filter of what happened. */
export const isFiltered = (filter: TimelineFilter): boolean =>
  queryOf({ ...filter, knownAt: null }) !== '';

const word = (value: boolean | null): string | null => (value === null ? null : value ? yes : no);

const truth = (text: string | null): boolean | null =>
  text === yes ? true : text === no ? false : null;

const all = (params: URLSearchParams, key: string, atMost: number): string[] =>
  [...new Set(params.getAll(key).filter((value) => value !== ''))].sort().slice(0, atMost);
