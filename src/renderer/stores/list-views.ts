/** What was searched, filtered and sorted on each list. Outlives the screen, not the profile. */
import { createStore } from 'zustand/vanilla';
import type { ListBankAccountsInput } from '../../bridge/bank-accounts.ts';
import type { ListCustomersInput } from '../../bridge/customers.ts';
import type { ListDeliveriesInput } from '../../bridge/deliveries.ts';
import type { ListVirtualAccountsInput } from '../../bridge/virtual-accounts.ts';

/** A list's query without its page, and without the moment of knowledge, which is the window's. */
type ViewOf<Input> = {
  [Key in Exclude<keyof Input, 'offset' | 'limit' | 'knownAt'>]-?: Exclude<Input[Key], undefined>;
};

export type CustomersView = ViewOf<ListCustomersInput>;
export type BankAccountsView = ViewOf<ListBankAccountsInput>;
export type VirtualAccountsView = ViewOf<ListVirtualAccountsInput>;

export type DeliveriesView = Pick<ViewOf<ListDeliveriesInput>, 'webhookId' | 'verdict' | 'keeping'>;

export interface ListViews {
  customers: CustomersView;
  virtualAccounts: VirtualAccountsView;
  bankAccounts: BankAccountsView;
  deliveries: DeliveriesView;
}

export const initialListViews: ListViews = {
  customers: {
    search: '',
    type: null,
    profileStatus: null,
    label: null,
    sort: 'firstLearnedAt',
    direction: 'descending',
  },
  virtualAccounts: {
    search: '',
    customerId: null,
    currency: null,
    network: null,
    label: null,
    sort: 'created',
    direction: 'descending',
  },
  bankAccounts: {
    search: '',
    customerId: null,
    status: null,
    label: null,
    sort: 'lastLearnedAt',
    direction: 'descending',
  },
  deliveries: { webhookId: null, verdict: null, keeping: null },
};

export interface ListViewsStore extends ListViews {
  change<List extends keyof ListViews>(list: List, patch: Partial<ListViews[List]>): void;
  /** Back to everything, newest first. */
  reset(list: keyof ListViews): void;
}

export const createListViews = () =>
  createStore<ListViewsStore>((set) => ({
    ...initialListViews,
    change: (list, patch) => set((state) => ({ [list]: { ...state[list], ...patch } })),
    reset: (list) => set({ [list]: initialListViews[list] }),
  }));

/** The other direction for the same column; a new column begins with the direction that reads best. */
export function nextSort<Sort extends string>(
  current: { sort: Sort; direction: 'ascending' | 'descending' },
  wanted: Sort,
): { sort: Sort; direction: 'ascending' | 'descending' } {
  if (current.sort !== wanted) {
    const isMoment = wanted.endsWith('At') || wanted === 'created';
    return { sort: wanted, direction: isMoment ? 'descending' : 'ascending' };
  }
  return {
    sort: wanted,
    direction: current.direction === 'ascending' ? 'descending' : 'ascending',
  };
}
