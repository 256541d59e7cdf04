/** Makes the page's stores, and those of a profile, which end with its visit. */
import { createBankAccountLookup } from '../stores/bank-account-lookup.ts';
import { emptyCustomerValues } from '../stores/customer-values.ts';
import { createDraftStore } from '../stores/drafts.ts';
import { createKnownAt } from '../stores/known-at-store.ts';
import { createLayout } from '../stores/layout.ts';
import { createListViews } from '../stores/list-views.ts';
import type { PageStores, ProfileStores } from '../stores/stores-context.ts';
import { createTimelineView } from '../stores/timeline-view.ts';
import { emptyVirtualAccountValues } from '../stores/virtual-account-values.ts';
import { emptyWebhookValues } from '../stores/webhook-values.ts';

export const createPageStores = (
  mintIntentKey: () => string,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): PageStores => ({
  layout: createLayout(storage),
  customerDrafts: createDraftStore(emptyCustomerValues, mintIntentKey),
  virtualAccountDrafts: createDraftStore(emptyVirtualAccountValues, mintIntentKey),
  webhookDrafts: createDraftStore(emptyWebhookValues, mintIntentKey),
});

export const createProfileStores = (): ProfileStores => ({
  listViews: createListViews(),
  knownAt: createKnownAt(),
  timelineView: createTimelineView(),
  bankAccountLookUp: createBankAccountLookup(),
});
