/** The control plane of a hosted sandbox: entered here, its token in a document of main's own. */
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileView } from '../../../bridge/profiles.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { baseUrlProblem } from './base-url.ts';
import type { ProfileActionParts } from './profile-actions.tsx';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.control;

export function useControlPlane(profile: ProfileView): ProfileActionParts {
  const { bridge, queries } = useBridge();
  const [isEntering, setEntering] = useState(false);
  const input = { id: profile.id };
  const isHosted = profile.environment === 'sandbox';
  const control = useQuery({
    ...queries.profiles.control.queryOptions({ input }),
    enabled: isHosted,
  });
  const controlUrl = control.data?.controlUrl ?? null;
  const setting = useDocument(
    (url: string) => bridge.profiles.setControl({ id: profile.id, controlUrl: url }),
    controlUrl,
  );
  const forget = useMutation({
    ...queries.profiles.forgetControl.mutationOptions(),
    onSettled: (_done, _error, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: queries.profiles.control.key() }),
  });
  const form = useForm({
    mode: 'controlled',
    initialValues: { controlUrl: '' },
    validate: { controlUrl: baseUrlProblem },
  });
  if (!isHosted || control.error !== null) return { buttons: null, below: null };
  const set = `${texts.set}: ${profile.name}`;
  if (isEntering && controlUrl === null) {
    const below = (
      <form
        className={classes['form']}
        noValidate
        aria-label={set}
        onSubmit={form.onSubmit((values) => setting.open(values.controlUrl.trim()))}
      >
        <TextInput
          label={texts.label}
          description={texts.help}
          type="url"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('controlUrl')}
        />
        <SecretEntryStatus entry={setting} />
        <div className={classes['actions']}>
          <Button type="submit" loading={setting.isOpening}>
            {texts.set}
          </Button>
          <Button variant="default" onClick={() => setEntering(false)}>
            {settingsTexts.change.cancel}
          </Button>
        </div>
      </form>
    );
    return { buttons: null, below };
  }
  const failed = <Failed error={forget.error} />;
  if (controlUrl === null) {
    const open = (
      <Button variant="default" aria-label={set} onClick={() => setEntering(true)}>
        {texts.open}
      </Button>
    );
    return { buttons: open, below: failed };
  }
  const below = (
    <div className={classes['actions']}>
      <span>
        {texts.known} <span className="mono">{allSeen(controlUrl)}</span>
      </span>
      <Button
        variant="default"
        aria-label={`${texts.replace}: ${profile.name}`}
        loading={setting.isOpening}
        onClick={() => setting.open(controlUrl)}
      >
        {texts.replace}
      </Button>
      <Button
        variant="default"
        aria-label={`${texts.remove}: ${profile.name}`}
        loading={forget.isPending}
        onClick={() => {
          setEntering(false);
          forget.mutate(input);
        }}
      >
        {texts.remove}
      </Button>
      <SecretEntryStatus entry={setting} />
      {failed}
    </div>
  );
  return { buttons: null, below };
}
