/** The newest deliveries of a webhook, with their verdicts, and the way to all of them. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { WebhookDetail } from '../../../bridge/webhooks.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { eventOf } from './deliveries/delivery-columns.tsx';
import { useDeliveriesView } from './deliveries/use-deliveries.ts';
import { webhookPaths } from './paths.ts';
import { SignatureMark } from './signature-mark.tsx';
import { webhookTexts } from './texts.ts';
import classes from './webhooks.module.css';

const texts = webhookTexts.detail;
const shown = 8;

export function NewestDeliveriesSection({ webhook }: { webhook: WebhookDetail }) {
  const { queries } = useBridge();
  const { change } = useDeliveriesView().getState();
  const newest = useQuery(
    queries.deliveries.list.queryOptions({ input: { webhookId: webhook.id, limit: shown } }),
  );
  const rows = newest.data?.rows ?? [];
  const showAll = () => change({ webhookId: webhook.id, verdict: null, keeping: null });
  return (
    <Section
      title={texts.deliveries}
      action={
        rows.length > 0 && (
          <Anchor component={Link} href={webhookPaths.deliveries} onClick={showAll} size="sm">
            {texts.allDeliveries}
          </Anchor>
        )
      }
    >
      <Failed error={newest.error} />
      {newest.data !== undefined && rows.length === 0 && (
        <p className={`${classes['prose']} dimmed`}>{texts.noDeliveries}</p>
      )}
      <ul className={classes['rows']}>
        {rows.map((row) => (
          <li key={row.arrival}>
            <Anchor
              component={Link}
              href={webhookPaths.delivery(row.arrival)}
              className={classes['grow'] ?? ''}
            >
              {eventOf(row)}
            </Anchor>
            <SignatureMark kind={row.verdict.kind} />
            <ShortMoment at={row.receivedAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
