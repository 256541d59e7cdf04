/** How the person arranged the window. Kept in this browser; holds nothing of any profile. */
import { createStore } from 'zustand/vanilla';
import { pageStore } from './made-once.ts';

/** Narrowest and widest that a detail beside its list may be, in pixels. */
export const panelBounds = { least: 480, most: 900 } as const;

export const clampPanelWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, panelBounds.least), panelBounds.most));

/** How wide it is until a person drags it. */
export const defaultPanelWidth = 560;

const storageKey = 'causeway.panel-width';

export interface Layout {
  panelWidth: number;
  setPanelWidth(width: number): void;
}

export function createLayout(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const kept = Number(storage.getItem(storageKey));
  return createStore<Layout>((set) => ({
    panelWidth: clampPanelWidth(Number.isFinite(kept) && kept > 0 ? kept : defaultPanelWidth),
    setPanelWidth: (width) => {
      const panelWidth = clampPanelWidth(width);
      storage.setItem(storageKey, String(panelWidth));
      set({ panelWidth });
    },
  }));
}

export const useLayoutStore = pageStore(({ storage }) => createLayout(storage));
