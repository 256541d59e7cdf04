/** How the list of virtual accounts is looked at. */
import type { ListVirtualAccountsInput } from '../../../bridge/virtual-accounts.ts';
import { createListView, type ViewOf } from '../../stores/list-view.ts';
import { visitStore } from '../../stores/made-once.ts';

export type VirtualAccountsView = ViewOf<ListVirtualAccountsInput>;

export const firstView: VirtualAccountsView = {
  search: '',
  customerId: null,
  currency: null,
  network: null,
  label: null,
  madeFrom: null,
  madeTo: null,
  sort: 'created',
  direction: 'descending',
};

export const useVirtualAccountsView = visitStore(() => createListView(firstView));
