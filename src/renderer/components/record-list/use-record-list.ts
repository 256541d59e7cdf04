/** A list of records: what was searched in it, and its rows as known at the window's moment. */
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { useKnownAt } from '../../stores/known-at.ts';
import type { ListView } from '../../stores/list-view.ts';
import { type Page, type PageQuery, usePagedRows } from '../table/use-paged-rows.ts';
import { recordPage } from './record-page.ts';

export function useRecordList<View, Data extends Page>(
  store: StoreApi<ListView<View>>,
  pageQuery: (input: ReturnType<typeof recordPage<View>>) => PageQuery<Data>,
) {
  const { knownAt } = useKnownAt();
  const { view, change, reset } = useStore(store);
  const paged = usePagedRows((offset) => pageQuery(recordPage(view, knownAt, offset)));
  return { view, paged, change, reset };
}
