/** Backups of every version of the format come back. Each was written by its own version. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { testFolder } from '../../platform/testing/test-folder.ts';
import { parseRestoreOptions } from '../hosts/cli/restore-options.ts';
import { runRestore } from '../hosts/cli/restore-run.ts';
import {
  createTestDirectory,
  noKeychain,
  type TestDirectory,
  verifiedAudit,
} from './testing/console.ts';

const fixtures = join(import.meta.dirname, '../../../tests/fixtures/backups');
const passphrase = 'seven quiet herons';

let directory: TestDirectory;
let root = '';
beforeEach(() => {
  directory = createTestDirectory();
  root = testFolder();
});
afterEach(async () => {
  await directory.remove();
});

/** As from a terminal, where `answers` are typed. */
async function restore(args: readonly string[], ...answers: string[]): Promise<string> {
  const said: string[] = [];
  const options = parseRestoreOptions(args);
  await runRestore(options.file ?? '', options, {
    say: (line) => void said.push(line),
    ask: async () => answers.shift() ?? '',
    defaultDataDir: () => join(root, 'default'),
    random: systemRandom,
  });
  return said.join('\n');
}

it.each(readdirSync(fixtures))('%s', async (name) => {
  const file = join(fixtures, name);
  const dataDir = join(root, 'data');
  const dry = await restore([file, '--data-dir', dataDir, '--dry-run'], 'kept for the tests');
  expect(dry).toContain('whole and unchanged');
  expect(dry).toContain('customer 2');
  expect(dry).toContain('Nothing was written');
  expect(readdirSync(root)).toEqual([]);

  await expect(restore([file, '--data-dir', dataDir], 'another')).rejects.toThrow(
    'does not open this backup',
  );
  const typed = ['kept for the tests', passphrase, passphrase];
  expect(await restore([file, '--data-dir', dataDir], ...typed)).toContain('Restored');
  const started = await directory.start({ dataDir, keychain: noKeychain, passphrase });
  const { rows } = await started.bridge.customers.list({});
  expect(rows.map(({ email }) => email).toSorted()).toEqual([
    'ada@example.com',
    'grace@example.com',
  ]);
  expect(await verifiedAudit(started)).toMatchObject({ state: 'intact' });
  await started.console.dispose();

  const again = await restore([file, '--data-dir', dataDir, '--dry-run'], 'kept for the tests');
  expect(again).toContain('is there already');
  await expect(restore([file, '--data-dir', dataDir], ...typed)).rejects.toThrow(
    'nothing is overwritten',
  );
});
