/** Whether what is somebody's is veiled on the screen. Kept in this browser, so a reload stays veiled. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { pageStore } from './made-once.ts';

const storageKey = 'causeway.veil';

export interface Veil {
  isOn: boolean;
  turn(isOn: boolean): void;
}

export function createVeil(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  return createStore<Veil>((set) => ({
    isOn: storage.getItem(storageKey) === 'on',
    turn: (isOn) => {
      // On the screen first: a browser that keeps nothing veils all the same.
      set({ isOn });
      storage.setItem(storageKey, isOn ? 'on' : 'off');
    },
  }));
}

const useVeilStore = pageStore(({ storage }) => createVeil(storage));

export const useVeil = (): Veil => useStore(useVeilStore());
