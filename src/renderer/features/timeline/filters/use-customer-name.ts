/** What the customer of a filter is called, as it was known at the moment that is shown; null while it is not. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../../app/bridge/bridge-context.ts';

export function useCustomerName(customerId: string | null, knownAt: string | null): string | null {
  const { queries } = useBridge();
  const customer = useQuery({
    ...queries.customers.get.queryOptions({ input: { id: customerId ?? '', knownAt } }),
    enabled: customerId !== null,
  });
  return customer.data?.name ?? null;
}
