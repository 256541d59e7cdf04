/** A service that spells its ids with capitals, over a whole console with its own sandbox. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createReviewed,
  createTestDirectory,
  newIntentKey,
  type TestDirectory,
} from './testing/console.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

const anyId = /\b(customer|bankAccount|event)_(\w+)/g;
const lower = (text: string) =>
  text.replace(anyId, (_all, kind: string, id: string) => `${kind}_${id.toLowerCase()}`);
const upper = (text: string) =>
  text.replace(anyId, (_all, kind: string, id: string) => `${kind}_${id.toUpperCase()}`);

/** The sandbox, spelled otherwise on the way. */
const spelling: typeof fetch = async (url, init) => {
  const { body } = init ?? {};
  const sent = { ...init, ...(typeof body === 'string' ? { body: lower(body) } : {}) };
  const answer = await fetch(lower(String(url)), sent);
  return new Response(upper(await answer.text()), answer);
};

const made = z.object({ bankAccount: z.looseObject({ id: z.string() }) });
const triggered = z.object({ eventId: z.string() });

it('can be asked for all of them again, and a customer be chosen by hers', async () => {
  const running = await directory.start({ fetch: spelling });
  const { bridge } = running;
  const sandbox = running.console.sandbox();
  const behind = async (path: string, body: object): Promise<unknown> => {
    const headers = {
      authorization: `Bearer ${sandbox?.controlToken}`,
      'content-type': 'application/json',
    };
    const order = { method: 'POST', headers, body: JSON.stringify(body) };
    return await (await fetch(`${sandbox?.controlUrl}${path}`, order)).json();
  };
  const profileId = 'built-in';
  const { id: customerId } = await bridge.customers.create({
    profileId,
    intentKey: newIntentKey(),
    input: { type: 'individual', email: 'ada@example.com' },
  });
  expect(customerId).toMatch(/^customer_[A-Z0-9]*[A-Z]/);

  const account = await createReviewed(bridge, {
    profileId,
    input: {
      customerId,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    },
  });
  expect(account.id).toMatch(/^virtualAccount_/);
  const bank = await behind(`/customers/${lower(customerId)}/bank-accounts`, {});
  const bankAccountId = upper(made.parse(bank).bankAccount.id);
  await bridge.bankAccounts.lookUp({ profileId, customerId, bankAccountId });
  expect((await bridge.bankAccounts.list({ customerId })).rows[0]?.id).toBe(bankAccountId);
  await bridge.bankAccounts.refresh({ profileId, id: bankAccountId });

  const moved = await behind(`/customers/${lower(customerId)}/kyc`, { to: 'pending' });
  const eventId = upper(triggered.parse(moved).eventId);
  await bridge.timeline.lookUp({ profileId, eventId });
  expect((await bridge.timeline.get({ eventId })).eventId).toBe(eventId);

  // The kind alone is told by the id.
  const text = `${customerId} ${bankAccountId} customer_Elsewhere-1`;
  const { id: uploadId } = await bridge.imports.upload({ id: null, text });
  const brought = await bridge.imports.preview({ uploadId, form: 'ids' });
  expect(brought).toMatchObject({ counts: { new: 1 }, problems: [] });
});
