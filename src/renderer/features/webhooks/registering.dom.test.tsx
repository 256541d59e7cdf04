/** Webhooks that are registered, secrets that are asked for, and targets: each once, and as it was typed. */
import { ORPCError } from '@orpc/client';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ForwardTargetView } from '../../../bridge/forwarding.ts';
import type { TunnelView } from '../../../bridge/tunnels.ts';
import type { WebhookRow } from '../../../bridge/webhooks.ts';
import { webhookLabels } from '../../../contract/fields.ts';
import { type Answers, showPage, twice } from '../../app/testing/show-page.tsx';
import { formTexts } from '../../texts/forms.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { ForwardingPart } from './forwarding/forwarding-part.tsx';
import { forwardingTexts } from './forwarding/texts.ts';
import { ExistingWebhookScreen } from './new/existing-webhook-screen.tsx';
import { NewWebhookScreen } from './new/new-webhook-screen.tsx';
import { newWebhookTexts } from './new/texts.ts';
import { tunnelTexts } from './tunnels/texts.ts';
import { TunnelsPart } from './tunnels/tunnels-part.tsx';

const { existing, check } = newWebhookTexts;
const url = 'https://hooks.example.com/a';
const preparation = {
  addresses: [],
  known: 0,
  mayExist: 0,
  advice: [],
  reusable: [],
  slotPath: '0'.repeat(32),
  limit: 10 as const,
};

async function openForm(create: NonNullable<Answers['webhooks']>['create']) {
  const page = showPage(
    <NewWebhookScreen />,
    {
      webhooks: { prepare: () => preparation, ...(create && { create }) },
      tunnels: { list: () => ({ rows: [] }) },
    },
    '/webhooks/new',
  );
  await page.enter(webhookLabels.name, 'Desk');
  await page.enter(webhookLabels.url, url);
  await page.press(newWebhookTexts.events.allListed);
  // Why it is not all of them.
  expect(screen.getByText(/selected: all in the service’s list$/)).toBeDefined();
  await page.press(formTexts.review);
  const sent = () => page.asked('webhooks.create') as { intentKey: string; input: object }[];
  return { ...page, sent };
}

it('is created under one key, also where a person is asked first, and as another once it was changed', async () => {
  const { press, button, enter, sent } = await openForm(() => ({ webhook: null, path: null }));
  await twice(await button(check.action));
  await screen.findByText(vaultTexts.entry.opened);
  await press(check.action);
  expect(new Set(sent().map(({ intentKey }) => intentKey)).size).toBe(1);
  await press(formTexts.back);
  await enter(webhookLabels.name, 'Night desk');
  expect(screen.queryByText(vaultTexts.entry.opened)).toBeNull();
  await press(formTexts.review);
  await press(check.action);
  expect(new Set(sent().map(({ intentKey }) => intentKey)).size).toBe(2);
  expect(sent().at(-1)).toMatchObject({ input: { name: 'Night desk', url } });
});

it('one whose answer was lost is not sent again, and its secret is said to be lost with it', async () => {
  const { press, button, sent } = await openForm(() =>
    Promise.reject(new ORPCError('UNKNOWN_OUTCOME', { data: { sentence: 'No answer.' } })),
  );
  await press(check.action);
  await screen.findByText(newWebhookTexts.unknown.body);
  const action = await button(check.action);
  await twice(action);
  expect(action).toHaveProperty('disabled', true);
  expect(sent()).toHaveLength(1);
});

it('asks once for the secret of what was typed, and says beside each field what is wrong with it', async () => {
  const { enter, press, button, field, asked } = showPage(<ExistingWebhookScreen />, {
    vault: { openSecretEntry: () => ({ path: null }) },
  });
  await enter(existing.id, 'customer_1');
  await enter(existing.url, 'http://hooks.example.com');
  await press(existing.action);
  const problemOf = async (label: string) => {
    const id = (await field(label)).getAttribute('aria-describedby') ?? '';
    return id.split(' ').map((one) => document.getElementById(one)?.textContent);
  };
  expect(await problemOf(existing.id)).toContain(existing.problems.id);
  expect(await problemOf(existing.url)).toContain(existing.problems.url);
  expect(document.activeElement).toBe(await field(existing.id));
  await enter(existing.id, ' webhook_1');
  await enter(existing.url, url);
  await twice(await button(existing.action));
  await screen.findByText(vaultTexts.entry.opened);
  expect(asked('vault.openSecretEntry')).toEqual([
    { purpose: 'webhook-secret', profileId: 'profile_a', webhookId: 'webhook_1', url, name: null },
  ]);
});

