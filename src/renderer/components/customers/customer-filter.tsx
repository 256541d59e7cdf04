/** Filters a list by a customer. */
import { useQuery } from '@tanstack/react-query';
import type { CustomerRow } from '../../../bridge/customers.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { shortId } from '../../format/identifiers.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { customerChoiceTexts } from '../../texts/customer-choice.ts';
import { Filter } from '../list-toolbar.tsx';

/** Customers offered by name; of more, the search of the list finds the others. */
const offered = 200;

/** Customers by name, all of them unless it says which. */
export function CustomerFilter(props: {
  value: string | null;
  isOffered?: (row: CustomerRow) => boolean;
  onChange: (customerId: string | null) => void;
}) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const customers = useQuery(
    queries.customers.list.queryOptions({
      input: { knownAt, limit: offered, sort: 'name', direction: 'ascending' },
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
      label={customerChoiceTexts.filter}
      value={value}
      values={choices}
      onChange={props.onChange}
    />
  );
}
