/** A list of records: what was searched in it, and its rows as known at the window's moment. */
import { useStore } from 'zustand';
import { useKnownAt } from '../../stores/known-at.ts';
import type { ListViews } from '../../stores/list-views.ts';
import { useStores } from '../../stores/stores-context.ts';
import { type Page, type PageQuery, usePagedRows } from '../table/use-paged-rows.ts';
import { recordPage } from './record-page.ts';

export function useRecordList<List extends keyof ListViews, Data extends Page>(
  list: List,
  pageQuery: (input: ReturnType<typeof recordPage<ListViews[List]>>) => PageQuery<Data>,
) {
  const { listViews } = useStores();
  const { knownAt } = useKnownAt();
  const view: ListViews[List] = useStore(listViews, (state) => state[list]);
  const { change, reset } = listViews.getState();
  const paged = usePagedRows((offset) => pageQuery(recordPage(view, knownAt, offset)));
  return {
    view,
    paged,
    change: (patch: Partial<ListViews[List]>): void => change(list, patch),
    reset: (): void => reset(list),
  };
}
