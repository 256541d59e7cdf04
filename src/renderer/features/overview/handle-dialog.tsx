/** Snoozes a line or marks it as done, with a note. */
import { Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { HandledView, Need, NeedItem } from '../../../bridge/overview.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useEnvironment } from '../../app/environment/environment-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { useNote } from '../../components/use-note.ts';
import { instantOfField, localField } from '../../format/exact-instants.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { nameOf } from './need-line.tsx';
import { type SnoozeChoice, snoozeEnd } from './period.ts';
import { overviewTexts } from './texts.ts';

const { handle: texts, needs } = overviewTexts;

const choices: readonly (SnoozeChoice | 'other')[] = ['hour', 'tomorrow', 'week', 'other'];

export interface HandleRequest {
  readonly need: Need;
  /** One of its items; null for all of them. */
  readonly item: NeedItem | null;
  readonly as: HandledView['as'];
}

export interface HandleDialogProps {
  asked: HandleRequest;
  onClose: () => void;
  /** The line is put aside, and the button that asked goes with it. */
  onDone: () => void;
}

export function HandleDialog({ asked, onClose, onDone }: HandleDialogProps) {
  const { need, item, as } = asked;
  useFocusBack();
  const { bridge } = useBridge();
  const { clock } = useEnvironment();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const [choice, setChoice] = useState<SnoozeChoice | 'other'>('tomorrow');
  const [other, setOther] = useState(() => localField(snoozeEnd('tomorrow', clock())));
  const [note, setNote] = useNote();
  const [problem, setProblem] = useState<string | null>(null);
  const isSnooze = as === 'snoozed';
  const put = useMutation({
    mutationFn: (until: string | null) => {
      const { kind, covers } = need;
      const of = item === null ? { covers } : { item: { id: item.id, at: item.at } };
      return bridge.overview.handle({ kind, of, as, until, note, profileId, knownAt });
    },
    onSuccess: () => {
      onClose();
      onDone();
    },
  });
  const act = (): void => {
    const until = choice === 'other' ? instantOfField(other) : snoozeEnd(choice, clock());
    const isToCome = until !== null && Date.parse(until) > clock();
    if (isSnooze && !isToCome) setProblem(texts.needsTime);
    else put.mutate(isSnooze ? until : null);
  };
  return (
    <Modal opened onClose={onClose} title={(item === null ? texts.titles : texts.titlesOfOne)[as]}>
      <Stack gap="sm">
        <p data-veiled={item === null ? undefined : true}>
          {item === null
            ? `${needs.lines[need.kind](need.count)}. ${texts.covers}`
            : `${needs.lines[need.kind](1)}: ${asSeen(nameOf(need.kind, item))}. ${texts.coversOne}`}
        </p>
        {isSnooze && (
          <NativeSelect
            label={texts.until}
            value={choice}
            data={choices.map((value) => ({ value, label: texts.choices[value] }))}
            onChange={({ currentTarget }) => {
              const chosen = choices.find((one) => one === currentTarget.value);
              if (chosen !== undefined) setChoice(chosen);
            }}
          />
        )}
        {isSnooze && choice === 'other' && (
          <TextInput
            type="datetime-local"
            label={texts.custom}
            value={other}
            error={problem}
            onChange={({ currentTarget }) => {
              setOther(currentTarget.value);
              setProblem(null);
            }}
          />
        )}
        <Textarea
          label={texts.note}
          description={texts.noteHelp}
          maxLength={500}
          autosize
          minRows={2}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Failed error={put.error} />
        <DialogActions
          isQuestion
          action={(item === null ? texts.actions : texts.actionsOfOne)[as]}
          isBusy={put.isPending}
          onCancel={onClose}
          onAct={act}
        />
      </Stack>
    </Modal>
  );
}
