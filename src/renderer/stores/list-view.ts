/** What was searched, filtered and sorted on a list. Outlives the screen, not the profile. */
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A list's query without its page, and without the moment of knowledge, which is the window's. */
export type ViewOf<Input> = {
  [Key in Exclude<keyof Input, 'offset' | 'limit' | 'knownAt'>]-?: Exclude<Input[Key], undefined>;
};

export interface ListView<View> {
  view: View;
  change(patch: Partial<View>): void;
  /** Back to everything, newest first. */
  reset(): void;
}

export const createListView = <View>(initial: View): StoreApi<ListView<View>> =>
  createStore((set) => ({
    view: initial,
    change: (patch) => set(({ view }) => ({ view: { ...view, ...patch } })),
    reset: () => set({ view: initial }),
  }));

/** Narrows a list to all records of one customer, whatever it was narrowed to before. */
export function showAllOf(
  customerId: string,
  { reset, change }: Pick<ListView<{ customerId: string | null }>, 'reset' | 'change'>,
): void {
  reset();
  change({ customerId });
}

/** The other direction for the same column; a new column begins with the direction that reads best. */
export function nextSort<Sort extends string>(
  current: { sort: Sort; direction: 'ascending' | 'descending' },
  wanted: Sort,
): { sort: Sort; direction: 'ascending' | 'descending' } {
  if (current.sort !== wanted) {
    const isMoment = wanted.endsWith('At') || wanted === 'created';
    return { sort: wanted, direction: isMoment ? 'descending' : 'ascending' };
  }
  return {
    sort: wanted,
    direction: current.direction === 'ascending' ? 'descending' : 'ascending',
  };
}
