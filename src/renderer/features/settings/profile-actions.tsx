/** What may be done to a profile that was added: renamed, led elsewhere, removed. */
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ProfileView } from '../../../bridge/profiles.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { baseUrlProblem, nameProblem } from './profile-checks.ts';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.change;

export interface ProfileActionParts {
  readonly buttons: ReactNode;
  /** What came of them, and the form that one opens. */
  readonly below: ReactNode;
}

export function useProfileActions(profile: ProfileView): ProfileActionParts {
  const { bridge } = useBridge();
  const [changing, setChanging] = useState<'name' | 'address' | null>(null);
  const removing = useDocument(() => bridge.profiles.remove({ id: profile.id }));
  const close = () => setChanging(null);
  if (changing !== null) {
    const Form = changing === 'name' ? RenameForm : AddressForm;
    return { buttons: null, below: <Form profile={profile} onClose={close} /> };
  }
  const actions = [
    [texts.rename, () => setChanging('name')],
    [texts.address, () => setChanging('address')],
    [texts.remove, () => removing.open(undefined)],
  ] as const;
  return {
    buttons: actions.map(([words, act]) => (
      <Button
        key={words}
        variant="default"
        aria-label={`${words}: ${profile.name}`}
        loading={words === texts.remove && removing.isOpening}
        onClick={act}
      >
        {words}
      </Button>
    )),
    below: (
      <div className={classes['status']}>
        <SecretEntryStatus entry={removing} />
      </div>
    ),
  };
}

interface FormProps {
  profile: ProfileView;
  onClose: () => void;
}

function RenameForm({ profile, onClose }: FormProps) {
  const { queries } = useBridge();
  const rename = useMutation(queries.profiles.rename.mutationOptions({ onSuccess: onClose }));
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: profile.name },
    validate: { name: nameProblem },
  });
  useUnsaved(form.isDirty());
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={`${texts.rename}: ${profile.name}`}
      onSubmit={form.onSubmit(({ name }) => rename.mutate({ id: profile.id, name: name.trim() }))}
    >
      <TextInput label={texts.name} data-autofocus autoFocus {...form.getInputProps('name')} />
      <Failed error={rename.error} />
      <FormActions action={texts.rename} isBusy={rename.isPending} onClose={onClose} />
    </form>
  );
}

function AddressForm({ profile, onClose }: FormProps) {
  const { bridge } = useBridge();
  const changing = useDocument((baseUrl: string) =>
    bridge.profiles.changeAddress({ id: profile.id, baseUrl }),
  );
  const [before] = useState(profile.baseUrl);
  // It has done its work.
  useEffect(() => {
    if (profile.baseUrl !== before) onClose();
  }, [profile.baseUrl, before, onClose]);
  const form = useForm({
    mode: 'controlled',
    initialValues: { baseUrl: profile.baseUrl ?? '' },
    validate: { baseUrl: baseUrlProblem },
  });
  useUnsaved(form.isDirty());
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={`${texts.address}: ${profile.name}`}
      onSubmit={form.onSubmit(({ baseUrl }) => changing.open(baseUrl.trim()))}
    >
      <TextInput
        label={texts.newAddress}
        description={form.errors['baseUrl'] === undefined ? texts.addressHelp : undefined}
        type="url"
        spellCheck={false}
        autoFocus
        {...form.getInputProps('baseUrl')}
      />
      <SecretEntryStatus entry={changing} />
      <FormActions action={texts.address} isBusy={changing.isOpening} onClose={onClose} />
    </form>
  );
}

function FormActions(props: { action: string; isBusy: boolean; onClose: () => void }) {
  return (
    <div className={classes['actions']}>
      <Button type="submit" loading={props.isBusy}>
        {props.action}
      </Button>
      <Button variant="default" onClick={props.onClose}>
        {texts.cancel}
      </Button>
    </div>
  );
}
