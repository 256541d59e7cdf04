/** Whether a webhook's secret is held, and how a person gets at it. It never comes into this page. */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WebhookDetail } from '../../../bridge/webhooks.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useIsSession } from '../../app/shell/use-is-session.ts';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { useSecretEntry } from '../../components/secret-entry/use-secret-entry.ts';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { webhookTexts } from './texts.ts';
import classes from './webhooks.module.css';

const texts = webhookTexts.secret;

export function SecretSection({ webhook }: { webhook: WebhookDetail }) {
  switch (webhook.secret) {
    case 'held':
      return <StoredSecret webhook={webhook} />;
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

function StoredSecret({ webhook }: { webhook: WebhookDetail }) {
  const isSession = useIsSession();
  const { bridge, queries } = useBridge();
  const about = useQuery(queries.connection.about.queryOptions());
  const reveal = useDocument(() => bridge.webhooks.revealSecret({ id: webhook.id }));
  return (
    <Section
      title={texts.title}
      action={
        about.data !== undefined && (
          <Button variant="default" loading={reveal.isOpening} onClick={() => reveal.open(null)}>
            {about.data.host === 'electron' ? texts.copy : texts.reveal}
          </Button>
        )
      }
    >
      <span className={classes['marks']}>
        <StatusMark tone="green">{isSession ? texts.heldInSession : texts.held}</StatusMark>
        {webhook.fingerprint !== null && (
          <span className="dimmed">
            {texts.fingerprint} <span className={classes['mono']}>{webhook.fingerprint}</span>
          </span>
        )}
      </span>
      <p className={`${classes['prose']} dimmed`}>{texts.heldHint}</p>
      <div className={classes['gap']}>
        <SecretEntryStatus entry={reveal} />
      </div>
    </Section>
  );
}

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
