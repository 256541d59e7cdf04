/** Events of one customer, found by name, email or id. */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { Failed } from '../../../components/failure-notice.tsx';
import { asSeen } from '../../../format/hidden-characters.ts';
import { shortId } from '../../../format/identifiers.ts';
import { useKnownAt } from '../../../stores/known-at.ts';
import { stateTexts } from '../../../texts/states.ts';
import { customerTexts } from '../../customers/texts.ts';
import { FilterMenu } from './filter-menu.tsx';
import classes from './filters.module.css';
import { filterTexts } from './texts.ts';

/** Customers that are offered; the search finds the others. */
const offered = 8;

export interface CustomerMenuProps {
  customerId: string | null;
  /** Name of that customer; null where it is not known. */
  name: string | null;
  onChange: (customerId: string | null) => void;
}

export const CustomerMenu = memo(function CustomerMenu(props: CustomerMenuProps) {
  const { customerId, name, onChange } = props;
  return (
    <FilterMenu
      label={filterTexts.customer}
      chosen={customerId === null ? null : (name ?? shortId(customerId))}
    >
      {(close) => (
        <CustomerChoice
          customerId={customerId}
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </FilterMenu>
  );
});

function CustomerChoice({ customerId, onChange }: Omit<CustomerMenuProps, 'name'>) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 150);
  const customers = useQuery({
    ...queries.customers.list.queryOptions({
      input: { knownAt, search, limit: offered, sort: 'name', direction: 'ascending' },
    }),
    placeholderData: keepPreviousData,
  });
  const rows = customers.data?.rows ?? [];
  return (
    <div className={classes['choice']}>
      <TextInput
        size="xs"
        data-autofocus
        aria-label={customerTexts.search}
        placeholder={customerTexts.search}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Failed error={customers.error} />
      {customers.data !== undefined && rows.length === 0 && (
        <p className="dimmed">{stateTexts.noMatch}</p>
      )}
      <ul className={classes['options']}>
        {customerId !== null && (
          <li>
            <button type="button" onClick={() => onChange(null)}>
              {stateTexts.all}
            </button>
          </li>
        )}
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              aria-pressed={row.id === customerId}
              onClick={() => onChange(row.id)}
            >
              <span data-veiled>{asSeen(row.name ?? row.email ?? '')}</span>{' '}
              <span className="dimmed mono">{shortId(row.id)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the customer of a filter is called, as it was known at the moment that is shown; null while it is not. */
export function useCustomerName(customerId: string | null, knownAt: string | null): string | null {
  const { queries } = useBridge();
  const customer = useQuery({
    ...queries.customers.get.queryOptions({ input: { id: customerId ?? '', knownAt } }),
    enabled: customerId !== null,
  });
  return customer.data?.name ?? null;
}
