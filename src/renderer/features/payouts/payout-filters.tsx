/** Filters of the list: state, customer, period, and those that are set more seldom. */
import { Checkbox } from '@mantine/core';
import type { ListPayoutsOutput } from '../../../bridge/payouts.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { formatWait } from '../../format/durations.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { formatState } from '../../format/words.ts';
import { CustomerMenu } from '../timeline/filters/customer-menu.tsx';
import { FilterMenu } from '../timeline/filters/filter-menu.tsx';
import menus from '../timeline/filters/filters.module.css';
import { FilterChoice } from '../timeline/filters/more-menu.tsx';
import { RangeMenu } from '../timeline/filters/range-menu.tsx';
import { filterTexts } from '../timeline/filters/texts.ts';
import { ViewsMenu } from '../timeline/filters/views-menu.tsx';
import { flags, missing, type PayoutsView, queryOf, times } from './payouts-view.ts';
import { payoutTexts } from './texts.ts';
import type { PayoutsAddress } from './use-payouts-view.ts';

const texts = payoutTexts.filters;

export interface PayoutFiltersProps {
  address: PayoutsAddress;
  /** What the list offers to filter by; undefined before it came. */
  first: ListPayoutsOutput | undefined;
  /** Name of the customer that is filtered by; null where it is not known. */
  customerName: string | null;
}

export function PayoutFilters({ address, first, customerName }: PayoutFiltersProps) {
  const { view, change } = address;
  return (
    <>
      <StatesMenu view={view} states={first?.states ?? []} onChange={change} />
      <CustomerMenu
        customerId={view.customerId}
        name={customerName}
        onChange={(customerId) => change({ customerId })}
      />
      <RangeMenu from={view.from} to={view.to} onChange={change} />
      <MoreMenu view={view} first={first} onChange={change} />
      <ViewsMenu list="payouts" query={queryOf(view)} onApply={address.apply} />
    </>
  );
}

interface PartProps {
  view: PayoutsView;
  onChange: (patch: Partial<PayoutsView>) => void;
}

function StatesMenu(props: PartProps & { states: ListPayoutsOutput['states'] }) {
  const { view, states, onChange } = props;
  const { states: chosen } = view;
  const [only] = chosen;
  const missing = chosen.filter((state) => !states.some((known) => known.state === state));
  const all = [...states, ...missing.map((state) => ({ state, count: 0 }))];
  const words =
    only === undefined
      ? null
      : chosen.length === 1
        ? formatState(only)
        : texts.stateCount(chosen.length);
  return (
    <FilterMenu label={texts.state} chosen={words}>
      {() => (
        <div className={menus['fields']}>
          {all.length === 0 && <p className="dimmed">{texts.noStates}</p>}
          {all.map(({ state, count }) => (
            <div key={state} className={menus['node']}>
              <Checkbox
                size="xs"
                label={formatState(state)}
                checked={chosen.includes(state)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({
                    states: checked
                      ? [...chosen, state]
                      : chosen.filter((other) => other !== state),
                  })
                }
              />
              <span className={menus['count']}>{groupedCount(count)}</span>
            </div>
          ))}
        </div>
      )}
    </FilterMenu>
  );
}

/** In hours. */
const waits = [1, 4, 24, 72, 168];

function MoreMenu(props: PartProps & { first: ListPayoutsOutput | undefined }) {
  const { view, first, onChange } = props;
  const { currencyIn, currencyOut, network, isReceived, flag, stuckHours, without, by } = view;
  const set =
    [currencyIn, currencyOut, network, isReceived, flag, stuckHours, without].filter(
      (value) => value !== null,
    ).length + (by === 'created' ? 0 : 1);
  const hours = [...new Set([...waits, ...(stuckHours === null ? [] : [stuckHours])])];
  return (
    <FilterMenu label={texts.more} chosen={set === 0 ? null : String(set)}>
      {() => (
        <div className={menus['fields']}>
          <FilterChoice
            label={texts.currencyIn}
            value={currencyIn}
            choices={choicesOf(first?.currenciesIn, currencyIn)}
            onChange={(value) => onChange({ currencyIn: value })}
          />
          <FilterChoice
            label={texts.currencyOut}
            value={currencyOut}
            choices={choicesOf(first?.currenciesOut, currencyOut)}
            onChange={(value) => onChange({ currencyOut: value })}
          />
          <FilterChoice
            label={texts.network}
            value={network}
            choices={choicesOf(first?.networks, network)}
            onChange={(value) => onChange({ network: value })}
          />
          <FilterChoice
            label={texts.deposit}
            any={filterTexts.any}
            value={isReceived === null ? null : isReceived ? 'arrived' : 'none'}
            choices={(['arrived', 'none'] as const).map((value) => ({
              value,
              label: texts.deposits[value],
            }))}
            onChange={(value) =>
              onChange({ isReceived: value === null ? null : value === 'arrived' })
            }
          />
          <FilterChoice
            label={texts.flag}
            any={filterTexts.any}
            value={flag}
            choices={flags.map((value) => ({ value, label: texts.flags[value] }))}
            onChange={(value) => onChange({ flag: flags.find((one) => one === value) ?? null })}
          />
          <FilterChoice
            label={texts.stuck}
            help={texts.stuckHelp}
            any={filterTexts.any}
            value={stuckHours === null ? null : String(stuckHours)}
            choices={hours
              .toSorted((one, other) => one - other)
              .map((value) => ({ value: String(value), label: formatWait(value * 3_600_000) }))}
            onChange={(value) => onChange({ stuckHours: value === null ? null : Number(value) })}
          />
          <FilterChoice
            label={texts.without}
            any={filterTexts.any}
            value={without}
            choices={missing.map((value) => ({ value, label: texts.withoutSide[value] }))}
            onChange={(value) =>
              onChange({ without: missing.find((one) => one === value) ?? null })
            }
          />
          <FilterChoice
            label={texts.by}
            any={texts.period('created')}
            value={by === 'created' ? null : by}
            choices={times
              .filter((time) => time !== 'created')
              .map((value) => ({ value, label: texts.period(value) }))}
            onChange={(value) =>
              onChange({ by: times.find((time) => time === value) ?? 'created' })
            }
          />
        </div>
      )}
    </FilterMenu>
  );
}

/** What the address asks for is offered, even where no payout has it. */
const choicesOf = (values: readonly string[] = [], current: string | null) =>
  [...new Set([...values, ...(current === null ? [] : [current])])].map((value) => ({
    value,
    label: asSeen(value),
  }));
