/** Asks before a line is given another payout, or none. */
import { Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { LineDetail, ReconcileKind } from '../../../bridge/reconcile.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { useNote } from '../../components/use-note.ts';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { reconcileTexts } from './texts.ts';
import { isSameMoney, lineMoney } from './words.ts';

const texts = reconcileTexts.line;

interface Of {
  id: string;
  profileId: string;
  knownAt: string | null;
}

interface NoteProps {
  help: string;
  note: string;
  onChange: (note: string) => void;
}

const Note = ({ help, note, onChange }: NoteProps) => (
  <Textarea
    label={texts.note}
    description={help}
    autosize
    minRows={2}
    maxLength={500}
    value={note}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

export interface ChooseDialogProps {
  of: Of;
  line: LineDetail;
  kind: ReconcileKind;
  payoutId: string;
  onDone: (line: LineDetail) => void;
  onBack: () => void;
}

export function ChooseDialog({ of, line, kind, payoutId, onDone, onBack }: ChooseDialogProps) {
  const { bridge, queries } = useBridge();
  const [note, setNote] = useNote();
  const payout = useQuery(
    queries.payouts.get.queryOptions({ input: { id: payoutId, knownAt: null } }),
  );
  const choose = useMutation({
    mutationFn: () => bridge.reconcile.choose({ ...of, row: line.row, payoutId, note }),
    onSuccess: onDone,
  });
  const paid = payout.data?.[kind === 'bank' ? 'in' : 'out'];
  const isSame = paid !== undefined && isSameMoney(line, paid);
  return (
    <AskDialog
      isOpen
      title={texts.chooseTitle}
      action={texts.chooseAction}
      isBusy={choose.isPending}
      isBlocked={paid === undefined || (!isSame && note.trim() === '')}
      error={choose.error ?? payout.error}
      onBack={onBack}
      onGoOn={() => choose.mutate()}
    >
      <p>{texts.chooseBody}</p>
      <Facts>
        <Fact name={texts.facts}>{lineMoney(line) ?? reconcileTexts.one.noAmount}</Fact>
        {paid !== undefined && (
          <Fact name={texts.payout}>
            {paid.amount === null
              ? reconcileTexts.one.noAmount
              : asSeen(formatMoney({ ...paid, amount: paid.amount }))}
          </Fact>
        )}
        {typeof payout.data?.customerName === 'string' && (
          <Fact name={texts.names.customer}>{payout.data.customerName}</Fact>
        )}
      </Facts>
      {paid !== undefined && (
        <Note help={isSame ? texts.matchNoteHelp : texts.differs} note={note} onChange={setNote} />
      )}
    </AskDialog>
  );
}

export interface NoPayoutDialogProps {
  of: Of;
  row: number;
  onDone: (line: LineDetail) => void;
  onBack: () => void;
}

export function NoPayoutDialog({ of, row, onDone, onBack }: NoPayoutDialogProps) {
  const { bridge } = useBridge();
  const [note, setNote] = useNote();
  const mark = useMutation({
    mutationFn: () => bridge.reconcile.noPayout({ ...of, row, note }),
    onSuccess: onDone,
  });
  return (
    <AskDialog
      isOpen
      title={texts.noPayoutTitle}
      action={texts.noPayoutAction}
      isBusy={mark.isPending}
      isBlocked={note.trim() === ''}
      error={mark.error}
      onBack={onBack}
      onGoOn={() => mark.mutate()}
    >
      <p>{texts.noPayoutBody}</p>
      <Note help={texts.noteHelp} note={note} onChange={setNote} />
    </AskDialog>
  );
}
