/** The stores, handed down by context: the page's, made once, and those of the profile that is shown. */
import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { BankAccountLookup } from './bank-account-lookup.ts';
import type { CustomerValues } from './customer-values.ts';
import type { DraftStore } from './drafts.ts';
import type { KnownAtState } from './known-at-store.ts';
import type { Layout } from './layout.ts';
import type { ListViewsStore } from './list-views.ts';
import type { TimelineViewStore } from './timeline-view.ts';
import type { VirtualAccountValues } from './virtual-account-values.ts';
import type { WebhookValues } from './webhook-values.ts';

/** What it holds of a profile stands under the id of that profile. */
export interface PageStores {
  layout: StoreApi<Layout>;
  customerDrafts: DraftStore<CustomerValues>;
  virtualAccountDrafts: DraftStore<VirtualAccountValues>;
  webhookDrafts: DraftStore<WebhookValues>;
}

/** New for every visit of a profile. */
export interface ProfileStores {
  listViews: StoreApi<ListViewsStore>;
  knownAt: StoreApi<KnownAtState>;
  timelineView: StoreApi<TimelineViewStore>;
  bankAccountLookUp: StoreApi<BankAccountLookup>;
}

export type Stores = PageStores & ProfileStores;

export const StoresContext = createContext<Stores | null>(null);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('There are no stores above this component.');
  return stores;
}
