/** What was opened from the palette in this visit of the profile, the newest first. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { visitStore } from '../../stores/made-once.ts';
import type { PaletteEntry } from './entries.ts';

const MOST = 6;

interface Recent {
  readonly opened: readonly { readonly entry: PaletteEntry; readonly knownAt: string | null }[];
  /** `knownAt`: the moment whose knowledge the window showed. */
  open(entry: PaletteEntry, knownAt: string | null): void;
}

export const createRecent = () =>
  createStore<Recent>((set) => ({
    opened: [],
    open: (entry, knownAt) =>
      set(({ opened }) => ({
        opened: [{ entry, knownAt }, ...opened.filter((one) => one.entry.key !== entry.key)].slice(
          0,
          MOST,
        ),
      })),
  }));

const useRecentStore = visitStore(createRecent);

/** Those of the moment that is shown: a name may have been unknown at another. */
export function useRecent(knownAt: string | null) {
  const { opened, open } = useStore(useRecentStore());
  return {
    recent: opened.filter((one) => one.knownAt === knownAt).map(({ entry }) => entry),
    open: (entry: PaletteEntry) => open(entry, knownAt),
  };
}
