/**
 * How the list of payouts is narrowed and sorted, as it stands in the address. Only what differs from the
 * first view is written, in one order, so that one view has one address. What is no filter is left out.
 */
import { longInstant } from '../../../bridge/instants.ts';
import type { ListPayoutsInput } from '../../../bridge/payouts.ts';
import { hasOutcome, type PayoutOutcome } from '../../../contract/payout-outcomes.ts';
import { payoutStates } from '../../../contract/transitions.ts';
import { formatWait } from '../../format/durations.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { momentOf } from '../../format/instants.ts';
import { formatState } from '../../format/words.ts';
import type { ViewOf } from '../../stores/list-view.ts';
import type { ActiveFilter } from '../timeline/filters/filter-chips.tsx';
import { filterTexts } from '../timeline/filters/texts.ts';
import { payoutTexts } from './texts.ts';

/** The filters that are set, each in words, with the view that is left without it. */
const { filters: texts } = payoutTexts;
const { chips } = filterTexts;

/** @param customerName of the customer that is filtered by; null while it is not known. */
export function activeFilters(
  view: PayoutsView,
  customerName: string | null,
): ActiveFilter<PayoutsView>[] {
  const part = <Key extends keyof PayoutsView>(
    key: Key,
    words: (value: NonNullable<PayoutsView[Key]>) => string,
  ): ActiveFilter<PayoutsView>[] => {
    const value = view[key];
    return value === null ? [] : [{ key, text: words(value), without: { [key]: null } }];
  };
  const labelled = (label: string) => (value: string) => texts.chip(label, asSeen(value));
  const ofPeriod = (words: string): string => texts.chip(texts.period(view.by), words);
  return [
    ...(view.search === ''
      ? []
      : [{ key: 'search', text: chips.search(asSeen(view.search)), without: { search: '' } }]),
    ...view.states.map((state) => ({
      key: `state ${state}`,
      text: formatState(state),
      without: { states: view.states.filter((other) => other !== state) },
    })),
    ...part('customerId', (id) =>
      texts.chip(filterTexts.customer, asSeen(customerName ?? shortId(id))),
    ),
    ...part('virtualAccountId', (id) => texts.chip(texts.account, asSeen(shortId(id)))),
    ...part('from', (at) => ofPeriod(chips.from(longInstant(at)))),
    ...part('to', (at) => ofPeriod(chips.to(longInstant(at)))),
    ...part('currencyIn', labelled(texts.currencyIn)),
    ...part('currencyOut', labelled(texts.currencyOut)),
    ...part('network', labelled(texts.network)),
    ...part('isReceived', (is) => (is ? texts.deposits.arrived : texts.deposits.none)),
    ...part('flag', (flag) => texts.flags[flag]),
    ...part('stuckHours', (hours) => texts.stuckFor(formatWait(hours * 3_600_000))),
    ...part('without', (side) => texts.withoutSide[side]),
  ];
}

export type PayoutsView = ViewOf<ListPayoutsInput>;

export const firstView: PayoutsView = {
  search: '',
  states: [],
  customerId: null,
  virtualAccountId: null,
  by: 'created',
  from: null,
  to: null,
  currencyIn: null,
  currencyOut: null,
  network: null,
  isReceived: null,
  flag: null,
  stuckHours: null,
  without: null,
  sort: 'updated',
  direction: 'descending',
};

export const sides = ['in', 'out', 'fee'] as const;
export const missing = [...sides, 'time'] as const;
export const times = ['created', 'updated', 'stateSince', 'receivedAt'] as const;
export const flags = ['unusual', 'missing', 'ambiguous', 'mock'] as const;

const sorts: readonly PayoutsView['sort'][] = [
  'created',
  'updated',
  'state',
  'stateSince',
  'customerName',
  'amountIn',
  'amountOut',
  'feeAmount',
  'network',
  'id',
];

/** Bounds of the bridge (listPayoutsInput). */
const most = { search: 200, states: 50, hours: 1_000_000 } as const;

export function queryOf(view: PayoutsView): string {
  const query = new URLSearchParams();
  const set = (key: string, value: string | number | null) => {
    if (value !== null && value !== '') query.append(key, String(value));
  };
  set('q', view.search);
  for (const state of view.states.toSorted()) set('state', state);
  set('customer', view.customerId);
  set('account', view.virtualAccountId);
  if (view.by !== firstView.by) set('by', view.by);
  set('from', view.from);
  set('to', view.to);
  set('in', view.currencyIn);
  set('out', view.currencyOut);
  set('network', view.network);
  if (view.isReceived !== null) set('deposit', view.isReceived ? 'arrived' : 'none');
  set('flag', view.flag);
  set('stuck', view.stuckHours);
  set('without', view.without);
  if (view.sort !== firstView.sort || view.direction !== firstView.direction) {
    set('sort', view.sort);
    if (view.direction === 'ascending') set('order', 'ascending');
  }
  return query.toString();
}

export function viewOf(query: string): PayoutsView {
  const params = new URLSearchParams(query);
  const text = (key: string): string | null => params.get(key)?.trim() || null;
  const states = params.getAll('state').filter((state) => state !== '' && state.length <= 200);
  return {
    search: (params.get('q') ?? '').trim().slice(0, most.search),
    states: [...new Set(states)].toSorted().slice(0, most.states),
    customerId: text('customer'),
    virtualAccountId: text('account'),
    by: times.find((time) => time === params.get('by')) ?? firstView.by,
    from: momentOf(params.get('from')),
    to: momentOf(params.get('to')),
    currencyIn: text('in'),
    currencyOut: text('out'),
    network: text('network'),
    isReceived: deposits.get(params.get('deposit') ?? '') ?? null,
    flag: flags.find((flag) => flag === params.get('flag')) ?? null,
    stuckHours: hours(params.get('stuck')),
    without: missing.find((one) => one === params.get('without')) ?? null,
    sort: sorts.find((sort) => sort === params.get('sort')) ?? firstView.sort,
    direction: params.get('order') === 'ascending' ? 'ascending' : 'descending',
  };
}

const deposits: ReadonlyMap<string, boolean> = new Map([
  ['arrived', true],
  ['none', false],
]);

/** Narrowed to what a sum is of. `states`: those that occur; where none of it does, all that could. */
export const viewOfOutcome = (
  outcome: PayoutOutcome,
  states: readonly { readonly state: string }[],
): Partial<PayoutsView> => {
  if (outcome === 'received') return { isReceived: true };
  const of = (some: readonly string[]) => some.filter((state) => hasOutcome(outcome, state));
  const occurring = of(states.map(({ state }) => state));
  return { states: occurring.length > 0 ? occurring : of(payoutStates) };
};

/** Whether anything but the order differs from all payouts. */
export const isFiltered = (view: PayoutsView): boolean =>
  queryOf({ ...view, sort: firstView.sort, direction: firstView.direction, by: 'created' }) !== '';

function hours(text: string | null): number | null {
  const value = Number(text ?? '');
  return Number.isFinite(value) && value > 0 && value <= most.hours ? value : null;
}
