/** Includes duplicates, or leaves them out again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBridge } from '../../../app/bridge/bridge-context.ts';

export function useInclude() {
  const { queries } = useBridge();
  const client = useQueryClient();
  return useMutation(
    queries.bulk.drafts.include.mutationOptions({
      onSuccess: (draft) => {
        client.setQueryData(queries.bulk.drafts.get.queryKey({ input: { id: draft.id } }), draft);
        return client.invalidateQueries({ queryKey: queries.bulk.drafts.rows.key() });
      },
    }),
  );
}
