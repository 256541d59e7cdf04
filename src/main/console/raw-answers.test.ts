import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMemoryStore } from '../core/vault/secret-store.ts';
import {
  addProfile,
  createTestDirectory,
  newIntentKey,
  submitDocument,
  type TestDirectory,
} from './testing/console.ts';

let directory: TestDirectory;
/** Answers whatever it is asked by the bearer that it was sent. */
const echo = createServer((request, response) => {
  response.writeHead(401, { 'content-type': 'application/json' });
  // Without the word before it, which would tell what follows.
  const said = request.headers.authorization?.replace('Bearer ', '');
  response.end(JSON.stringify({ message: `Not valid: ${said}` }));
});
beforeEach(async () => {
  directory = createTestDirectory();
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await directory.remove();
  echo.closeAllConnections();
  await new Promise((done) => echo.close(done));
});

it('an answer that says the token back is shown without it, whatever the token looks like', async () => {
  const started = await directory.start({ keychain: createMemoryStore() });
  const { bridge } = started;
  const baseUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  const { id } = await addProfile(started, { name: 'Hosted', environment: 'sandbox', baseUrl });
  const { path } = await bridge.vault.openSecretEntry({ purpose: 'token', profileId: id });
  await submitDocument(started, path, { token: 'desk-token_0042-opaque' });
  await bridge.profiles.select({ id });
  const key = newIntentKey();
  const input = { type: 'individual', email: 'ada@example.com' } as const;
  const { error } = await safe(bridge.customers.create({ profileId: id, intentKey: key, input }));
  expect(error).toMatchObject({ code: 'REFUSED' });
  const shown = async () => (await bridge.intents.answer({ key })).answer?.text;
  expect(await shown()).toContain('Not valid: ');
  expect(await shown()).not.toContain('desk-token_0042-opaque');

  // A token that was refused is replaced first, and may still be good elsewhere.
  const again = await bridge.vault.openSecretEntry({ purpose: 'token', profileId: id });
  await submitDocument(started, again.path, { token: 'desk-token_0043-opaque' });
  expect(await shown()).not.toContain('desk-token_0042-opaque');
});
