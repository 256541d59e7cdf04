/** What the form of a new customer holds: text as it was typed (Interface 2.2, 2.3, 4.1). */
import type { CustomerRow } from '../../../bridge/customers.ts';
import { createDraftStore } from '../../stores/drafts.ts';
import { pageStore } from '../../stores/made-once.ts';
import { customerTexts } from './texts.ts';

export interface CustomerValues {
  type: string;
  /** Display name of a business, which is not sent. */
  ownName: string;
  email: string;
  phone: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  firstName: string;
  lastName: string;
  taxIdentificationNumber: string;
  taxIdentificationNumberType: string;
}

export const emptyCustomerValues: CustomerValues = {
  type: 'individual',
  ownName: '',
  email: '',
  phone: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  firstName: '',
  lastName: '',
  taxIdentificationNumber: '',
  taxIdentificationNumberType: '',
};

export const useCustomerDrafts = pageStore(({ mintIntentKey }) =>
  createDraftStore(emptyCustomerValues, mintIntentKey),
);

/** Undefined until it is read. */
export function customerTitle(known: Pick<CustomerRow, 'name'> | undefined): string {
  if (known === undefined) return customerTexts.one;
  return known.name ?? customerTexts.unnamed;
}
