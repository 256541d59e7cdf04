/** Reads an event from the service by its id (Interface 4.5), and says what that told. */
import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { toFailure } from '../../../format/failures.ts';
import { tidyId } from '../../../format/identifiers.ts';
import { stateTexts } from '../../../texts/states.ts';
import { ChangedFields } from '../detail/changed-fields.tsx';
import { timelineTexts } from '../texts.ts';
import classes from './dialogs.module.css';
import { isEventId } from './event-id.ts';

const texts = timelineTexts.lookUp;

export interface LookUpDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onShow: (eventId: string) => void;
}

export function LookUpDialog(props: LookUpDialogProps) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={texts.title}>
      <LookUpForm {...props} />
    </Modal>
  );
}

function LookUpForm({ onClose, onShow }: LookUpDialogProps) {
  const { queries } = useBridge();
  const profileId = useProfileId();
  const lookUp = useMutation(queries.timeline.lookUp.mutationOptions());
  const form = useForm({
    mode: 'controlled',
    initialValues: { eventId: '' },
    clearInputErrorOnChange: true,
    validate: { eventId: (id) => (isEventId(tidyId(id)) ? null : texts.problem) },
  });
  const send = form.onSubmit(({ eventId }) => {
    const tidy = tidyId(eventId);
    form.setFieldValue('eventId', tidy);
    lookUp.mutate({ eventId: tidy, profileId });
  });
  const told = lookUp.data;
  const failure = lookUp.error === null ? null : toFailure(lookUp.error);
  // Another ID is another look-up.
  const isDone = told !== undefined && tidyId(form.values.eventId) === told.eventId;
  return (
    <form noValidate onSubmit={send}>
      <Stack gap="sm">
        <p>{texts.lead}</p>
        <TextInput
          data-autofocus
          label={texts.label}
          description={texts.help}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          {...form.getInputProps('eventId')}
        />
        {failure !== null && (
          <FailureNotice
            failure={failure}
            // Only an answer has a status: a profile that is gone is not found here.
            {...(failure.code === 'NOT_FOUND' &&
              failure.status !== null && { title: texts.notFound })}
          />
        )}
        {told !== undefined && (
          <div role="status" className={classes['outcome'] ?? ''}>
            <StatusMark tone={told.fields.length > 0 ? 'amber' : told.wasKnown ? 'grey' : 'green'}>
              {outcomeOf(told)}
            </StatusMark>
            <ChangedFields fields={told.fields} />
            {told.webhooksTold.length > 0 && (
              <p className="dimmed">{texts.webhooksTold(told.webhooksTold.length)}</p>
            )}
          </div>
        )}
        {isDone ? (
          <DialogActions
            action={texts.show}
            out={stateTexts.done}
            onCancel={onClose}
            onAct={() => onShow(told.eventId)}
          />
        ) : (
          <DialogActions action={texts.action} isBusy={lookUp.isPending} onCancel={onClose} />
        )}
      </Stack>
    </form>
  );
}

/** What a look-up told, in a sentence. */
export function outcomeOf(told: { wasKnown: boolean; fields: readonly unknown[] }): string {
  if (!told.wasKnown) return texts.fresh;
  return told.fields.length === 0 ? texts.same : texts.differs(told.fields.length);
}
