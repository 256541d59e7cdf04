/** The export that was begun here. It goes on, and can be come back to, while its dialog is closed. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { ExportView, TimelineFilter } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useTimelineStore } from '../view/timeline-store.ts';

export interface TimelineExport {
  /** null: none was begun, or it was put away. */
  readonly view: ExportView | null;
  readonly error: unknown;
  readonly isStarting: boolean;
  readonly start: (filter: TimelineFilter, format: ExportView['format']) => void;
  /** Puts away what has ended; what runs stays. */
  readonly putAway: () => void;
}

export function useExport(): TimelineExport {
  const { queries } = useBridge();
  const timelineView = useTimelineStore();
  const id = useStore(timelineView, (state) => state.exportId);
  const keep = (exportId: string | null) => timelineView.getState().change({ exportId });
  const start = useMutation(
    queries.timeline.exports.start.mutationOptions({ onSuccess: (begun) => keep(begun.id) }),
  );
  const running = useQuery({
    ...queries.timeline.exports.get.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== null,
  });
  const begun = start.data?.id === id ? start.data : undefined;
  const view = id === null ? null : (running.data ?? begun ?? null);
  return {
    view,
    error: start.error ?? (id === null ? null : running.error),
    isStarting: start.isPending,
    start: (filter, format) => start.mutate({ filter, format }),
    putAway() {
      start.reset();
      if (view?.status !== 'running') keep(null);
    },
  };
}
