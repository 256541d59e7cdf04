/**
 * The dialog of a row that is corrected, above the lists of rows: these come and go while every row is
 * checked again, and what is typed stays.
 */
import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type FormEvent, type ReactNode, useContext, useState } from 'react';
import type { BulkDraft, BulkField, BulkKind, DraftRow } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { ChoiceInput } from '../../../components/choice-input.tsx';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SuggestionInput } from '../../../components/suggestion-input.tsx';
import { useFocusBack } from '../../../components/use-focus-back.ts';
import { useUnsaved } from '../../../components/use-unsaved.ts';
import { networkChoices } from '../../virtual-accounts/network-choices.ts';
import { virtualAccountTexts } from '../../virtual-accounts/texts.ts';
import { bulkFields, bulkTexts } from '../texts.ts';
import classes from './correct-dialog.module.css';
import { changedValues, givenOf, problemOf, suggestionsOf, wholeProblems } from './mapping.ts';

const texts = bulkTexts.check.correct;
const { form: network } = virtualAccountTexts;

interface CorrectDialogProps {
  draftId: string;
  kind: BulkKind;
  row: DraftRow;
  onClose: () => void;
}

/** The dialog gives the focus to what is marked so. */
const focusOnOpening = (input: HTMLInputElement | null): void =>
  input?.setAttribute('data-autofocus', '');

/**
 * The fields of one row, with what is wrong beside each. It stays open until the row can be sent, or a person
 * leaves it: then nothing is changed.
 */
function CorrectDialog({ draftId, kind, row, onClose }: CorrectDialogProps) {
  const correct = useCorrect();
  useFocusBack();
  // As it was checked last: of the list, then of what was typed here.
  const checked = correct.data?.row ?? row;
  const [typed, setTyped] = useState<Partial<Record<BulkField, string>>>({});
  const values = changedValues(checked, typed);
  useUnsaved(values.length > 0);
  const send = (sent: typeof values | null): void =>
    correct.mutate(
      { id: draftId, row: row.row, values: sent },
      {
        onSuccess: (after) => {
          if (sent === null || after.row.standing !== 'bad') onClose();
        },
      },
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (values.length > 0) send(values);
  };
  const whole = wholeProblems(checked);
  const fields = Object.entries(bulkFields[kind]) as [BulkField, string][];
  const [first] = fields.find(([field]) => problemOf(row, field) !== null) ?? fields[0] ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      // What is typed goes by the dialog's own buttons alone.
      closeOnEscape={values.length === 0}
      title={texts.title(groupedCount(row.row))}
      size="lg"
    >
      <form onSubmit={submit} noValidate>
        <p className={classes['lead']}>{texts.lead}</p>
        {whole.length > 0 && (
          <Notice tone="red" role="alert" title={texts.stillBad}>
            {whole.join(' ')}
          </Notice>
        )}
        <div className={classes['fields']}>
          {fields.map(([field, label]) => {
            const { value, isHidden } = givenOf(checked, field);
            const isTyped = typed[field] !== undefined && typed[field] !== value;
            const shared = {
              name: field,
              label,
              value: typed[field] ?? value,
              // What was changed since the check is judged by the next one.
              error: isTyped ? null : problemOf(checked, field),
              onChange: (text: string) => setTyped((before) => ({ ...before, [field]: text })),
            };
            if (field === 'network')
              return (
                <ChoiceInput
                  key={field}
                  {...shared}
                  otherLabel={network.otherNetwork}
                  otherDescription={network.otherNetworkHelp}
                  placeholder={network.noNetwork}
                  choices={networkChoices}
                  isFirst={field === first}
                />
              );
            return (
              <SuggestionInput
                key={field}
                {...shared}
                description={isHidden ? texts.hidden : undefined}
                className={field === 'walletAddress' ? classes['wide'] : undefined}
                classNames={field === 'walletAddress' ? { input: 'mono' } : {}}
                suggestions={suggestionsOf(field)}
                onLeave={() => undefined}
                {...(field === first && { ref: focusOnOpening })}
              />
            );
          })}
        </div>
        <Failed title={texts.failed} error={correct.error} />
        <div className={classes['acts']}>
          <DialogActions
            action={texts.action}
            isBusy={correct.isPending}
            isBlocked={values.length === 0}
            onCancel={onClose}
          >
            {checked.corrected.length > 0 && (
              <Button
                variant="subtle"
                className={classes['undo']}
                disabled={correct.isPending}
                onClick={() => send(null)}
              >
                {texts.asInFile}
              </Button>
            )}
          </DialogActions>
        </div>
      </form>
    </Modal>
  );
}

/** Corrects a row of a draft; every row is checked again by it. */
function useCorrect() {
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

const Correcting = createContext<(row: DraftRow) => void>(() => undefined);

/** Opens the dialog of a row. */
export const useCorrecting = () => useContext(Correcting);

export interface CorrectingRowsProps {
  draft: Pick<BulkDraft, 'id' | 'kind'>;
  children: ReactNode;
}

export function CorrectingRows({ draft, children }: CorrectingRowsProps) {
  const [row, setRow] = useState<DraftRow | null>(null);
  return (
    <Correcting value={setRow}>
      {children}
      {row !== null && (
        <CorrectDialog
          key={row.row}
          draftId={draft.id}
          kind={draft.kind}
          row={row}
          onClose={() => setRow(null)}
        />
      )}
    </Correcting>
  );
}
