/** The moment whose knowledge the window shows, for any component; null is now. */
import { useStore } from 'zustand';
import type { KnownAtState } from './known-at-store.ts';
import { useStores } from './stores-context.ts';

export function useKnownAt(): KnownAtState {
  return useStore(useStores().knownAt);
}
