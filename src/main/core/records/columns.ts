/**
 * Keeps the columns of lists true to the records, across the kinds: a virtual account and a bank
 * account show their customer's name, a customer the number of its virtual accounts.
 */
import type { ResourceKind } from '../../../contract/resources.ts';
import type { Queries } from '../../../platform/queries.ts';
import { createBankAccountColumns, createVirtualAccountColumns } from './account-columns.ts';
import { createCustomerColumns } from './customer-columns.ts';
import type { MadeHistory } from './made-at.ts';
import type { PlacedObservation } from './observations-repository.ts';
import { createOnboardingColumns, type OnboardingHistory } from './onboarding-columns.ts';
import type { OwnNames } from './own-names.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import { createSearchIndex } from './search-index.ts';

export function createColumns(
  queries: Queries<RecordsSchema>,
  getRecord: (kind: ResourceKind, id: string) => StoredRecord | null,
  history: OnboardingHistory & MadeHistory,
  ownNames: Pick<OwnNames, 'nameOf'>,
) {
  const search = createSearchIndex(queries);
  const customers = createCustomerColumns(queries, search, history, ownNames);
  const queue = createOnboardingColumns(queries, history);
  const virtualAccounts = createVirtualAccountColumns(queries, search, history);
  const bankAccounts = createBankAccountColumns(queries, search);

  const customerNameOf = (customerId: string) => customers.nameOf(customerId);

  function putCustomer(record: StoredRecord, added: PlacedObservation | null): void {
    const nameBefore = customerNameOf(record.id);
    customers.put(record);
    queue.put(record, added);
    customers.recount(record.id);
    if (customerNameOf(record.id) === nameBefore) return;
    for (const id of virtualAccounts.ofCustomer(record.id)) {
      const account = getRecord('virtualAccount', id);
      if (account !== null) virtualAccounts.put(account, customerNameOf);
    }
    for (const id of bankAccounts.ofCustomer(record.id)) {
      const account = getRecord('bankAccount', id);
      if (account !== null) bankAccounts.put(account, customerNameOf);
    }
  }

  function putVirtualAccount(record: StoredRecord): void {
    const customerBefore = virtualAccounts.customerOf(record.id);
    const customerAfter = virtualAccounts.put(record, customerNameOf);
    if (customerBefore === customerAfter) return;
    // By one, because counting again goes over all accounts of a customer, who may have thousands.
    if (customerBefore !== null) customers.addToCount(customerBefore, -1);
    if (customerAfter !== null) customers.addToCount(customerAfter, 1);
  }

  function putNewVirtualAccount(record: StoredRecord): void {
    const customerId = virtualAccounts.put(record, customerNameOf, true);
    if (customerId !== null) customers.addToCount(customerId, 1);
  }

  /** `added`: the one observation that came to the record, where it is the last in their order. */
  function put(record: StoredRecord, added: PlacedObservation | null = null): void {
    if (record.kind === 'customer') putCustomer(record, added);
    else if (record.kind === 'virtualAccount') putVirtualAccount(record);
    else if (record.kind === 'bankAccount') bankAccounts.put(record, customerNameOf);
  }

  return {
    customers,
    queue,
    virtualAccounts,
    bankAccounts,
    put,
    /** Of a record that there was nothing of before. */
    putNew(record: StoredRecord): void {
      if (record.kind === 'virtualAccount') putNewVirtualAccount(record);
      else put(record, null);
    },
    clear(): void {
      customers.clear();
      queue.clear();
      virtualAccounts.clear();
      bankAccounts.clear();
      search.clear();
    },
  };
}

export type Columns = ReturnType<typeof createColumns>;
