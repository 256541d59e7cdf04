/** Asks for a profile to be added. A person confirms it, and types its token, in a document of main's own. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AddProfileInput } from '../../../bridge/profiles.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { Notice } from '../../components/notice.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { baseUrlProblem } from './base-url.ts';
import { nameProblem } from './profile-name.ts';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.add;

export function AddProfileForm({ onCancel }: { onCancel: () => void }) {
  const { bridge } = useBridge();
  const adding = useDocument((profile: AddProfileInput) => bridge.profiles.add(profile));
  const form = useForm<AddProfileInput>({
    mode: 'controlled',
    initialValues: { name: '', environment: 'sandbox', baseUrl: '' },
    validateInputOnBlur: true,
    validate: {
      name: nameProblem,
      baseUrl: baseUrlProblem,
    },
  });
  const send = form.onSubmit((values) =>
    adding.open({ ...values, name: values.name.trim(), baseUrl: values.baseUrl.trim() }),
  );
  return (
    <form className={classes['form']} noValidate onSubmit={send} aria-label={texts.title}>
      <TextInput
        label={texts.name}
        description={texts.nameHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={texts.environment}
        description={texts.environmentHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: 'sandbox', label: texts.environments.sandbox },
          { value: 'production', label: texts.environments.production },
        ]}
        {...form.getInputProps('environment')}
      />
      {form.values.environment === 'production' && (
        <Notice tone="amber">{texts.productionHint}</Notice>
      )}
      <TextInput
        label={texts.baseUrl}
        description={form.errors['baseUrl'] === undefined ? texts.baseUrlHelp : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="url"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('baseUrl')}
      />
      <div>
        <strong>{texts.token}</strong>
        <p className={classes['environment']}>{texts.tokenHelp}</p>
      </div>
      <SecretEntryStatus entry={adding} />
      <div className={classes['actions']}>
        <Button type="submit" loading={adding.isOpening}>
          {texts.action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
