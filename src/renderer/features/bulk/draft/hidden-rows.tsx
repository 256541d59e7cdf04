/** Rows that are hidden in the file: left out, until a person sends them too. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { Failed } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { bulkTexts } from '../texts.ts';

const texts = bulkTexts.draft.hidden;

export function HiddenRows({ draft: { id, hiddenRows } }: { draft: BulkDraft }) {
  const { queries } = useBridge();
  const client = useQueryClient();
  const take = useMutation(
    queries.bulk.drafts.takeHiddenRows.mutationOptions({
      onSuccess: (changed) =>
        client.setQueryData(queries.bulk.drafts.get.queryKey({ input: { id } }), changed),
    }),
  );
  if (hiddenRows === null) return null;
  const { count, are } = hiddenRows;
  const isOut = are === 'left-out';
  return (
    <>
      <Notice
        tone="amber"
        role="status"
        title={isOut ? texts.leftOut(count) : texts.sent(count)}
        actions={
          <Button
            variant="default"
            loading={take.isPending}
            onClick={() => take.mutate({ id, as: isOut ? 'sent' : 'left-out' })}
          >
            {isOut ? texts.send : texts.leaveOut}
          </Button>
        }
      >
        {isOut ? texts.leftOutBody : texts.sentBody}
      </Notice>
      <Failed title={texts.failed} error={take.error} />
    </>
  );
}
