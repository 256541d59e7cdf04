/** Keeps the bank accounts of one customer. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { Filter } from '../../components/list-toolbar.tsx';
import { shortId } from '../../format/identifiers.ts';
import { bankAccountTexts } from './texts.ts';

/** Customers offered by name; the search finds the others. */
const offered = 200;

export function BankAccountCustomerFilter(props: {
  value: string | null;
  onChange: (customerId: string | null) => void;
}) {
  const { queries } = useBridge();
  const { value } = props;
  const customers = useQuery(
    queries.customers.list.queryOptions({
      input: { limit: offered, sort: 'name', direction: 'ascending' },
    }),
  );
  const choices = (customers.data?.rows ?? []).map((row) => ({
    value: row.id,
    label: row.name ?? shortId(row.id),
  }));
  // The chosen one is among the choices even where it is not among those offered.
  if (value !== null && !choices.some((choice) => choice.value === value)) {
    choices.unshift({ value, label: shortId(value) });
  }
  return (
    <Filter
      label={bankAccountTexts.filterCustomer}
      value={value}
      values={choices}
      onChange={props.onChange}
    />
  );
}
