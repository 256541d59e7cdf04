/** Links from outside, from the host to the page. */
import { safe } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDirectory, type TestDirectory } from './testing/console.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

const customer = { kind: 'customer', id: 'customer_a', profile: null };

it('waits, the newest alone, and is handed over once', async () => {
  const { console, bridge } = await directory.start();
  expect(await bridge.links.waiting()).toEqual({ isWaiting: false });
  expect(await bridge.links.take()).toEqual({ isWaiting: false, link: null });
  console.openLink('causeway://open/webhook/webhook_a');
  console.openLink('causeway://open/customer/customer_a');
  expect(await bridge.links.waiting()).toEqual({ isWaiting: true });
  expect(await bridge.links.take()).toEqual({ isWaiting: true, link: customer });
  expect(await bridge.links.take()).toEqual({ isWaiting: false, link: null });
});

it('is said to be none where it is none, or holds a secret', async () => {
  const { console, bridge } = await directory.start();
  for (const text of [
    'causeway://delete/customer/customer_a',
    'causeway://open/customer/customer_a?profile=secret_abcdefgh',
  ]) {
    console.openLink(text);
    expect(await bridge.links.take()).toEqual({ isWaiting: true, link: null });
  }
});

it('waits while the vault is locked', async () => {
  const { console, bridge } = await directory.start({ passphrase: 'seven unrelated words' });
  await bridge.vault.lock();
  console.openLink('causeway://open/customer/customer_a');
  expect((await bridge.vault.status()).state).toBe('locked');
  expect(await bridge.links.take()).toEqual({ isWaiting: true, link: customer });
});

it('is handed over by another start, never by a page', async () => {
  const { attached, bridge } = await directory.start();
  const text = 'causeway://open/customer/customer_a';
  expect((await safe(bridge.links.open({ text }))).error).toMatchObject({ code: 'INVALID' });
  expect(await bridge.links.waiting()).toEqual({ isWaiting: false });
  await attached.links.open({ text });
  expect(await bridge.links.take()).toEqual({ isWaiting: true, link: customer });
});
