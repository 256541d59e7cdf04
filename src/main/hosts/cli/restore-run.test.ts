import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { runRestore } from './restore-run.ts';

it('says that there is no such file, before it asks for anything', async () => {
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
  await expect(runRestore('/no/such.backup', options, parts)).rejects.toThrow(
    'There is no file /no/such.backup. Enter its full path.',
  );
});
