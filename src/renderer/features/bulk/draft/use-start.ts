/** Starts the run of a draft, and leads to it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { useKnownAt } from '../../../stores/known-at.ts';
import { bulkPaths } from '../paths.ts';

export function useStart() {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (draft: BulkDraft) =>
      bridge.bulk.drafts.start({
        id: draft.id,
        profileId,
        knownAt,
        confirmations: draft.confirmations.map(({ kind, count }) => ({ kind, count })),
        digest: draft.digest,
      }),
    onSuccess: (run) => {
      client.setQueryData(queries.bulk.runs.get.queryKey({ input: { id: run.id } }), run);
      // Replaced, so that going back does not lead to a draft that is gone.
      navigate(bulkPaths.run(run.id), { replace: true });
    },
    // The draft may have changed, or may be gone because the answer was lost.
    onError: () => client.invalidateQueries({ queryKey: queries.bulk.key() }),
  });
}
