/** How the list of bank accounts is looked at, and what was typed into the form that looks one up. */
import { createStore } from 'zustand/vanilla';
import type { ListBankAccountsInput } from '../../../bridge/bank-accounts.ts';
import { idForms } from '../../../contract/patterns.ts';
import { tidyId } from '../../format/identifiers.ts';
import { createListView, type ViewOf } from '../../stores/list-view.ts';
import { visitStore } from '../../stores/made-once.ts';
import { bankAccountTexts } from './texts.ts';

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

const firstView: ViewOf<ListBankAccountsInput> = {
  search: '',
  customerId: null,
  status: null,
  label: null,
  sort: 'lastLearnedAt',
  direction: 'descending',
};

export const useBankAccountsView = visitStore(() => createListView(firstView));

export interface LookupValues {
  customerId: string;
  customerName: string;
  bankAccountId: string;
}

interface BankAccountLookup extends LookupValues {
  change(values: Partial<LookupValues>): void;
}

export const useBankAccountLookup = visitStore(() =>
  createStore<BankAccountLookup>((set) => ({
    customerId: '',
    customerName: '',
    bankAccountId: '',
    change: (values) => set(values),
  })),
);
