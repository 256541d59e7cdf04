/** Adds an address that genuine deliveries go on to. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { toFailure } from '../../../format/failures.ts';
import { forwardTexts } from '../../../texts/forwards.ts';
import { EventsField } from '../events-field.tsx';
import { nameOf } from '../webhook-columns.tsx';
import classes from '../webhooks.module.css';
import { emptyTargetValues, targetChecks, targetInputOf } from './forward-forms.ts';

const texts = forwardTexts.form;

export interface AddTargetFormProps {
  webhooks: readonly WebhookRow[];
  onDone: () => void;
}

export function AddTargetForm({ webhooks, onDone }: AddTargetFormProps) {
  const { queries } = useBridge();
  const add = useMutation(queries.forwards.addTarget.mutationOptions({ onSuccess: onDone }));
  const form = useForm({
    mode: 'controlled',
    initialValues: emptyTargetValues,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: targetChecks,
  });
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={texts.title}
      onSubmit={form.onSubmit((values) => add.mutate(targetInputOf(values)))}
    >
      <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label={texts.url}
        description={texts.urlHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <NativeSelect
        label={texts.webhook}
        data={[
          { value: '', label: texts.allWebhooks },
          ...webhooks.map((row) => ({ value: row.id, label: nameOf(row) })),
        ]}
        {...form.getInputProps('webhookId')}
      />
      <EventsField
        label={texts.events}
        help={texts.eventsHelp}
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
      />
      <p className={`${classes['prose']} dimmed`}>{texts.fromNow}</p>
      {add.error !== null && <FailureNotice failure={toFailure(add.error)} />}
      <div className={classes['actions']}>
        <Button type="submit" loading={add.isPending}>
          {texts.action}
        </Button>
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
