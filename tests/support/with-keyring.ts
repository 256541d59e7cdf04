import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/**
 * Runs a command with a real, unlocked keychain of its own:
 *
 *     node tests/support/with-keyring.ts vitest run --project keychain
 *
 * On Linux that is gnome-keyring on a private D-Bus session, with its files in a temporary folder,
 * so that nothing touches the keyring of the person who runs the tests. Elsewhere the system's own
 * keychain is there already and the command runs as it is.
 */
const INSIDE = '--inside-session';
const argv = process.argv.slice(2);
const path = [resolve(import.meta.dirname, '../../node_modules/.bin'), process.env['PATH']];

if (process.platform !== 'linux') {
  process.exitCode = await run(argv, {});
} else if (argv[0] === INSIDE) {
  await unlockKeyring();
  process.exitCode = await run(argv.slice(1), {});
} else {
  const home = mkdtempSync(join(tmpdir(), 'causeway-keyring-'));
  const inner = [process.execPath, import.meta.filename, INSIDE, ...argv];
  process.exitCode = await run(['dbus-run-session', '--', ...inner], {
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: home,
  });
  rmSync(home, { recursive: true, force: true });
}

/** The daemon refuses an empty password; it stays behind and ends with the D-Bus session. */
async function unlockKeyring(): Promise<void> {
  const daemon = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  daemon.stdin.end('causeway tests');
  const code = await new Promise((done) => {
    daemon.on('error', () => done(null));
    daemon.on('exit', done);
  });
  if (code !== 0) throw new Error('gnome-keyring-daemon did not start');
}

function run([command = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path.join(delimiter), ...env },
    shell: process.platform === 'win32',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((done) => {
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      done(1);
    });
    child.on('exit', (code) => done(code ?? 1));
  });
}
