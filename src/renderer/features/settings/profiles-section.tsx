/** Profiles: the built-in sandbox from the start, and the ones that were added. */
import { Button, NativeSelect, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { AddProfileInput, AsideProfileView } from '../../../bridge/profiles.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import {
  SecretEntryActions,
  SecretEntryStatus,
} from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { environmentName } from '../../format/environments.ts';
import { settingsPaths } from './paths.ts';
import { baseUrlProblem, nameProblem } from './profile-checks.ts';
import { ProfileItem } from './profile-item.tsx';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const asideTexts = settingsTexts.aside;

/** Profiles that were removed, with their data kept: brought back, or erased. Nothing where there is none. */
function AsideProfiles() {
  const { queries } = useBridge();
  const aside = useQuery(queries.profiles.aside.queryOptions());
  const list = aside.data ?? [];
  if (list.length === 0) return null;
  return (
    <Section title={asideTexts.title} lead={asideTexts.lead}>
      <ul className={classes['profiles']}>
        {list.map((profile) => (
          <AsideItem key={profile.id} profile={profile} />
        ))}
      </ul>
    </Section>
  );
}

function AsideItem({ profile }: { profile: AsideProfileView }) {
  const { bridge, queries } = useBridge();
  const { id, name, environment, baseUrl, asideAt, isErasing } = profile;
  const bringBack = useMutation(queries.profiles.bringBack.mutationOptions());
  const erasing = useDocument(() => bridge.profiles.remove({ id }));
  return (
    <li className={classes['profile']}>
      <div className={classes['profileHead']}>
        <Title order={3}>{name}</Title>
        <span className={classes['environment']}>{environmentName(environment, baseUrl)}</span>
      </div>
      <p className="mono">{baseUrl}</p>
      <p className={classes['environment']}>
        {isErasing ? asideTexts.cutOff : asideTexts.since} <ShortMoment at={asideAt} />
      </p>
      <div className={classes['actions']}>
        {!isErasing && (
          <Button
            variant="default"
            aria-label={`${asideTexts.bringBack}: ${name}`}
            loading={bringBack.isPending}
            onClick={() => bringBack.mutate({ id })}
          >
            {asideTexts.bringBack}
          </Button>
        )}
        <DocumentButton
          document={erasing}
          variant="default"
          aria-label={`${asideTexts.erase}: ${name}`}
        >
          {asideTexts.erase}
        </DocumentButton>
      </div>
      <div className={classes['status']}>
        <Failed error={bringBack.error} />
        <SecretEntryStatus entry={erasing} />
      </div>
    </li>
  );
}

const addTexts = settingsTexts.add;

/** Asks for a profile to be added. A person confirms it, and types its token, in a document of main's own. */
function AddProfileForm({ onCancel }: { onCancel: () => void }) {
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
  useUnsaved(form.isDirty('name') || form.isDirty('baseUrl'));
  const send = form.onSubmit((values) =>
    adding.open({ ...values, name: values.name.trim(), baseUrl: values.baseUrl.trim() }),
  );
  return (
    <form className={classes['form']} noValidate onSubmit={send} aria-label={addTexts.title}>
      <TextInput
        label={addTexts.name}
        description={addTexts.nameHelp}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={addTexts.environment}
        description={addTexts.environmentHelp}
        data={[
          { value: 'sandbox', label: addTexts.environments.sandbox },
          { value: 'production', label: addTexts.environments.production },
        ]}
        {...form.getInputProps('environment')}
      />
      {form.values.environment === 'production' && (
        <Notice tone="amber">{addTexts.productionHint}</Notice>
      )}
      <TextInput
        label={addTexts.baseUrl}
        description={form.errors['baseUrl'] === undefined ? addTexts.baseUrlHelp : undefined}
        type="url"
        spellCheck={false}
        {...form.getInputProps('baseUrl')}
      />
      <div>
        <strong>{addTexts.token}</strong>
        <p className={classes['environment']}>{addTexts.tokenHelp}</p>
      </div>
      <SecretEntryActions entry={adding} action={addTexts.action} onCancel={onCancel} />
    </form>
  );
}

const texts = settingsTexts.profiles;

export function ProfilesSection() {
  const { queries } = useBridge();
  const profiles = useQuery(queries.profiles.list.queryOptions());
  const ids = profiles.data?.map(({ id }) => id);
  const [location, navigate] = useLocation();
  const isAsked = location === settingsPaths.addProfile;
  /** What there was when the form was opened: it has done its work when there is one more. */
  const [beside, setBeside] = useState<readonly string[] | null>(null);
  if (isAsked && beside === null && ids !== undefined) setBeside(ids);
  if (!isAsked && beside !== null) setBeside(null);
  const isDone = isAsked && beside !== null && ids?.some((id) => !beside.includes(id)) === true;
  const isAdding = isAsked && !isDone;
  const close = () => navigate(settingsPaths.section('profiles'), { replace: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the profile is there
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  return (
    <>
      <Section
        title={texts.title}
        lead={texts.lead}
        action={
          !isAdding && (
            <Button onClick={() => navigate(settingsPaths.addProfile)}>{texts.add}</Button>
          )
        }
      >
        {isAdding && <AddProfileForm onCancel={close} />}
        <DetailStates query={profiles} isList>
          {(list) => (
            <ul className={classes['profiles']}>
              {list.map((profile) => (
                <ProfileItem key={profile.id} profile={profile} />
              ))}
            </ul>
          )}
        </DetailStates>
      </Section>
      <AsideProfiles />
    </>
  );
}
