/** Forms on screen that hold what is saved nowhere, and the question before they are left within the page. */
import { createStore } from 'zustand/vanilla';
import { pageStore } from './made-once.ts';

interface UnsavedState {
  /** What goes on once a person agrees; null while nobody is asked. */
  readonly leave: (() => void) | null;
  /**
   * @param staysInProfile it is lost only with the profile that is left
   * @returns what ends it
   */
  hold(staysInProfile: boolean): () => void;
  /** Asks a person where something would be lost. @returns whether it does */
  asks(leave: () => void, leavesProfile?: boolean): boolean;
  answer(leaves: boolean): void;
  /** Forgets the open forms: Cancel was pressed in one. */
  letGo(): void;
}

export const useUnsavedStore = pageStore(() =>
  createStore<UnsavedState>((set, get) => {
    const forms = new Set<object>();
    const inProfile = new Set<object>();
    return {
      leave: null,
      letGo: () => forms.clear(),
      hold(staysInProfile) {
        const form = {};
        const held = staysInProfile ? inProfile : forms;
        held.add(form);
        return () => void held.delete(form);
      },
      asks(leave, leavesProfile = false) {
        const isLost = forms.size > 0 || (leavesProfile && inProfile.size > 0);
        if (isLost) set({ leave });
        return isLost;
      },
      answer(leaves) {
        const { leave } = get();
        set({ leave: null });
        if (!leaves) return;
        // A step in the history would be asked about once more.
        forms.clear();
        leave?.();
      },
    };
  }),
);
