/** The page's stores, made once where the page starts and handed down by context. */
import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { BankAccountLookUp } from './bank-account-look-up.ts';
import type { CustomerValues } from './customer-values.ts';
import type { DraftStore } from './drafts.ts';
import type { KnownAtState } from './known-at-store.ts';
import type { Layout } from './layout.ts';
import type { ListViewsStore } from './list-views.ts';
import type { TimelineViewStore } from './timeline-view.ts';
import type { VirtualAccountValues } from './virtual-account-values.ts';
import type { WebhookValues } from './webhook-values.ts';

export interface Stores {
  listViews: StoreApi<ListViewsStore>;
  layout: StoreApi<Layout>;
  knownAt: StoreApi<KnownAtState>;
  timelineView: StoreApi<TimelineViewStore>;
  customerDrafts: DraftStore<CustomerValues>;
  virtualAccountDrafts: DraftStore<VirtualAccountValues>;
  webhookDrafts: DraftStore<WebhookValues>;
  bankAccountLookUp: StoreApi<BankAccountLookUp>;
}

export const StoresContext = createContext<Stores | null>(null);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === null) throw new Error('There are no stores above this component.');
  return stores;
}
