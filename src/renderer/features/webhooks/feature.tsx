import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { TunnelView } from '../../../bridge/tunnels.ts';
import type { ReceiverView, WebhookReachability } from '../../../bridge/webhooks.ts';
import { worstTunnel } from '../../../bridge/worst-tunnel.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import {
  type Feature,
  type FrameNotice,
  type RailBadge,
  screen,
  screenFile,
} from '../../app/feature.tsx';
import { leadingNotice } from '../../app/shell/frame-line.tsx';
import classes from '../../app/shell/rail.module.css';
import { useDraftOutcome } from '../../components/draft/use-draft-outcome.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { useRelayRoute } from '../../components/use-relay-route.ts';
import { toFailure } from '../../format/failures.ts';
import { useWebhookDrafts } from './new/webhook-values.ts';
import { webhookPaths } from './paths.ts';
import { reachabilityLine, reachabilityMessage, useReachabilityWords } from './reachability.tsx';
import { webhookTexts } from './texts.ts';

import { useWebhookMarks } from './webhook-marks.ts';

const webhooks = screenFile(async () => (await import('./webhooks-screen.tsx')).WebhooksScreen);

export const webhooksFeature: Feature = {
  paths: webhookPaths,
  title: webhookTexts.title,
  Icon: IconWebhook,
  screens: [screen(webhookPaths.root, webhooks, (part, id) => ({ part, id }))],
  areas: {
    webhooks: ['webhooks', 'deliveries', 'tunnels', 'forwarding', 'annotations'],
    deliveries: ['deliveries', 'forwarding'],
    tunnels: ['tunnels'],
    forwarding: ['forwarding'],
  },
  past: {
    except: [
      webhookPaths.new,
      webhookPaths.existing,
      webhookPaths.deliveries,
      webhookPaths.tunnels,
      webhookPaths.forwarding,
    ],
  },
  actions: [
    { title: 'New webhook', href: webhookPaths.new, words: 'create add', writesToService: true },
    { title: 'Import webhook', href: webhookPaths.existing, words: 'existing' },
  ],
  parts: [
    { title: 'Deliveries', href: webhookPaths.deliveries, words: 'webhooks' },
    { title: 'Tunnels', href: webhookPaths.tunnels, words: 'webhooks receiver' },
    { title: 'Forwarding', href: webhookPaths.forwarding, words: 'webhooks targets' },
  ],
  finds: [{ kind: 'webhook', title: webhookTexts.title, hrefOf: webhookPaths.one }],
  useBadge: useMarksBadge,
  useNotices: () => [
    ...useReceiverNotice(),
    ...useDraftOutcome({
      store: useWebhookDrafts(),
      formPath: webhookPaths.new,
      hrefOf: webhookPaths.one,
      words: {
        created: 'The service created the webhook, and its secret is stored.',
        failed: 'The webhook was not created, or the outcome is unknown. Your entries are kept.',
      },
    }),
  ],
  Status: TunnelStatus,
};

/** A line while nothing listens for deliveries; before it is unlocked there is no receiver, and no writer. */
function useReceiverNotice(): FrameNotice[] {
  const { queries } = useBridge();
  const { data, error } = useQuery(queries.webhooks.list.queryOptions());
  const words = whyNotOpen(error) ?? sentenceOfClosed(data?.receiver);
  if (words === null) return [];
  return [
    leadingNotice({
      key: 'receiver',
      tone: 'red',
      leadsTo: webhookPaths.tunnels,
      see: webhookTexts.seeReceiver,
      words,
    }),
  ];
}

const sentenceOfClosed = (receiver: ReceiverView | undefined): string | null =>
  receiver === undefined || receiver.isListening || receiver.writer === null
    ? null
    : receiver.sentence;

/** It could not be opened at all. */
function whyNotOpen(error: Error | null): string | null {
  if (error === null) return null;
  const { code, cause, sentence } = toFailure(error);
  return code === 'INVALID' && cause === 'receiver' ? sentence : null;
}

/** What of the webhooks needs someone. */
function useMarksBadge(): RailBadge | null {
  const { silent, refused, failing } = useWebhookMarks();
  const count = silent + refused + failing;
  if (count === 0) return null;
  const texts = webhookTexts.marks.sentences;
  const sentences = [
    refused > 0 ? texts.refused(refused) : null,
    failing > 0 ? texts.failing(failing) : null,
    silent > 0 ? texts.silent(silent) : null,
  ].filter((sentence) => sentence !== null);
  return { count, words: sentences.join(' '), title: sentences.join('\n') };
}

/** Whether deliveries can get in, by the tunnel that is worst off, else by the team's relay. */
function TunnelStatus() {
  const { queries } = useBridge();
  const tunnels = useQuery(queries.tunnels.list.queryOptions());
  const atRelay = useRelayRoute();
  if (tunnels.data === undefined) return null;
  const tunnel = worstTunnel(tunnels.data.rows);
  const { none, name, relay } = webhookTexts.reachability.rail;
  return (
    <Link href={webhookPaths.tunnels} className={classes['tunnel']}>
      {tunnel !== null ? (
        <OneRoute route={tunnel} name={name} title={tunnel.name} />
      ) : atRelay !== undefined ? (
        <OneRoute route={atRelay} name={relay} title={relay} />
      ) : (
        <span title={none}>
          <StatusMark tone="grey">{none}</StatusMark>
        </span>
      )}
    </Link>
  );
}

interface OneRouteProps {
  route: TunnelView | WebhookReachability;
  name: string;
  title: string;
}

function OneRoute({ route, name, title }: OneRouteProps) {
  const words = useReachabilityWords(route);
  return (
    <span title={`${title}: ${reachabilityMessage(route)}`}>
      <StatusMark tone={words.tone}>{name}</StatusMark>
      {route.state !== 'elsewhere' && (
        <div className={classes['connectionAge']}>{reachabilityLine(words)}</div>
      )}
    </span>
  );
}
