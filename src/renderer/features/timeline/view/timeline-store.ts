/** How the timeline is looked at. Outlives the screen, not the profile. The filter is in the address. */
import { createStore } from 'zustand/vanilla';
import { visitStore } from '../../../stores/made-once.ts';

interface TimelineView {
  /** The filter that was in the address when the screen was left, without its `?`. */
  query: string;
  /** The list stands still until a person lets it go on. */
  isPaused: boolean;
  /** The export that was begun and not put away. */
  exportId: string | null;
}

interface TimelineViewStore extends TimelineView {
  change(patch: Partial<TimelineView>): void;
}

const initial: TimelineView = { query: '', isPaused: false, exportId: null };

export const useTimelineStore = visitStore(() =>
  createStore<TimelineViewStore>((set) => ({
    ...initial,
    change: (patch) => set(patch),
  })),
);
