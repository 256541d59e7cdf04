/** Makes the page's stores. */
import { createBankAccountLookUp } from '../stores/bank-account-look-up.ts';
import { emptyCustomerValues } from '../stores/customer-values.ts';
import { createDraftStore } from '../stores/drafts.ts';
import { createKnownAt } from '../stores/known-at-store.ts';
import { createLayout } from '../stores/layout.ts';
import { createListViews } from '../stores/list-views.ts';
import type { Stores } from '../stores/stores-context.ts';
import { createTimelineView } from '../stores/timeline-view.ts';
import { emptyVirtualAccountValues } from '../stores/virtual-account-values.ts';
import { emptyWebhookValues } from '../stores/webhook-values.ts';

export const createStores = (
  mintIntentKey: () => string,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): Stores => ({
  listViews: createListViews(),
  layout: createLayout(storage),
  knownAt: createKnownAt(),
  timelineView: createTimelineView(),
  customerDrafts: createDraftStore(emptyCustomerValues, mintIntentKey),
  virtualAccountDrafts: createDraftStore(emptyVirtualAccountValues, mintIntentKey),
  webhookDrafts: createDraftStore(emptyWebhookValues, mintIntentKey),
  bankAccountLookUp: createBankAccountLookUp(),
});
