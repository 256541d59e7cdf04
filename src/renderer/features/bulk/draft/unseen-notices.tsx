/** What of a file would be lost unseen: columns that look like fields, and hidden rows. */

import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkColumn, BulkDraft } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { Failed } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { bulkPaths } from '../paths.ts';
import { bulkFieldLabel, bulkTexts } from '../texts.ts';

const hiddenTexts = bulkTexts.draft.hidden;

/** Rows that are hidden in the file: left out, until a person sends them too. */
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
        title={isOut ? hiddenTexts.leftOut(count) : hiddenTexts.sent(count)}
        actions={
          <Button
            variant="default"
            loading={take.isPending}
            onClick={() => take.mutate({ id, as: isOut ? 'sent' : 'left-out' })}
          >
            {isOut ? hiddenTexts.send : hiddenTexts.leaveOut}
          </Button>
        }
      >
        {isOut ? hiddenTexts.leftOutBody : hiddenTexts.sentBody}
      </Notice>
      <Failed title={hiddenTexts.failed} error={take.error} />
    </>
  );
}

/** A column of the file by its heading, or by its place where it has none. */
export const columnName = ({ heading, index }: Pick<BulkColumn, 'heading' | 'index'>): string =>
  heading.trim() === '' ? bulkTexts.columns.noHeading(index + 1) : heading;

const texts = bulkTexts.columns;

/** Columns that are not used although their names look like fields. */
export interface ResemblingProps {
  draft: BulkDraft;
  /** The columns are chosen elsewhere: leads there. */
  isLinked?: boolean;
}

export function Resembling({ draft, isLinked = false }: ResemblingProps) {
  const pairs = draft.columns.flatMap((column) => {
    const { resembles, isHidden } = column;
    if (resembles === null || isHidden) return [];
    return [[columnName(column), bulkFieldLabel(resembles)] as const];
  });
  if (pairs.length === 0) return null;
  return (
    <Notice
      tone="amber"
      role="status"
      title={texts.resembling(pairs.length)}
      actions={
        isLinked && (
          <PageLink href={bulkPaths.draft(draft.id, 'columns')} underline="always">
            {texts.title}
          </PageLink>
        )
      }
    >
      {texts.resemblingBody(pairs)}
    </Notice>
  );
}
