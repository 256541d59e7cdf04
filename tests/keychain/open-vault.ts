/** Opens a vault over this computer's keychain and prints what it came to; argv: the data directory. */
import { pino } from 'pino';
import { openKeychain } from '../../src/main/core/vault/keychain.ts';
import { createVault } from '../../src/main/core/vault/vault.ts';
import { systemRandom } from '../../src/platform/random.ts';

const vault = createVault({
  dataDir: process.argv[2] ?? '',
  installationId: '0'.repeat(32),
  random: systemRandom,
  log: pino({ level: 'silent' }),
  keychain: openKeychain,
  hasDatabase: () => false,
});
const status = await vault.open();
// A line of its own: a daemon that was started on the way shares this output.
await new Promise<void>((done) => {
  process.stdout.write(`\nstatus ${JSON.stringify(status)}\n`, () => done());
});
// As the hosts do: the thread that waits for the keychain would hold the process back.
if (vault.isKeychainSilent()) process.kill(process.pid, 'SIGKILL');
