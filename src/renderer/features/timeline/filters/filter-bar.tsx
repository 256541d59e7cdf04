/** Search, filters, what of them is active, and how many events pass. */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue, useThrottledCallback } from '@mantine/hooks';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, type RefObject, useMemo } from 'react';
import { eachFlag } from '../../../../bridge/event-flags.ts';
import { longInstant } from '../../../../bridge/instants.ts';
import type { TimelineFilter } from '../../../../bridge/timeline.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { secretIn } from '../../../../contract/addresses/secrets.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { AsOfForm, type AsOfFormProps } from '../../../components/as-of-form.tsx';
import toolbar from '../../../components/list-toolbar.module.css';
import { NameOrId } from '../../../components/name-or-id.tsx';
import { useTyped } from '../../../components/use-typed.ts';
import { useKnownAt } from '../../../stores/known-at.ts';
import { stateTexts } from '../../../texts/states.ts';
import { timelineTexts } from '../texts.ts';
import { eventSignatures, queryOf } from '../view/filter-address.ts';
import { useCalm } from '../view/use-calm.ts';
import type { TimelineAddress } from '../view/use-timeline-view.ts';
import { activeFilters, type NamesOfIds } from './active-filters.ts';
import { CustomerMenu, useCustomerName } from './customer-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterMenu } from './filter-menu.tsx';
import classes from './filters.module.css';
import { MoreMenu } from './more-menu.tsx';
import { NamesMenu } from './names-menu.tsx';
import { RangeMenu } from './range-menu.tsx';
import { filterTexts } from './texts.ts';
import { ViewsMenu } from './views-menu.tsx';

/** A look back: the list as it was known at a moment. The frame says so while it is. */
const AsOfMenu = memo(function AsOfMenu({ knownAt, onChange }: AsOfFormProps) {
  return (
    <FilterMenu label={filterTexts.asOf} chosen={knownAt === null ? null : longInstant(knownAt)}>
      {(close) => (
        <AsOfForm
          knownAt={knownAt}
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </FilterMenu>
  );
});

export interface FilterBarProps {
  address: TimelineAddress;
  /** Events that pass the filter, and all; null while not known. */
  total: number | null;
  known: number | null;
  /** Grows with what the index takes in. */
  readAt: number;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Stands at the end of the first line. */
  action: ReactNode;
}

export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { address, total, known, readAt, searchRef, action } = props;
  const { filter, change } = address;
  const chosen = useChoices(change);
  const { queries } = useBridge();
  const read = useCalm(
    queries.timeline.facets.queryOptions({ input: { knownAt: filter.knownAt } }),
    readAt,
  );
  const facets = read.data;
  const customerName = useCustomerName(filter.customerId, filter.knownAt);
  const kinds = withCurrent(
    (facets?.resourceKinds ?? []).map(({ name, count }) => choice(name, name, count)),
    filter.resourceKinds[0] ?? null,
  );
  const webhooks = withCurrent(
    (facets?.webhooks ?? []).map(({ webhookId, name, count }) =>
      choice(webhookId, name ?? webhookId, count),
    ),
    filter.webhookId,
  );
  return (
    <search className={classes['filters']}>
      <div className={toolbar['bar']}>
        <SearchField value={filter.search} onChange={chosen.search} inputRef={searchRef} />
        <NamesMenu
          names={facets?.names ?? []}
          isUnread={facets === undefined && read.isError}
          chosen={filter.names}
          onChange={chosen.names}
        />
        <CustomerMenu
          customerId={filter.customerId}
          name={customerName}
          onChange={chosen.customer}
        />
        <RangeMenu from={filter.from} to={filter.to} onChange={change} />
        <MoreMenu
          filter={filter}
          kinds={kinds}
          webhooks={webhooks}
          proofs={eventSignatures.map((proof) =>
            choice(
              proof,
              timelineTexts.proofs[proof],
              facets?.proofs.find((counted) => counted.proof === proof)?.count ?? null,
            ),
          )}
          counts={facets === undefined ? null : eachFlag((flag) => countThen(facets.flags[flag]))}
          onChange={change}
        />
        <AsOfMenu knownAt={filter.knownAt} onChange={address.setKnownAt} />
        <ViewsMenu
          list="timeline"
          query={queryOf({ ...filter, knownAt: null })}
          onApply={address.apply}
        />
        <div className={classes['actions']}>{action}</div>
      </div>
      <Chips
        filter={filter}
        change={change}
        clear={address.clear}
        names={{
          customer: customerName,
          webhook:
            facets?.webhooks.find(({ webhookId }) => webhookId === filter.webhookId)?.name ?? null,
        }}
        total={total}
        known={known}
      />
    </search>
  );
});

