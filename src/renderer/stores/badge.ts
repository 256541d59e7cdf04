/** How much there is of what a person asked to be told of, before the name of the window. */
import { createStore } from 'zustand/vanilla';
import { pageStore } from './made-once.ts';

interface Badge {
  readonly count: number;
  mark(count: number): void;
}

export const useBadgeStore = pageStore(() =>
  createStore<Badge>((set) => ({ count: 0, mark: (count) => set({ count }) })),
);
