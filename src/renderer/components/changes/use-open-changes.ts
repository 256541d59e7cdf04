/** What drifted and is not signed off, of everything. It is about now: while the window looks back there is none. */
import { useQuery } from '@tanstack/react-query';
import type { ChangeKind, ChangeWeight } from '../../../bridge/changes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useKnownAt } from '../../stores/known-at.ts';

/** undefined before the first answer. */
export function useOpenChanges() {
  const { queries } = useBridge();
  return useQuery(queries.changes.open.queryOptions()).data;
}

/** The gravest open change of one record; null where there is none. */
export function useChangesOf(kind: ChangeKind, id: string): ChangeWeight | null {
  const open = useOpenChanges();
  const { knownAt } = useKnownAt();
  if (knownAt !== null) return null;
  return open?.marks.find((mark) => mark.kind === kind && mark.id === id)?.weight ?? null;
}