it('what was typed of a webhook is unsaved until its secret is held', async () => {
  const webhook = {
    id: 'webhook_1',
    name: 'Desk',
    url,
    secret: 'not-given' as WebhookRow['secret'],
  };
  const { enter, readAgain, asksBeforeUnload } = showPage(<ExistingWebhookScreen />, {
    webhooks: { list: () => ({ rows: [{ ...webhook }] }) },
  });
  await enter(existing.id, webhook.id);
  await enter(existing.url, url);
  expect(asksBeforeUnload()).toBe(true);
  webhook.secret = 'held';
  await readAgain();
  await screen.findByText(existing.added('Desk'));
  expect(asksBeforeUnload()).toBe(false);
});

const target = (id: string, isLent = false): ForwardTargetView => ({
  id,
  name: id,
  url,
  webhookId: null,
  events: [],
  isPaused: false,
  isLent,
  isForTeam: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  waiting: 0,
  delivered: 0,
  failed: 0,
  lastResultAt: null,
  lastResult: null,
  nextTryAt: null,
  failing: null,
});

it('the form of a target stays with what is typed until there is a target more that stays', async () => {
  let rows = [target('old')];
  const { press, enter, field, readAgain } = showPage(<ForwardingPart />, {
    forwarding: { targets: () => rows },
  });
  await screen.findByRole('heading', { name: 'old' });
  await press(forwardingTexts.add);
  await enter(forwardingTexts.form.name, 'Ledger');
  rows = [...rows, target('listening', true)];
  await readAgain();
  await screen.findByRole('heading', { name: 'listening' });
  expect((await field(forwardingTexts.form.name)).value).toBe('Ledger');
  rows = [...rows, target('Ledger')];
  await readAgain();
  await waitFor(() => expect(screen.queryByLabelText(forwardingTexts.form.name)).toBeNull());
});

const tunnel = (name: string): TunnelView => ({
  id: name,
  kind: 'own-url',
  name,
  settings: { kind: 'own-url', name, publicUrl: url },
  isWanted: false,
  state: 'closed',
  since: null,
  publicOrigin: null,
  lastProvenAt: null,
  lastProofMs: null,
  sentence: '',
  lasts: true,
  changedFrom: null,
  changedMeans: null,
  nextTryAt: null,
  failures: 0,
  secrets: [],
  hostKey: null,
  hostKeyToTrust: null,
});

it('the form of a tunnel stays where one is removed, and opens by itself never', async () => {
  let rows = [tunnel('old'), tunnel('older')];
  const { press, enter, field, readAgain } = showPage(<TunnelsPart />, {
    tunnels: { list: () => ({ rows, unavailable: [], notices: [] }) },
  });
  const nameField = () => screen.queryByLabelText(tunnelTexts.form.name);
  const show = async (names: string[]) => {
    rows = names.map(tunnel);
    await readAgain();
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual(
        names,
      ),
    );
  };
  await screen.findByRole('heading', { name: 'older' });
  await press(tunnelTexts.add);
  await enter(tunnelTexts.form.name, 'Desk');
  await show(['old']);
  expect((await field(tunnelTexts.form.name)).value).toBe('Desk');
  await show(['old', 'Desk']);
  expect(nameField()).toBeNull();
  await show(['old']);
  expect(nameField()).toBeNull();
});

it('a target that could not be removed is said so until that is asked anew', async () => {
  const removed = Promise.withResolvers<never>();
  const { press, asked, user } = showPage(<ForwardingPart />, {
    forwarding: { targets: () => [target('old')], removeTarget: () => removed.promise },
  });
  const remove = `${forwardingTexts.target.remove}: old`;
  await press(remove);
  await press(forwardingTexts.remove.action);
  await user.keyboard('{Escape}');
  await act(async () => removed.reject(new ORPCError('INVALID', { data: { sentence: 'No.' } })));
  await screen.findByText('No.');
  await press('Cancel');
  await press(remove);
  await screen.findByText(forwardingTexts.remove.body('old'));
  expect(screen.queryByText('No.')).toBeNull();
  expect(asked('forwarding.removeTarget')).toEqual([{ id: 'old' }]);
});
