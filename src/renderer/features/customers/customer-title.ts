/** What the page of one customer is titled. */
import type { CustomerRow } from '../../../bridge/customers.ts';
import { customerTexts } from './texts.ts';

/** Undefined until it is read. */
export function customerTitle(known: Pick<CustomerRow, 'name'> | undefined): string {
  if (known === undefined) return customerTexts.one;
  return known.name ?? customerTexts.unnamed;
}
