import { describe, expect, it } from 'vitest';
import { secretEntryPurpose } from '../../../../bridge/vault.ts';
import type { OfferedUrl } from '../../../../bridge/webhooks.ts';
import { createWebhookInput } from '../../../../contract/webhook.ts';
import { problemsOf } from '../../../components/draft/use-draft-form.ts';
import {
  bestUrl,
  existingChecks,
  existingPurposeOf,
  offeredFor,
  webhookChecks,
  webhookInputOf,
} from './webhook-form.ts';
import type { WebhookValues } from './webhook-values.ts';

const values: WebhookValues = {
  name: ' Desk ',
  description: '  ',
  url: ' https://hooks.example.com/hooks/ab ',
  events: ['payout.failed', 'customer.create'],
};

const address = (patch: Partial<OfferedUrl>): OfferedUrl => ({
  url: 'https://hooks.example.com/hooks/ab',
  tunnelId: 'tunnel',
  kind: 'own-url',
  state: 'proven',
  lastProvenAt: '2026-11-20T12:00:00.000Z',
  lasts: true,
  sentence: '',
  ...patch,
});

describe('the form of a new webhook', () => {
  it('makes a request that the contract takes, without blanks', () => {
    const input = webhookInputOf(values);
    expect(input).toEqual({
      name: 'Desk',
      url: 'https://hooks.example.com/hooks/ab',
      events: ['payout.failed', 'customer.create'],
    });
    expect(createWebhookInput.safeParse(input).success).toBe(true);
  });

  it('a description goes along trimmed', () => {
    expect(webhookInputOf({ ...values, description: ' for us ' }).description).toBe('for us');
  });

  it('has nothing to say of values that are right', () => {
    expect(problemsOf(values, webhookChecks)).toEqual({});
  });

  it('names every problem beside its field', () => {
    const empty = { name: ' ', description: '', url: '', events: [] };
    expect(Object.keys(problemsOf(empty, webhookChecks)).toSorted()).toEqual([
      'events',
      'name',
      'url',
    ]);
  });

  it.each([
    'http://a.example',
    'ftp://a.example',
    'a.example',
    'https://',
    'https://u:p@a.example',
  ])('the URL %s is refused here, before the service does', (url) => {
    expect(problemsOf({ ...values, url }, webhookChecks)).toHaveProperty('url');
  });
});

describe('addresses that are offered', () => {
  it('one that lasts comes before one that changes', () => {
    const lasting = address({ tunnelId: 'b' });
    expect(bestUrl([address({ tunnelId: 'a', lasts: false }), lasting])).toBe(lasting);
  });

  it('one that is not proven is never filled in', () => {
    const notProven = ['failed', 'proving', 'not-provable', 'closed', 'opening'] as const;
    expect(bestUrl(notProven.map((state) => address({ state })))).toBeNull();
  });

  it('what was typed is recognised as one of ours', () => {
    const ours = address({});
    expect(offeredFor(` ${ours.url}\n`, [ours])).toBe(ours);
    expect(offeredFor('https://erp.example.net/in', [ours])).toBeNull();
  });
});

it('asks main for a document under the id and the URL, and a name where there is one', () => {
  const purpose = existingPurposeOf(
    { id: ' webhook_1 ', url: 'https://a.example/in ', name: ' ' },
    'profile-1',
  );
  expect(purpose).toEqual({
    purpose: 'webhook-secret',
    profileId: 'profile-1',
    webhookId: 'webhook_1',
    url: 'https://a.example/in',
    name: null,
  });
  expect(secretEntryPurpose.safeParse(purpose).success).toBe(true);
});

it.each(['', 'webhook_', 'customer_1', 'webhook 1'])('the id "%s" is none of a webhook', (id) => {
  expect(existingChecks.id(id)).not.toBeNull();
});

it('takes an id with its prefix, and an https address', () => {
  expect(existingChecks.id('webhook_9z')).toBeNull();
  expect(existingChecks.url('https://a.example/in')).toBeNull();
  expect(existingChecks.url('http://a.example/in')).not.toBeNull();
});
