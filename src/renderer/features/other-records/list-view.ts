/** How the list of each kind is looked at. */
import type { OtherKind } from '../../../contract/other-kinds.ts';
import { createListView } from '../../stores/list-view.ts';
import { visitStore } from '../../stores/made-once.ts';
import { firstView } from './saved-view.ts';

const listView = (kind: OtherKind) => createListView({ ...firstView, kind });

export const useOtherRecordViews = visitStore(() => ({
  wallet: listView('wallet'),
  address: listView('address'),
  paymentLink: listView('paymentLink'),
}));
