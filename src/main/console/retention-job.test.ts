import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../sandbox/index.ts';
import {
  addProfile,
  createCustomer,
  createTestDirectory,
  submitDocument,
  type TestDirectory,
} from './testing/console.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

it('is chosen by a person, who sees first what would go', async () => {
  const now = Date.now();
  let later = 0;
  const running = await directory.start({ clock: { now: () => now + later } });
  const { bridge } = running;
  await createCustomer(running);
  later = 62 * 24 * 3_600_000;
  expect(await bridge.retention.get()).toEqual({
    deliveries: null,
    responses: null,
    inputs: null,
    last: null,
    waiting: null,
  });
  const { path } = await bridge.retention.change({ profileId: 'built-in' });
  expect(await submitDocument(running, path, { responses: '0' })).toContain('from 1 to 240');
  const shown = await submitDocument(running, path, { responses: '1' });
  expect(shown).toContain('the bytes of 0 deliveries and 1 response');
  expect(await bridge.retention.get()).toMatchObject({ responses: null });
  const next = /action="([^"]+)"/.exec(shown)?.[1] ?? path;
  expect(await submitDocument(running, next)).toContain('Removed: the bytes of 0 deliveries');
  expect(await bridge.retention.get()).toMatchObject({
    deliveries: null,
    responses: 1,
    last: { responses: 1, inputs: 0 },
  });
  expect(await bridge.retention.apply({ profileId: 'built-in' })).toMatchObject({
    last: { responses: 0 },
  });
  const actions = (await bridge.audit.list({})).rows.map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('retention.'))).toEqual([
    'retention.applied',
    'retention.changed',
  ]);
});

it('goes by the time of a hosted service, and says while this clock is ahead of it', async () => {
  const hosted = createSandbox();
  await hosted.listen();
  onTestFinished(() => hosted.close());
  let ahead = 365 * 24 * 3_600_000;
  const running = await directory.start({ clock: { now: () => Date.now() + ahead } });
  const { bridge } = running;
  const { baseUrl } = hosted;
  const { id } = await addProfile(running, { name: 'Hosted', environment: 'sandbox', baseUrl });
  await bridge.profiles.select({ id });
  const typed = { responses: '1' };
  const change = async () => {
    const { path } = await bridge.retention.change({ profileId: id });
    return { path, shown: await submitDocument(running, path, typed) };
  };
  expect((await change()).shown).toContain('has not confirmed the date of this computer');
  const { path: entry } = await bridge.vault.openSecretEntry({ purpose: 'token', profileId: id });
  await submitDocument(running, entry, { token: hosted.token });
  const { path, shown } = await change();
  expect(shown).toContain('365 days ahead of the service’s');
  expect(await submitDocument(running, path)).toContain('365 days ahead of the service’s');
  expect((await bridge.retention.get()).waiting).toContain('365 days ahead');
  ahead = 0;
  expect(await bridge.retention.apply({ profileId: id })).toMatchObject({ waiting: null });
});
