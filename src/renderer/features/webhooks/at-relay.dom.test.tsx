/** Where the team's relay receives a profile's webhooks, no page asks for a tunnel or the secret. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { WebhookReachability } from '../../../bridge/webhooks.ts';
import { type Answers, showPage } from '../../app/testing/show-page.tsx';
import { FirstSteps } from '../overview/first-steps.tsx';
import { overviewTexts } from '../overview/texts.ts';
import { webhooksFeature } from './feature.tsx';
import { webhookTexts } from './texts.ts';
import { tunnelTexts } from './tunnels/texts.ts';
import { TunnelsPart } from './tunnels/tunnels-part.tsx';
import { WebhookDetailPanel } from './webhook-detail-panel.tsx';

const wayIn: WebhookReachability = {
  state: 'elsewhere',
  kind: 'team-relay',
  tunnelId: null,
  lastProvenAt: null,
  sentence: 'Deliveries come to the team’s relay, and from there to the computers of the team.',
};
const webhook = {
  id: 'webhook_1',
  name: 'Team hook',
  url: 'https://hooks.example.com/hooks/1',
  events: [],
  secret: 'with-team' as const,
  wayIn,
  slot: null,
  advice: [],
  learned: [],
  requestIds: [],
  observations: 1,
  asReceived: {},
  forwards: 0,
  labels: [],
  status: 'healthy',
} as const;
const answers: Answers = {
  webhooks: { list: () => ({ rows: [webhook], known: 1 }), get: () => webhook },
  tunnels: { list: () => ({ rows: [], unavailable: [], notices: [] }) },
  overview: { firstSteps: () => ({ steps: { skipped: [], isOver: false } }) },
};
const { Status } = webhooksFeature;

it('the rail, the tunnels and the first steps say so', async () => {
  showPage(
    <>
      {Status !== undefined && <Status />}
      <TunnelsPart />
      <FirstSteps isEmpty={false} />
    </>,
    answers,
  );
  await screen.findByText(webhookTexts.reachability.rail.relay);
  await screen.findByText(tunnelTexts.empty.atRelay);
  await screen.findByText(overviewTexts.first.events.atRelay);
  expect(screen.queryByText(webhookTexts.reachability.rail.none)).toBeNull();
  expect(screen.queryByText(tunnelTexts.empty.body)).toBeNull();
  expect(screen.queryByText(overviewTexts.first.events.body)).toBeNull();
});

it('the first steps lead to the relay before there is a webhook', async () => {
  const { events } = overviewTexts.first;
  const team = { members: [{ url: null }, { url: 'https://hooks.example.com' }] };
  const none = { list: () => ({ rows: [], known: 0 }) };
  showPage(<FirstSteps isEmpty={false} />, {
    ...answers,
    webhooks: none,
    team: { get: () => ({ team }) },
  });
  await screen.findByText(events.hasRelay);
  expect(screen.queryByText(events.body)).toBeNull();
  expect(screen.queryByText(events.tunnel)).toBeNull();
  expect(screen.getByText(events.webhook)).toBeDefined();
});

it('a webhook without its secret here is at the relay, and others verify it', async () => {
  showPage(<WebhookDetailPanel id={webhook.id} />, answers);
  await screen.findByText(webhookTexts.secret.withTeamHint);
  expect(screen.getAllByText(webhookTexts.reachability.atRelay)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: webhookTexts.secret.enter })).toBeNull();
  expect(screen.queryByText(webhookTexts.secret.notGivenHint)).toBeNull();
});
