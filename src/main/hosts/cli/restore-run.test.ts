import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { runRestore } from './restore-run.ts';

const options = {
  dataDir: null,
  dryRun: true,
  keyFile: null,
  passphraseFile: null,
  file: null,
  help: false,
};
const parts = {
  ask: () => Promise.reject(new Error('It asked.')),
  say: () => undefined,
  defaultDataDir: () => '/nowhere',
  random: systemRandom,
};

it('says that there is no such file, before it asks for anything', async () => {
  await expect(runRestore('/no/such.backup', options, parts)).rejects.toThrow(
    'There is no file /no/such.backup. Enter its full path.',
  );
});

it('says what the disk said, where it is a folder, full or not to be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-restore-'));
  await expect(runRestore(folder, options, parts)).rejects.toMatchObject({
    name: 'BackupError',
    message: `There is a folder where a file should be: ${folder}. The backup was not restored.`,
  });
  rmdirSync(folder);
});
