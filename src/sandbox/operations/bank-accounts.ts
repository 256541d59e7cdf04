/** The operations of bank accounts: `/v2/customers/{customer_id}/bank-account` (Interface 4.3). */
import { getBankAccountParams } from '../../contract/bank-account.ts';
import { bankAccountNotFoundMessage } from '../../contract/errors.ts';
import type { OperationName } from '../../contract/operations.ts';
import { refusals } from '../http/refusal.ts';
import { parsed } from '../http/validation.ts';
import type { Operate } from './operation.ts';

export const bankAccountOperations = {
  /** Another customer's bank account does not exist for this one (decisions 5). */
  getBankAccount({ records }, { params }) {
    const { customer_id, bank_account_id } = parsed(getBankAccountParams, params);
    const row = records.bankAccounts.get(bank_account_id);
    if (row === undefined || row.customer_id !== customer_id) {
      throw refusals.notFound(bankAccountNotFoundMessage);
    }
    return { status: 200, body: row.body };
  },
} satisfies Partial<Record<OperationName, Operate>>;
