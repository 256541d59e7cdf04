/** What was typed into the form that looks up a bank account. Outlives the screen, not the profile. */
import { createStore } from 'zustand/vanilla';

export interface LookUpValues {
  customerId: string;
  customerName: string;
  bankAccountId: string;
}

export const emptyLookUpValues: LookUpValues = {
  customerId: '',
  customerName: '',
  bankAccountId: '',
};

export interface BankAccountLookUp extends LookUpValues {
  /** Profile that it was typed for. */
  profileId: string | null;
  change(profileId: string, values: Partial<LookUpValues>): void;
}

export const createBankAccountLookUp = () =>
  createStore<BankAccountLookUp>((set) => ({
    ...emptyLookUpValues,
    profileId: null,
    change: (profileId, values) =>
      set((state) => ({
        ...(state.profileId === profileId ? {} : emptyLookUpValues),
        ...values,
        profileId,
      })),
  }));
