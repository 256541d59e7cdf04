/** Reads what is written beside a record, and writes it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnnotatedKind, AnnotationsView } from '../../../bridge/annotations.ts';
import type { Bridge } from '../../../bridge/contract.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useKnownAt } from '../../stores/known-at.ts';

/** One write, for the profile that the page shows. */
type Change = (calls: Bridge['annotations'], of: { profileId: string }) => Promise<AnnotationsView>;

export interface AnnotatedRecord {
  kind: AnnotatedKind;
  id: string;
}

export function useAnnotations(record: AnnotatedRecord) {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const options = queries.annotations.get.queryOptions({ input: { ...record, knownAt } });
  const annotations = useQuery(options);
  /** Each write answers with all that stands there now. */
  const write = useMutation({
    // One after the other, so that the last answer is of the last write.
    scope: { id: `annotations ${record.kind} ${record.id}` },
    mutationFn: (change: Change) => change(bridge.annotations, { profileId }),
    onSuccess: (now) => client.setQueryData(options.queryKey, now),
  });
  return { annotations, write };
}

export type WriteAnnotations = ReturnType<typeof useAnnotations>['write'];
