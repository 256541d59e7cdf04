/** Filters of the list: currency, network, customer. */
import { useQuery } from '@tanstack/react-query';
import type { CustomerRow } from '../../../bridge/customers.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { Filter } from '../../components/list-toolbar.tsx';
import { shortId } from '../../format/identifiers.ts';
import type { VirtualAccountsView } from './list-view.ts';
import { virtualAccountTexts } from './texts.ts';

export interface VirtualAccountFiltersProps {
  view: VirtualAccountsView;
  currencies: readonly string[];
  networks: readonly string[];
  labels: readonly string[];
  onChange: (patch: Partial<VirtualAccountsView>) => void;
}

/** Customers offered by name in the filter; of more, the search finds the others. */
const offered = 200;

export function VirtualAccountFilters(props: VirtualAccountFiltersProps) {
  const { view, onChange } = props;
  return (
    <>
      <Filter
        label={virtualAccountTexts.filterCurrency}
        value={view.currency}
        values={props.currencies.map((value) => ({ value, label: value }))}
        onChange={(currency) => onChange({ currency })}
      />
      <Filter
        label={virtualAccountTexts.filterNetwork}
        value={view.network}
        values={props.networks.map((value) => ({ value, label: value }))}
        onChange={(network) => onChange({ network })}
      />
      <CustomerFilter
        value={view.customerId}
        isOffered={(row) => row.virtualAccounts > 0}
        onChange={(customerId) => onChange({ customerId })}
      />
      <LabelFilter
        value={view.label}
        labels={props.labels}
        onChange={(label) => onChange({ label })}
      />
    </>
  );
}

/** Customers by name, all of them unless it says which. */
export function CustomerFilter(props: {
  value: string | null;
  isOffered?: (row: CustomerRow) => boolean;
  onChange: (customerId: string | null) => void;
}) {
  const { queries } = useBridge();
  const customers = useQuery(
    queries.customers.list.queryOptions({
      input: { limit: offered, sort: 'name', direction: 'ascending' },
    }),
  );
  const choices = (customers.data?.rows ?? [])
    .filter(props.isOffered ?? (() => true))
    .map((row) => ({ value: row.id, label: row.name ?? shortId(row.id) }));
  const { value } = props;
  // The chosen one is among the choices even where it is not among those offered.
  if (value !== null && !choices.some((choice) => choice.value === value)) {
    choices.unshift({ value, label: shortId(value) });
  }
  return (
    <Filter
      label={virtualAccountTexts.filterCustomer}
      value={value}
      values={choices}
      onChange={props.onChange}
    />
  );
}
