/** Asks for an address that genuine deliveries go on to. A person confirms it in a document of main's own. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ForwardTargetInput } from '../../../../bridge/forwarding.ts';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { SecretEntryActions } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../../components/secret-entry/use-document.ts';
import { useUnsaved } from '../../../components/use-unsaved.ts';
import { EventsField } from '../events-field.tsx';
import { nameOf } from '../webhook-columns.tsx';
import classes from '../webhooks.module.css';
import { emptyTargetValues, targetChecks, targetInputOf } from './forward-forms.ts';
import { forwardingTexts } from './texts.ts';

const texts = forwardingTexts.form;

export interface AddTargetFormProps {
  webhooks: readonly WebhookRow[];
  onCancel: () => void;
}

export function AddTargetForm({ webhooks, onCancel }: AddTargetFormProps) {
  const { bridge, queries } = useBridge();
  const isInTeam = useQuery(queries.team.get.queryOptions()).data?.team != null;
  const adding = useDocument((target: ForwardTargetInput) => bridge.forwarding.addTarget(target));
  const form = useForm({
    mode: 'controlled',
    initialValues: emptyTargetValues,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: targetChecks,
  });
  useUnsaved(form.isDirty());
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={texts.title}
      onSubmit={form.onSubmit((values) => adding.open(targetInputOf(values)))}
    >
      <TextInput label={texts.name} {...form.getInputProps('name')} />
      <TextInput
        label={texts.url}
        description={texts.urlHelp}
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
        withUnlisted
        label={texts.events}
        help={texts.eventsHelp}
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
      />
      {isInTeam && (
        <Checkbox
          label={texts.forTeam}
          description={texts.forTeamHelp}
          {...form.getInputProps('isForTeam', { type: 'checkbox' })}
        />
      )}
      <p className={`${classes['prose']} dimmed`}>{texts.fromNow}</p>
      <SecretEntryActions entry={adding} action={texts.action} onCancel={onCancel} />
    </form>
  );
}
