/** Forms on screen that hold what is saved nowhere, and the question before they are left within the page. */
import { createStore } from 'zustand/vanilla';
import { pageStore } from './made-once.ts';

interface UnsavedState {
  /** What goes on once a person agrees; null while nobody is asked. */
  readonly leave: (() => void) | null;
  /** It may fail, and the forms stay then: they are forgotten by `letGo` where it did not. */
  readonly leavesProfile: boolean;
  /**
   * @param staysInProfile it is lost only with the profile that is left
   * @returns what ends it
   */
  hold(staysInProfile: boolean): () => void;
  /** Asks a person where something would be lost. @returns whether it does */
  asks(leave: () => void, leavesProfile?: boolean): boolean;
  answer(leaves: boolean): void;
  /** Forgets the open forms: Cancel was pressed in one, or their profile was left. */
  letGo(): void;
}

export const useUnsavedStore = pageStore(() =>
  createStore<UnsavedState>((set, get) => {
    const forms = new Set<object>();
    const inProfile = new Set<object>();
    return {
      leave: null,
      leavesProfile: false,
      letGo: () => forms.clear(),
      hold(staysInProfile) {
        const form = {};
        const held = staysInProfile ? inProfile : forms;
        held.add(form);
        return () => void held.delete(form);
      },
      asks(leave, leavesProfile = false) {
        const isLost = forms.size > 0 || (leavesProfile && inProfile.size > 0);
        if (isLost) set({ leave, leavesProfile });
        return isLost;
      },
      answer(leaves) {
        const { leave, leavesProfile } = get();
        set({ leave: null });
        if (!leaves) return;
        // A step in the history would be asked about once more.
        if (!leavesProfile) forms.clear();
        leave?.();
      },
    };
  }),
);
