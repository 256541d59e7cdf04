/** How the list of bank accounts is looked at, and what was typed into the form that looks one up. */
import { createStore } from 'zustand/vanilla';
import type { ListBankAccountsInput } from '../../../bridge/bank-accounts.ts';
import { createListView, type ViewOf } from '../../stores/list-view.ts';
import { visitStore } from '../../stores/made-once.ts';

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

export const emptyLookupValues: LookupValues = {
  customerId: '',
  customerName: '',
  bankAccountId: '',
};

interface BankAccountLookup extends LookupValues {
  /** Profile that it was typed for. */
  profileId: string | null;
  change(profileId: string, values: Partial<LookupValues>): void;
}

export const useBankAccountLookup = visitStore(() =>
  createStore<BankAccountLookup>((set) => ({
    ...emptyLookupValues,
    profileId: null,
    change: (profileId, values) =>
      set((state) => ({
        ...(state.profileId === profileId ? {} : emptyLookupValues),
        ...values,
        profileId,
      })),
  })),
);
