import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDirectory,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { openWay } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

async function adopt(running: TestConsole, url: string): Promise<string> {
  const webhook = { webhookId: 'webhook_foreign1', url, name: 'Ledger' };
  const purpose = { purpose: 'webhook-secret' as const, profileId: 'built-in', ...webhook };
  const { path } = await running.bridge.vault.openSecretEntry(purpose);
  return await submitDocument(running, path, { secret: 'secret_foreign' });
}

describe('a webhook that was added with the address of another place', () => {
  it.each(['https://ledger.example.com/in', `https://other.example.com/hooks/${'a'.repeat(32)}`])(
    'delivers elsewhere, and is not broken: %s',
    async (url) => {
      const running = await directory.start();
      // A tunnel that is open is none of its business.
      await openWay(running);
      expect(await adopt(running, url)).toContain('go elsewhere');
      const shown = await running.bridge.webhooks.get({ id: 'webhook_foreign1' });
      expect(shown.wayIn).toMatchObject({ state: 'elsewhere', tunnelId: null });
      expect(shown.advice).toMatchObject([{ code: 'way-elsewhere', tone: 'info' }]);
      // It is no webhook that could be used in place of a new one.
      expect((await running.bridge.webhooks.prepare()).reusable).toEqual([]);
    },
  );
});
