/** Personal data of a customer, erased on request. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asksToWrite } from './procedure.ts';
import { instant, ofProfile } from './scalars.ts';

/** What a record says of it. */
export const erasureView = z.object({
  at: instant,
  /** The name that the system knows the person by; null where it knows none. */
  by: z.string().nullable(),
  reason: z.string(),
  /** From when on personal data is recorded again; null while it is not. */
  liftedAt: instant.nullable(),
});
export type ErasureView = z.infer<typeof erasureView>;

const ofCustomer = z.strictObject({ ...ofProfile, customerId: z.string() });

export const erasuresContract = {
  /** Opens the document that erases. INVALID while requests or payouts of the customer are under way. */
  erase: asksToWrite.input(ofCustomer).output(openedDocument),
  /** Opens the document from which on personal data of an erased customer is recorded again. */
  record: asksToWrite.input(ofCustomer).output(openedDocument),
};
