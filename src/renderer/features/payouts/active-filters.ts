/** The filters that are set, each in words, with the view that is left without it. */

import { longInstant } from '../../../bridge/instants.ts';
import { formatWait } from '../../format/durations.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { formatState } from '../../format/words.ts';
import type { ActiveFilter } from '../timeline/filters/filter-chips.tsx';
import { filterTexts } from '../timeline/filters/texts.ts';
import type { PayoutsView } from './payouts-view.ts';
import { payoutTexts } from './texts.ts';

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
