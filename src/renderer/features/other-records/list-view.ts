/** How the list of each kind is looked at. */
import type { ListOtherRecordsInput } from '../../../bridge/other-records.ts';
import type { OtherKind } from '../../../contract/other-kinds.ts';
import { createListView, type ViewOf } from '../../stores/list-view.ts';
import { visitStore } from '../../stores/made-once.ts';

const listView = (kind: OtherKind) =>
  createListView<ViewOf<ListOtherRecordsInput>>({
    kind,
    search: '',
    customerId: null,
    state: null,
    network: null,
    label: null,
    sort: 'lastLearnedAt',
    direction: 'descending',
  });

export const useOtherRecordViews = visitStore(() => ({
  wallet: listView('wallet'),
  address: listView('address'),
  paymentLink: listView('paymentLink'),
}));
