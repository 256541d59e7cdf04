/**
 * The moment whose knowledge the whole window shows; null is now. Lives in memory alone: a page that
 * is loaded again shows what is known now, and so does another profile.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { visitStore } from './made-once.ts';

export interface KnownAtState {
  /** ISO 8601 UTC with milliseconds. */
  knownAt: string | null;
  /** Whether a moment is being chosen. */
  isChoosing: boolean;
  setChoosing(isChoosing: boolean): void;
  lookBack(knownAt: string): void;
  backToNow(): void;
}

const useKnownAtStore = visitStore(() =>
  createStore<KnownAtState>((set) => ({
    knownAt: null,
    isChoosing: false,
    setChoosing: (isChoosing) => set({ isChoosing }),
    lookBack: (knownAt) => set({ knownAt }),
    backToNow: () => set({ knownAt: null }),
  })),
);

export const useKnownAt = (): KnownAtState => useStore(useKnownAtStore());
