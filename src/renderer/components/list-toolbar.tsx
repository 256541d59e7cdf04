/** Search and filters of a list, and how old its newest record is. */
import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { longInstant } from '../../bridge/instants.ts';
import { groupedCount } from '../../bridge/words.ts';
import { asOf } from '../format/instants.ts';
import { stateTexts } from '../texts/states.ts';
import classes from './list-toolbar.module.css';
import { useNow } from './use-now.ts';
import { useTyped } from './use-typed.ts';

export interface ListToolbarProps {
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  filters: ReactNode;
  facts: { total: number; known: number; asOf: string | null } | undefined;
}

export function ListToolbar(props: ListToolbarProps) {
  return (
    <search className={classes['bar']}>
      <SearchField label={props.searchLabel} value={props.search} onChange={props.onSearch} />
      {props.filters}
      {props.facts !== undefined && <ListFacts facts={props.facts} />}
    </search>
  );
}

function ListFacts({ facts }: { facts: NonNullable<ListToolbarProps['facts']> }) {
  const now = useNow();
  const isPart = facts.total !== facts.known;
  return (
    <div className={classes['facts']} role="status">
      {isPart && (
        <span>{stateTexts.matching(groupedCount(facts.total), groupedCount(facts.known))}</span>
      )}
      {facts.asOf !== null && (
        <span title={stateTexts.asOfHint(longInstant(facts.asOf))}>
          {stateTexts.asOf(asOf(facts.asOf, now))}
        </span>
      )}
    </div>
  );
}

function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { typed, setTyped, passOn } = useTyped(props.value, props.onChange, () => tell.cancel());
  // Who types and goes away at once finds it searched when coming back.
  const tell = useDebouncedCallback(passOn, { delay: 150, flushOnUnmount: true });
  const change = (value: string): void => {
    setTyped(value);
    tell(value.trim());
  };
  return (
    <TextInput
      className={classes['search'] ?? ''}
      size="xs"
      type="text"
      aria-label={props.label}
      placeholder={props.label}
      leftSection={<IconSearch size={15} aria-hidden />}
      maxLength={200}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      // Whoever leaves it acts on what stands there, by saving a view of it for example.
      onBlur={() => tell.flush()}
      rightSection={
        typed !== '' && (
          <CloseButton size="xs" aria-label={stateTexts.clearSearch} onClick={() => change('')} />
        )
      }
    />
  );
}

export interface FilterProps {
  label: string;
  value: string | null;
  values: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
}

export function Filter({ label, value, values, onChange }: FilterProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data-active={value !== null}
      className={classes['filter'] ?? ''}
      rightSectionWidth={22}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      data={[{ value: '', label: `${label}: ${stateTexts.all.toLowerCase()}` }, ...values]}
    />
  );
}
