/** Forms on screen that hold what is saved nowhere, and the question before they are left within the page. */
import { createStore } from 'zustand/vanilla';
import { pageStore } from './made-once.ts';

interface UnsavedState {
  /** What goes on once a person agrees; null while nobody is asked. */
  readonly leave: (() => void) | null;
  /** @returns what ends it */
  hold(): () => void;
  /** Asks a person where something would be lost. @returns whether it does */
  asks(leave: () => void): boolean;
  answer(leaves: boolean): void;
  /** Of a form whose Cancel was pressed. */
  letGo(): void;
}

export const useUnsavedStore = pageStore(() =>
  createStore<UnsavedState>((set, get) => {
    const forms = new Set<object>();
    return {
      leave: null,
      letGo: () => forms.clear(),
      hold() {
        const form = {};
        forms.add(form);
        return () => void forms.delete(form);
      },
      asks(leave) {
        if (forms.size > 0) set({ leave });
        return forms.size > 0;
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
