/** Chooses a customer among all known ones, by searching; a pasted id is taken as it is. */
import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { CustomerRow } from '../../../bridge/customers.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { secretIn } from '../../../contract/addresses/secrets.ts';
import { idForms } from '../../../contract/patterns.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { customerChoiceTexts as texts } from '../../texts/customer-choice.ts';
import { stateTexts } from '../../texts/states.ts';
import own from './customer-picker.module.css';

const shown = 20;

export interface ChosenCustomer {
  id: string;
  name: string;
}

export interface CustomerPickerProps {
  label: string;
  value: ChosenCustomer;
  error: ReactNode;
  /** What helps to choose, in other words. */
  help?: string;
  onChange: (customer: ChosenCustomer) => void;
}

export function CustomerPicker({ label, value, error, help, onChange }: CustomerPickerProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  /** null: not searching, the chosen one is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [search] = useDebouncedValue(typed ?? '', 120);
  const found = useQuery({
    ...queries.customers.list.queryOptions({
      input: { knownAt, search: search.trim(), limit: shown, sort: 'name', direction: 'ascending' },
    }),
    // A secret that was pasted into the wrong field is not searched for.
    enabled: combobox.dropdownOpened && secretIn(search) === null,
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.rows ?? [];
  const more = (found.data?.total ?? 0) - rows.length;

  const choose = (id: string): void => {
    const row = rows.find((candidate) => candidate.id === id);
    onChange({ id, name: row?.name ?? '' });
    setTyped(null);
    combobox.closeDropdown();
  };
  /** A whole ID is taken. Other words chose nobody, and the one from before does not stay behind them. */
  const leave = (): void => {
    combobox.closeDropdown();
    if (typed === null) return;
    const id = idForms.customer.test(typed.trim()) ? typed.trim() : '';
    if (id !== value.id) onChange({ id, name: '' });
    setTyped(null);
  };
  // Rows that come later move the highlight's place: Enter takes what is highlighted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is other rows
  useEffect(() => combobox.updateSelectedOptionIndex('selected'), [rows]);

  return (
    <Combobox store={combobox} onOptionSubmit={choose} width="target">
      <Combobox.Target withExpandedAttribute>
        <InputBase
          label={label}
          data-path="customerId"
          description={error === undefined ? (help ?? texts.help) : undefined}
          error={error}
          autoComplete="off"
          aria-autocomplete="list"
          spellCheck={false}
          value={typed ?? nameOf(value)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onKeyDown={(event) => {
            // The form is sent with somebody who was chosen, not with who stood there before.
            const isChosen = typed === null || combobox.getSelectedOptionIndex() !== -1;
            if (event.key !== 'Enter' || isChosen || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (idForms.customer.test(typed.trim())) leave();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          // Another window is looked at meanwhile: nothing was left.
          onBlur={() => document.hasFocus() && leave()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          aria-label={stateTexts.suggestions}
          mah={280}
          className={own['options'] ?? ''}
        >
          {rows.map((row) => (
            <Combobox.Option key={row.id} value={row.id} active={row.id === value.id}>
              <CustomerOption row={row} />
            </Combobox.Option>
          ))}
          {rows.length === 0 && !found.isFetching && <Combobox.Empty>{texts.none}</Combobox.Empty>}
        </Combobox.Options>
        {more > 0 && <Combobox.Footer>{texts.more(groupedCount(more))}</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** `Ada Byron · customer_3f…`: name and whole id, because names repeat. */
const nameOf = ({ id, name }: ChosenCustomer): string =>
  name === '' || id === '' ? id : `${asSeen(name)} · ${id}`;

function CustomerOption({ row }: { row: CustomerRow }) {
  return (
    <span className={own['option']}>
      <span>{asSeen(row.name ?? '')}</span>
      <span className="dimmed">{row.email === row.name ? '' : asSeen(row.email ?? '')}</span>
      <span className="mono dimmed">{shortId(row.id)}</span>
    </span>
  );
}
