/** Filters of the list: currency, network, customer. */
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { CustomerFilter } from '../../components/customers/customer-filter.tsx';
import { Filter } from '../../components/list-toolbar.tsx';
import type { VirtualAccountsView } from './list-view.ts';
import { virtualAccountTexts } from './texts.ts';

export interface VirtualAccountFiltersProps {
  view: VirtualAccountsView;
  currencies: readonly string[];
  networks: readonly string[];
  labels: readonly string[];
  onChange: (patch: Partial<VirtualAccountsView>) => void;
}

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
