/** Which notices a person wants, when, and who shows them. */
import { Button, Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type NoticeSettings, noticeKind, noticeKinds } from '../../../bridge/notices.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { openDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import {
  type NoticeValues,
  noticeProblems,
  noticeSettingsOf,
  noticeValues,
} from './notices-form.ts';
import { SaveActions } from './save-actions.tsx';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const { notices: texts } = settingsTexts;

export function NoticesSection() {
  const { queries } = useBridge();
  const profileId = useProfileId();
  const notices = useQuery(queries.notices.settings.queryOptions());
  return (
    <DetailStates query={notices} failed={texts.failed}>
      {({ shownBy, settings }) => (
        <Section title={texts.title} lead={texts.lead}>
          <Stack>
            <Facts>
              <Fact name={texts.shown}>
                {shownBy === 'system' ? texts.bySystem : <ShownByPage />}
              </Fact>
            </Facts>
            <NoticesForm key={profileId} settings={settings} profileId={profileId} />
          </Stack>
        </Section>
      )}
    </DetailStates>
  );
}

function ShownByPage() {
  const [permission, setPermission] = useState<NotificationPermission>(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  const allow = async () => setPermission(await Notification.requestPermission());
  return (
    <Group gap="xs">
      {texts.byPage[permission]}
      {permission === 'default' && (
        <Button variant="default" size="compact-xs" onClick={() => void allow()}>
          {texts.allow}
        </Button>
      )}
    </Group>
  );
}

interface NoticesFormProps {
  settings: NoticeSettings;
  profileId: string;
}

function NoticesForm({ settings, profileId }: NoticesFormProps) {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const form = useForm({
    mode: 'controlled',
    initialValues: noticeValues(settings),
    validate: noticeProblems,
  });
  useUnsaved(form.isDirty());
  const save = useMutation({
    mutationFn: (values: NoticeValues) =>
      bridge.notices.save({ settings: noticeSettingsOf(values, timeZone), profileId }),
    onSuccess({ path }, values) {
      openDocument(path);
      form.resetDirty(values);
      return client.invalidateQueries({ queryKey: queries.notices.settings.key() });
    },
  });
  const isAsked = save.data?.saved === null && !settings.hasDetails;
  const send = form.onSubmit((values) => save.mutate(values));
  return (
    <form className={classes['form']} noValidate onSubmit={send} aria-label={texts.title}>
      <Checkbox.Group
        label={texts.kinds}
        description={texts.kindsHelp}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        value={form.values.kinds}
        onChange={(chosen) => form.setFieldValue('kinds', noticeKind.array().parse(chosen))}
      >
        <Stack gap="xs" mt="xs">
          {noticeKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={texts.kind[kind]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label={texts.quiet}
        description={texts.quietHelp(timeZone, settings.quiet?.zone)}
        {...form.getInputProps('hasQuiet', { type: 'checkbox' })}
      />
      {form.values.hasQuiet && (
        <Group gap="sm" align="flex-start">
          <TextInput type="time" label={texts.from} {...form.getInputProps('from')} />
          <TextInput type="time" label={texts.to} {...form.getInputProps('to')} />
        </Group>
      )}
      <Switch
        label={texts.details}
        description={texts.detailsHelp}
        {...form.getInputProps('hasDetails', { type: 'checkbox' })}
      />
      <Failed error={save.error} />
      {isAsked && <SecretEntryStatus entry={{ opened: save.data ?? null, failure: null }} />}
      <SaveActions
        texts={texts}
        isSaving={save.isPending}
        isSaved={save.isSuccess && !isAsked && !form.isDirty()}
      />
    </form>
  );
}
