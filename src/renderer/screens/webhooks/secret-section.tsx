/** Whether a webhook's secret is held, and how a person gets at it. It never comes into this page. */
import { Anchor, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { WebhookDetail } from '../../../bridge/webhooks.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useSecretEntry } from '../../components/secret-entry/use-secret-entry.ts';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { toFailure } from '../../format/failures.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import classes from './webhooks.module.css';

const texts = webhookTexts.secret;

export function SecretSection({ webhook }: { webhook: WebhookDetail }) {
  switch (webhook.secret) {
    case 'held':
      return <HeldSecret webhook={webhook} />;
    case 'lost':
      return (
        <Section title={texts.title}>
          <StatusMark tone="red">{texts.lost}</StatusMark>
          <p className={`${classes['prose']} dimmed`}>{texts.lostHint}</p>
        </Section>
      );
    case 'not-given':
      return <SecretNotGiven webhook={webhook} />;
  }
}

function HeldSecret({ webhook }: { webhook: WebhookDetail }) {
  const { bridge, queries } = useBridge();
  const about = useQuery(queries.connection.about.queryOptions());
  const reveal = useMutation({
    mutationFn: async () => {
      const shown = await bridge.webhooks.revealSecret({ id: webhook.id });
      if (shown.path !== null) {
        window.open(shown.path, '_blank', 'noopener,popup,width=560,height=420');
      }
      return shown;
    },
  });
  return (
    <Section
      title={texts.title}
      action={
        about.data !== undefined && (
          <Button variant="default" loading={reveal.isPending} onClick={() => reveal.mutate()}>
            {about.data.host === 'electron' ? texts.copy : texts.reveal}
          </Button>
        )
      }
    >
      <span className={classes['marks']}>
        <StatusMark tone="green">{texts.held}</StatusMark>
        {webhook.fingerprint !== null && (
          <span className="dimmed">
            {texts.fingerprint} <span className={classes['mono']}>{webhook.fingerprint}</span>
          </span>
        )}
      </span>
      <p className={`${classes['prose']} dimmed`}>{texts.heldHint}</p>
      <div className={classes['gap']}>
        {reveal.error !== null && <FailureNotice failure={toFailure(reveal.error)} />}
        {reveal.data !== undefined && <Revealed {...reveal.data} />}
      </div>
    </Section>
  );
}

function Revealed({ path, clearsAt }: { path: string | null; clearsAt: string | null }) {
  return (
    <Notice tone="blue" role="status">
      {clearsAt !== null && <p>{texts.copied(clockTime(clearsAt))}</p>}
      {path !== null && (
        <p>
          {texts.revealed} {texts.notOpened}{' '}
          <Anchor href={path} target="_blank" rel="noopener" underline="always">
            {texts.open}
          </Anchor>
        </p>
      )}
    </Notice>
  );
}

/** `12:03:10`, local. */
const clockTime = (instant: string): string =>
  new Date(instant).toLocaleTimeString(undefined, { hour12: false });

function SecretNotGiven({ webhook }: { webhook: WebhookDetail }) {
  const entry = useSecretEntry();
  const open = () =>
    entry.open({ purpose: 'webhook-secret', webhookId: webhook.id, url: null, name: null });
  return (
    <Section
      title={texts.title}
      action={
        <Button loading={entry.isOpening} onClick={open}>
          {texts.enter}
        </Button>
      }
    >
      <StatusMark tone="amber">{texts.notGiven}</StatusMark>
      <p className={`${classes['prose']} dimmed`}>{texts.notGivenHint}</p>
      <div className={classes['gap']}>
        <SecretEntryStatus entry={entry} />
      </div>
    </Section>
  );
}
