/** Adds a profile. Its token is typed afterwards, in a document of its own. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { AddProfileInput, ProfileView } from '../../../bridge/profiles.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { toFailure } from '../../format/failures.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { baseUrlProblem } from './base-url.ts';
import classes from './settings.module.css';

const texts = settingsTexts.add;

export interface AddProfileFormProps {
  onCancel: () => void;
  onAdded: (profile: ProfileView) => void;
}

export function AddProfileForm({ onCancel, onAdded }: AddProfileFormProps) {
  const { queries } = useBridge();
  const add = useMutation(queries.profiles.add.mutationOptions({ onSuccess: onAdded }));
  const form = useForm<AddProfileInput>({
    mode: 'controlled',
    initialValues: { name: '', environment: 'sandbox', baseUrl: '' },
    validateInputOnBlur: true,
    validate: {
      name: (name) => {
        const length = name.trim().length;
        return length === 0 || length > 80 ? texts.problems.name : null;
      },
      baseUrl: baseUrlProblem,
    },
  });
  const send = form.onSubmit((values) =>
    add.mutate({ ...values, name: values.name.trim(), baseUrl: values.baseUrl.trim() }),
  );
  return (
    <form className={classes['form']} noValidate onSubmit={send} aria-label={texts.title}>
      <TextInput
        label={texts.name}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={texts.environment}
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
      {add.error !== null && <FailureNotice failure={toFailure(add.error)} />}
      <div className={classes['actions']}>
        <Button type="submit" loading={add.isPending}>
          {texts.action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
