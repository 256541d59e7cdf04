/** Forgets the file, after a question. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { AskDialog } from '../../../components/ask-dialog.tsx';
import { bulkPaths } from '../paths.ts';
import { bulkTexts } from '../texts.ts';

const texts = bulkTexts.draft;

export interface DiscardButtonProps {
  draft: BulkDraft;
  /** In a list of files: shorter words, and the file in the name of the button. */
  isInList?: boolean;
}

export function DiscardButton({ draft, isInList = false }: DiscardButtonProps) {
  const { queries } = useBridge();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const discard = useMutation(
    queries.bulk.drafts.discard.mutationOptions({
      onSuccess: async () => {
        setIsAsking(false);
        navigate(bulkPaths.root);
        await client.invalidateQueries({ queryKey: queries.bulk.drafts.list.key() });
      },
    }),
  );
  return (
    <>
      <Button
        variant="default"
        aria-label={isInList ? bulkTexts.list.discardFile(draft.fileName) : undefined}
        onClick={() => setIsAsking(true)}
      >
        {isInList ? bulkTexts.list.discard : texts.discard}
      </Button>
      <AskDialog
        isOpen={isAsking}
        title={texts.discardTitle}
        action={texts.discard}
        isBusy={discard.isPending}
        error={discard.error}
        onBack={() => setIsAsking(false)}
        onGoOn={() => discard.mutate({ id: draft.id })}
      >
        <p>{texts.discardBody}</p>
      </AskDialog>
    </>
  );
}
