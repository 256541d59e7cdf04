/** Whose a payout is: the customer that its events name, else the one of the virtual account that they name. */
import type { RecordReads } from '../../core/records/types.ts';
import type { StoredPayout } from './reading/read-payout.ts';

/** As a row has it. */
export interface PayoutCustomer {
  readonly customerId: string | null;
  readonly customerName: string | null;
}

export type CustomerReads = Pick<RecordReads, 'columns' | 'customerNames'>;

export function customerOfPayout(
  records: CustomerReads,
  { customerId: named, virtualAccountId }: StoredPayout,
): PayoutCustomer {
  const customerId =
    named ?? (virtualAccountId === null ? null : customerOfAccount(records, virtualAccountId));
  if (customerId === null) return { customerId, customerName: null };
  return { customerId, customerName: records.customerNames([customerId]).get(customerId) ?? null };
}

export const customerOfAccount = (
  records: Pick<CustomerReads, 'columns'>,
  id: string,
): string | null => records.columns('virtualAccount', id)?.customerId ?? null;
