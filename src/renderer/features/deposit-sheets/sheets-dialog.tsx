/** Deposit sheets: for which accounts, in what form, and the file when it is there. */
import { Modal, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Paper, SheetsFormat, SheetsPacking } from '../../../bridge/deposit-sheets.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { toFailure } from '../../format/failures.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { SheetCheck } from './sheet-check.tsx';
import type { SheetChoice } from './sheet-choices.ts';
import { SheetOptions } from './sheet-options.tsx';
import { SheetOutcome } from './sheet-outcome.tsx';
import { SheetText } from './sheet-text.tsx';
import { depositSheetTexts as texts } from './texts.ts';
import { WhichAccounts } from './which-accounts.tsx';

export interface SheetsDialogProps {
  isOpen: boolean;
  choices: readonly [SheetChoice, ...SheetChoice[]];
  /** The one account that it is about; null for many. */
  accountId: string | null;
  onClose: () => void;
}

export function SheetsDialog(props: SheetsDialogProps) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      size="lg"
      title={props.accountId === null ? texts.titleMany : texts.title}
      closeButtonProps={{ 'aria-label': stateTexts.close }}
    >
      <SheetsForm {...props} />
    </Modal>
  );
}

function SheetsForm({ choices, accountId, onClose }: SheetsDialogProps) {
  const { queries } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  useFocusBack();
  const [at, setAt] = useState(0);
  const [format, setFormat] = useState<SheetsFormat>('pdf');
  const [packing, setPacking] = useState<SheetsPacking>('one');
  const [chosenPaper, setPaper] = useState<Paper | null>(null);
  const company = useQuery(queries.depositSheets.company.get.queryOptions());
  const paper = chosenPaper ?? company.data?.paper ?? 'a4';
  const { selection } = choices[at] ?? choices[0];
  const check = useQuery({
    ...queries.depositSheets.check.queryOptions({ input: { selection } }),
    // Nobody tells when it changes; it is asked anew whenever somebody looks.
    staleTime: 0,
  });
  const start = useMutation(queries.depositSheets.start.mutationOptions());
  const ready = check.data?.ready ?? 0;
  const error = start.error ?? check.error;

  if (start.data !== undefined) {
    return <SheetOutcome begun={start.data} onAgain={start.reset} onClose={onClose} />;
  }
  return (
    <Stack gap="md">
      <p className="dimmed">{texts.lead}</p>
      {choices.length > 1 && <WhichAccounts choices={choices} at={at} onChange={setAt} />}
      <SheetCheck check={check.data} isOne={accountId !== null} />
      {ready > 0 && (
        <SheetOptions
          format={format}
          onFormat={setFormat}
          packing={packing}
          onPacking={ready > 1 ? setPacking : null}
          paper={paper}
          onPaper={setPaper}
          hasCompany={company.data === undefined || company.data.name !== ''}
        />
      )}
      {ready > 0 && accountId !== null && format === 'text' && <SheetText id={accountId} />}
      {error !== null && <FailureNotice failure={toFailure(error)} />}
      <DialogActions
        action={`${texts.make} ${texts.formats[format].label}`}
        isBusy={start.isPending}
        isBlocked={ready === 0}
        onCancel={onClose}
        onAct={() => start.mutate({ selection, format, packing, paper, profileId, knownAt })}
      />
    </Stack>
  );
}
