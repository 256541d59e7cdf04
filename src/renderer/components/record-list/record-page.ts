/** What one page of a list of records is asked with: the same input is the same query, read once. */
import { pageSize } from '../table/paging.ts';

export const recordPage = <View>(view: View, knownAt: string | null, offset: number) => ({
  ...view,
  knownAt,
  offset,
  limit: pageSize,
});
