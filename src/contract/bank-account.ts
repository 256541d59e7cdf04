/** Bank accounts (Interface 2.5, 4.3). */
import { z } from 'zod';
import { bankAccountId, customerId } from './ids.ts';

/** Numbers arrive masked, with only trailing digits visible, and are stored so (Interface 2.5). */
export const bankAccountDetails = z.looseObject({
  accountNumber: z.string(),
  routingNumber: z.string(),
  /** checking or savings. */
  accountType: z.string(),
});

/** Interface 2.5. `status` is an open set; observed: `active`. */
export const bankAccount = z
  .looseObject({
    id: bankAccountId,
    status: z.string(),
    bankName: z.string(),
    accountHolderName: z.string(),
    accountName: z.string(),
    customer: customerId,
    /** Lowercase currency code. */
    currency: z.string(),
    accountDetails: bankAccountDetails,
  })
  .meta({ id: 'BankAccount' });
export type BankAccount = z.infer<typeof bankAccount>;

/** Path of `GET /v2/customers/{customer_id}/bank-account/{bank_account_id}` (Interface 4.3). */
export const getBankAccountParams = z.object({
  customer_id: customerId,
  bank_account_id: bankAccountId,
});
export type GetBankAccountParams = z.infer<typeof getBankAccountParams>;
