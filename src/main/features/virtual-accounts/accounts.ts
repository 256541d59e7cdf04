/** The money path of one profile: customers and virtual accounts over records, journal and service. */
import type { AsOfProgress, AsOfRecords } from '../../core/records/as-of.ts';
import type { AddressBook } from '../address-book/address-book.ts';
import { type Customers, type CustomersParts, createCustomers } from '../customers/customers.ts';
import { createQueue, type Queue } from '../onboarding/onboarding.ts';
import {
  createVirtualAccounts,
  type VirtualAccounts,
  type VirtualAccountsParts,
} from './virtual-accounts.ts';

export interface Accounts {
  readonly customers: Customers;
  readonly virtualAccounts: VirtualAccounts;
  readonly queue: Queue;
  readonly addressBook: AddressBook;
  /** Records that are worked out of those of an earlier moment; null while none are. */
  asOfProgress(): AsOfProgress | null;
}

export const createAccounts = (
  parts: CustomersParts &
    VirtualAccountsParts & {
      readonly asOf: Pick<AsOfRecords, 'progress'>;
      readonly addressBook: AddressBook;
    },
): Accounts => ({
  customers: createCustomers(parts),
  virtualAccounts: createVirtualAccounts(parts),
  addressBook: parts.addressBook,
  queue: createQueue(parts),
  asOfProgress: () => parts.asOf.progress(),
});
