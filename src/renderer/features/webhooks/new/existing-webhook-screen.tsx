/** Adds a webhook that was made elsewhere, by id, URL and secret. The secret is typed in a document of its own. */
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { WebhookRow } from '../../../../bridge/webhooks.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { BackLink } from '../../../components/back-link.tsx';
import classes from '../../../components/draft/form.module.css';
import { passesChecks } from '../../../components/draft/use-draft-form.ts';
import { Notice } from '../../../components/notice.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { SecretEntryStatus } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useSecretEntry } from '../../../components/secret-entry/use-secret-entry.ts';
import { useUnsaved } from '../../../components/use-unsaved.ts';
import { importPaths } from '../../imports/paths.ts';
import { webhookPaths } from '../paths.ts';
import { nameOf } from '../webhook-columns.tsx';
import own from '../webhooks.module.css';
import { newWebhookTexts } from './texts.ts';
import { existingChecks, existingPurposeOf } from './webhook-form.ts';

const texts = newWebhookTexts.existing;

export function ExistingWebhookScreen() {
  const { queries } = useBridge();
  const profileId = useProfileId();
  const webhooks = useQuery(queries.webhooks.list.queryOptions());
  const form = useForm({
    mode: 'controlled',
    initialValues: { id: '', url: '', name: '' },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: existingChecks,
  });
  const id = form.values.id.trim();
  const added = webhooks.data?.rows.find((row) => row.id === id && row.secret === 'held') ?? null;
  useUnsaved(form.isDirty() && added === null);
  const entry = useSecretEntry(added?.id ?? null);
  const enterSecret = (event: FormEvent): void => {
    event.preventDefault();
    if (passesChecks(form)) entry.open(existingPurposeOf(form.values, profileId));
  };
  const field = { spellCheck: false };
  return (
    <>
      <PageHeader
        title={texts.title}
        back={<BackLink href={webhookPaths.root} label={newWebhookTexts.back} />}
      />
      <div className={classes['page']}>
        <form className={`${own['form']} ${own['inset']}`} noValidate onSubmit={enterSecret}>
          <p className="dimmed">
            {texts.lead}{' '}
            <PageLink href={importPaths.into('webhooks')} underline="always">
              {texts.several}
            </PageLink>
          </p>
          <TextInput
            {...field}
            label={texts.id}
            description={texts.idHelp}
            {...form.getInputProps('id')}
          />
          <TextInput
            {...field}
            label={texts.url}
            description={texts.urlHelp}
            {...form.getInputProps('url')}
          />
          <TextInput
            {...field}
            label={texts.name}
            description={texts.nameHelp}
            {...form.getInputProps('name')}
          />
          <p className="dimmed">{texts.secretHint}</p>
          <div className={classes['actions']}>
            <Button type="submit" loading={entry.isOpening}>
              {texts.action}
            </Button>
          </div>
          <SecretEntryStatus entry={entry} />
          {added !== null && <Added webhook={added} />}
        </form>
      </div>
    </>
  );
}

/** Said as soon as main holds the secret. */
function Added({ webhook }: { webhook: WebhookRow }) {
  return (
    <Notice tone="green" role="status">
      <p>{texts.added(nameOf(webhook))}</p>
      <p>
        <PageLink href={webhookPaths.one(webhook.id)} underline="always">
          {texts.open}
        </PageLink>
      </p>
    </Notice>
  );
}
