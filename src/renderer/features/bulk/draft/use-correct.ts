/** Corrects a row of a draft; every row is checked again by it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBridge } from '../../../app/bridge/bridge-context.ts';

export function useCorrect() {
  const { queries } = useBridge();
  const client = useQueryClient();
  return useMutation(
    queries.bulk.drafts.correct.mutationOptions({
      onSuccess: ({ draft }) => {
        client.setQueryData(queries.bulk.drafts.get.queryKey({ input: { id: draft.id } }), draft);
        return Promise.all(
          [queries.bulk.drafts.rows, queries.bulk.drafts.remarks].map((read) =>
            client.invalidateQueries({ queryKey: read.key() }),
          ),
        );
      },
    }),
  );
}
