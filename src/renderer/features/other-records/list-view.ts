/** How the list of each kind is looked at, also as the query of a saved view: only what differs from the first view. */

import {
  type ListOtherRecordsInput,
  listOtherRecordsInput,
} from '../../../bridge/other-records.ts';
import type { OtherKind } from '../../../contract/other-kinds.ts';
import { createListView, type ViewOf } from '../../stores/list-view.ts';
import { visitStore } from '../../stores/made-once.ts';

type OtherRecordsView = ViewOf<ListOtherRecordsInput>;

export const firstView: OtherRecordsView = {
  kind: 'wallet',
  search: '',
  customerId: null,
  state: null,
  network: null,
  label: null,
  sort: 'lastLearnedAt',
  direction: 'descending',
};

export const queryOf = (view: OtherRecordsView): string => {
  const parts = Object.keys(firstView).flatMap((key) => {
    const of = key as keyof OtherRecordsView;
    const value = view[of];
    return value === null || value === firstView[of] ? [] : [[key, value]];
  });
  return new URLSearchParams(parts).toString();
};

/** The first view in place of what the bridge would not take. */
export function viewOf(query: string): OtherRecordsView {
  const given = Object.fromEntries(new URLSearchParams(query));
  const read = listOtherRecordsInput.safeParse({ ...firstView, offset: 0, limit: 1, ...given });
  if (!read.success) return firstView;
  const { offset: _offset, limit: _limit, knownAt: _knownAt, ...view } = read.data;
  return view;
}

const listView = (kind: OtherKind) => createListView({ ...firstView, kind });

export const useOtherRecordViews = visitStore(() => ({
  wallet: listView('wallet'),
  address: listView('address'),
  paymentLink: listView('paymentLink'),
}));
