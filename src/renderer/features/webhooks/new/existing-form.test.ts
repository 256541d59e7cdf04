import { expect, it } from 'vitest';
import { secretEntryPurpose } from '../../../../bridge/vault.ts';
import { existingChecks, existingPurposeOf } from './existing-form.ts';

it('asks main for a document under the id and the URL, and a name where there is one', () => {
  const purpose = existingPurposeOf({
    id: ' webhook_1 ',
    url: 'https://a.example/in ',
    name: ' ',
  });
  expect(purpose).toEqual({
    purpose: 'webhook-secret',
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