/** The same as long as the screen is there, so that a menu is drawn again for its own part alone. */
const useChoices = (change: TimelineAddress['change']) =>
  useMemo(
    () => ({
      search: (search: string) => change({ search }),
      names: (names: string[]) => change({ names }),
      customer: (customerId: string | null) => change({ customerId }),
    }),
    [change],
  );

/** Text of a count; undefined at an earlier moment, for which flags are not counted. */
const countThen = (count: number | null): string | undefined =>
  count === null ? undefined : groupedCount(count);

const choice = (value: string, label: string, count: number | null) => ({
  value,
  label: count === null ? label : `${label} · ${groupedCount(count)}`,
});

/** What the address asks for is offered, even where no event has it. */
const withCurrent = (choices: { value: string; label: string }[], current: string | null) =>
  current === null || choices.some(({ value }) => value === current)
    ? choices
    : [{ value: current, label: current }, ...choices];

/** What is typed is searched for at once, but not for more than every so many milliseconds. */
const pace = 60;

function SearchField(props: {
  value: string;
  onChange: (value: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  const { typed, setTyped, passOn } = useTyped(props.value, props.onChange);
  const tell = useThrottledCallback(passOn, pace);
  const change = (value: string): void => {
    setTyped(value);
    tell(value.trim());
  };
  return (
    <TextInput
      ref={props.inputRef}
      className={toolbar['search'] ?? ''}
      size="xs"
      aria-label={filterTexts.search}
      placeholder={filterTexts.search}
      leftSection={<IconSearch size={15} aria-hidden />}
      maxLength={400}
      spellCheck={false}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={
        typed !== '' && (
          <CloseButton size="xs" aria-label={stateTexts.clearSearch} onClick={() => change('')} />
        )
      }
    />
  );
}

interface ChipsProps {
  filter: TimelineFilter;
  change: (patch: Partial<TimelineFilter>) => void;
  clear: () => void;
  names: NamesOfIds;
  total: number | null;
  known: number | null;
}

function Chips({ filter, change, clear, names, total, known }: ChipsProps) {
  return (
    <FilterChips
      active={activeFilters(filter, names)}
      change={change}
      clear={clear}
      found={
        total !== null &&
        known !== null &&
        filterTexts.found(groupedCount(total), groupedCount(known))
      }
    >
      {filter.search !== '' && filter.customerId === null && (
        <CustomerOffers
          search={filter.search}
          onChoose={(customerId) => change({ customerId, search: '' })}
        />
      )}
    </FilterChips>
  );
}

/** More are found in the menu of customers. */
const offered = 3;
/** Customers are looked for when the typing rests: the events come first. */
const rest = 200;
/** Fewer letters are a part of too many names. */
const shortest = 3;
/** What the list of customers takes. */
const longest = 200;

interface CustomerOffersProps {
  search: string;
  /** In the place of the search, the events of a customer. */
  onChoose: (customerId: string) => void;
}

/**
 * Customers that fit what is searched for, each a filter. Most events hold the id of their customer
 * and not its name, so whoever searches for a name finds its events by whom they are of.
 */
function CustomerOffers({ search, onChoose }: CustomerOffersProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [rested] = useDebouncedValue(search, rest);
  // A secret that was pasted into the wrong field is not searched for.
  const isAsked =
    rested.length >= shortest && rested.length <= longest && secretIn(rested) === null;
  const found = useQuery({
    ...queries.customers.list.queryOptions({
      input: { knownAt, search: rested, limit: offered, sort: 'name', direction: 'ascending' },
    }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const rows = isAsked ? (found.data?.rows ?? []) : [];
  if (rows.length === 0) return null;
  return (
    <ul aria-label={filterTexts.offers} className={classes['offers']}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" title={row.id} onClick={() => onChoose(row.id)}>
            <IconUserSearch size={13} aria-hidden />
            <span className={classes['short']} data-veiled>
              {filterTexts.customer}: <NameOrId name={row.name ?? row.email} id={row.id} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
