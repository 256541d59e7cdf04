/** Records and screens that were opened in this visit of the profile, the newest first. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useKnownAt } from './known-at.ts';
import { visitStore } from './made-once.ts';

const MOST = 8;

export interface OpenedPlace {
  /** Where it is, in the page's fragment. */
  readonly to: string;
  readonly title: string;
  readonly details: string;
  /** By which else it is found. */
  readonly words: string;
}

interface Recent {
  readonly opened: readonly { readonly place: OpenedPlace; readonly knownAt: string | null }[];
  /** `knownAt`: the moment whose knowledge the window showed. */
  open(place: OpenedPlace, knownAt: string | null): void;
}

export const createRecent = () =>
  createStore<Recent>((set) => ({
    opened: [],
    open: (place, knownAt) =>
      set(({ opened }) => ({
        opened: [{ place, knownAt }, ...opened.filter((one) => one.place.to !== place.to)].slice(
          0,
          MOST,
        ),
      })),
  }));

const useRecentStore = visitStore(createRecent);

/** Those of the moment that is shown: a name may have been unknown at another. */
export function useRecent() {
  const { knownAt } = useKnownAt();
  const { opened, open } = useStore(useRecentStore());
  return {
    recent: opened.filter((one) => one.knownAt === knownAt).map(({ place }) => place),
    open: (place: OpenedPlace) => open(place, knownAt),
  };
}

/** Keeps the record that is shown among the recent ones, once it is known. */
export function useOpened({ to, title, details, words }: OpenedPlace, isKnown: boolean): void {
  const { knownAt } = useKnownAt();
  const store = useRecentStore();
  useEffect(() => {
    if (isKnown) store.getState().open({ to, title, details, words }, knownAt);
  }, [store, to, title, details, words, knownAt, isKnown]);
}
