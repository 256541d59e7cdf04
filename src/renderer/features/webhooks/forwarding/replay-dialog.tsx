/** Sends stored deliveries to an address again: all since a time, or those of a filter. */
import { Modal, NativeSelect, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ForwardTargetView, ReplaySelection } from '../../../../bridge/forwarding.ts';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DialogActions } from '../../../components/dialog-actions.tsx';
import { MomentInput } from '../../../components/moment-input.tsx';
import { SecretEntryStatus } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../../components/secret-entry/use-document.ts';
import { stateTexts } from '../../../texts/states.ts';
import { EventsField } from '../events-field.tsx';
import { nameOf } from '../webhook-columns.tsx';
import classes from '../webhooks.module.css';
import { type ReplayValues, replayChecks, replaySelectionOf } from './forward-forms.ts';
import { forwardingTexts } from './texts.ts';

const texts = forwardingTexts.replay;

export interface ReplayDialogProps {
  isOpen: boolean;
  target: ForwardTargetView;
  webhooks: readonly WebhookRow[];
  onClose: () => void;
}

export function ReplayDialog(props: ReplayDialogProps) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      size="lg"
      title={texts.title(props.target.name)}
      closeButtonProps={{ 'aria-label': stateTexts.close }}
    >
      <ReplayForm {...props} />
    </Modal>
  );
}

function ReplayForm({ target, webhooks, onClose }: ReplayDialogProps) {
  const { bridge } = useBridge();
  const replay = useDocument((selection: ReplaySelection) =>
    bridge.forwarding.replay({ targetId: target.id, selection }),
  );
  const form = useForm<ReplayValues>({
    mode: 'controlled',
    initialValues: { by: 'since', since: '', until: '', webhookId: '', events: [] },
    clearInputErrorOnChange: true,
    validate: replayChecks,
  });
  const isFilter = form.values.by === 'filter';
  const send = form.onSubmit((values) => replay.open(replaySelectionOf(values)));
  return (
    <form noValidate onSubmit={send}>
      <Stack gap="sm">
        <Radio.Group label={texts.which} {...form.getInputProps('by')}>
          <div className={classes['choices']}>
            <Radio value="since" size="sm" label={texts.since} />
            <Radio value="filter" size="sm" label={texts.filter} />
          </div>
        </Radio.Group>
        <div className={classes['pair']}>
          <MomentInput
            label={texts.sinceTime}
            description={isFilter && texts.sinceHelp}
            {...form.getInputProps('since')}
          />
          {isFilter && (
            <MomentInput
              label={texts.untilTime}
              description={texts.untilHelp}
              {...form.getInputProps('until')}
            />
          )}
        </div>
        {isFilter && (
          <>
            <NativeSelect
              label={texts.webhook}
              data={[
                { value: '', label: forwardingTexts.form.allWebhooks },
                ...webhooks.map((row) => ({ value: row.id, label: nameOf(row) })),
              ]}
              {...form.getInputProps('webhookId')}
            />
            <EventsField
              label={texts.events}
              help={forwardingTexts.form.eventsHelp}
              value={form.values.events}
              onChange={(events) => form.setFieldValue('events', events)}
            />
          </>
        )}
        <p className={`${classes['prose']} dimmed`}>{texts.hint}</p>
        <SecretEntryStatus entry={replay} />
        <DialogActions action={texts.action} isBusy={replay.isOpening} onCancel={onClose} />
      </Stack>
    </form>
  );
}
