/** What was typed into the form that looks up a bank account. Outlives the screen, not the profile. */
import { createStore } from 'zustand/vanilla';

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

export interface BankAccountLookup extends LookupValues {
  /** Profile that it was typed for. */
  profileId: string | null;
  change(profileId: string, values: Partial<LookupValues>): void;
}

export const createBankAccountLookup = () =>
  createStore<BankAccountLookup>((set) => ({
    ...emptyLookupValues,
    profileId: null,
    change: (profileId, values) =>
      set((state) => ({
        ...(state.profileId === profileId ? {} : emptyLookupValues),
        ...values,
        profileId,
      })),
  }));
