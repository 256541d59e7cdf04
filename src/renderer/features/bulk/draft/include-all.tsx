/** All duplicates at once: to include them asks first, to leave them out does not. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { BulkDraft } from '../../../../bridge/bulk.ts';
import { AskDialog } from '../../../components/ask-dialog.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { toFailure } from '../../../format/failures.ts';
import bulk from '../bulk.module.css';
import { bulkTexts, things } from '../texts.ts';
import { useInclude } from './use-include.ts';

const texts = bulkTexts.check;

export function IncludeAll({ draft }: { draft: BulkDraft }) {
  const include = useInclude();
  const [isAsking, setIsAsking] = useState(false);
  const { duplicate, included } = draft.counts;
  const change = (isIncluded: boolean): void =>
    include.mutate(
      { id: draft.id, rows: 'all', included: isIncluded },
      { onSuccess: () => setIsAsking(false) },
    );
  return (
    <div className={bulk['actions']}>
      {included < duplicate && (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {texts.includeAll}
        </Button>
      )}
      {included > 0 && (
        <Button variant="default" loading={include.isPending} onClick={() => change(false)}>
          {texts.leaveOut}
        </Button>
      )}
      {include.error !== null && !isAsking && (
        <FailureNotice title={texts.includeFailed} failure={toFailure(include.error)} />
      )}
      <AskDialog
        isOpen={isAsking}
        title={texts.includeTitle}
        action={texts.includeAll}
        isBusy={include.isPending}
        error={include.error}
        onBack={() => setIsAsking(false)}
        onGoOn={() => change(true)}
      >
        <p>{texts.includeBody(things(draft.kind, duplicate))}</p>
      </AskDialog>
    </div>
  );
}
