/** The link that is being opened, and what was said of one that was copied. */
import { createStore } from 'zustand/vanilla';
import type { RecordLink } from '../../../bridge/record-link.ts';
import { pageStore } from '../../stores/made-once.ts';

interface LinkState {
  /** null: what came is no link. undefined: nothing is being opened. */
  readonly asked: RecordLink | null | undefined;
  readonly copied: 'copied' | 'failed' | null;
  ask(asked: RecordLink | null | undefined): void;
  copy(link: string): void;
}

/** How long it is said that a link was copied, in milliseconds. */
const sayingMs = 2_000;

export const useLinkStore = pageStore(() =>
  createStore<LinkState>((set) => {
    const say = (copied: 'copied' | 'failed'): void => {
      set({ copied });
      setTimeout(() => set({ copied: null }), sayingMs);
    };
    return {
      asked: undefined,
      copied: null,
      ask: (asked) => set({ asked }),
      copy: (link) =>
        void navigator.clipboard.writeText(link).then(
          () => say('copied'),
          () => say('failed'),
        ),
    };
  }),
);
