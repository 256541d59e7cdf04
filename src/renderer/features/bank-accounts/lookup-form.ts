/** What the form takes: ids as a person gives them (Interface 4.3). */
import { idForms } from '../../../contract/patterns.ts';
import type { LookupValues } from './bank-account-stores.ts';
import { bankAccountTexts } from './texts.ts';

/** What was pasted, without what stands around an id in a log or a mail: spaces, quotes, a full stop. */
export const tidyId = (text: string): string =>
  text.trim().replace(/^["'`<(\s]+|["'`>).,;\s]+$/g, '');

const texts = bankAccountTexts.form;

/** What is wrong with a field; null where nothing is. */
export const lookupProblems = {
  customerId: (id: string) => (idForms.customer.test(tidyId(id)) ? null : texts.customerProblem),
  bankAccountId: (id: string) =>
    idForms.bankAccount.test(tidyId(id)) ? null : texts.bankAccountProblem,
};

export const pairOf = ({ customerId, bankAccountId }: LookupValues) => ({
  customerId: tidyId(customerId),
  bankAccountId: tidyId(bankAccountId),
});
