import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  addProfile,
  createTestDirectory,
  noKeychain,
  type TestDirectory,
} from './testing/console.ts';
import { control, createWebhook, until } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

/** Modes of everything in the data directory, by path. */
function modesUnder(path: string): Record<string, string> {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const full = join(entry.parentPath, entry.name);
      const mode = (statSync(full).mode & 0o777).toString(8);
      return [`${relative(path, full)}${entry.isDirectory() ? '/' : ''}`, mode];
    }),
  );
}

it.skipIf(process.platform === 'win32')(
  'nothing in the data directory can be read by others, however open the system is (not on Windows)',
  async () => {
    const before = process.umask(0o000);
    try {
      const running = await directory.start({
        keychain: noKeychain,
        passphrase: 'seven quiet herons',
      });
      await addProfile(running, {
        name: 'Hosted',
        environment: 'sandbox',
        baseUrl: 'https://api.example.com',
      });
      await createWebhook(running);
      await control(running, '/events', { name: 'wallet.create' });
      await until(running.bridge, async () => {
        const { rows } = await running.bridge.deliveries.list({ verdict: 'genuine' });
        return rows.length > 0;
      });
      const modes = modesUnder(directory.path);
      const names = Object.keys(modes);
      for (const name of ['lock.db', 'sandbox.db', 'records.db', 'vault.sealed']) {
        expect(names.some((path) => path.endsWith(name))).toBe(true);
      }
      const open = Object.entries(modes).filter(
        ([path, mode]) => mode !== (path.endsWith('/') ? '700' : '600'),
      );
      expect(open).toEqual([]);
    } finally {
      process.umask(before);
    }
  },
  // A sandbox, a key out of a passphrase and a delivery: more than other unit tests do.
  30_000,
);
