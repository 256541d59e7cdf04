import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { vaultStatus } from '../../src/bridge/vault.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'causeway-no-keychain-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** An unlocked keyring that is halted, as one is that waits for a person. */
const haltedKeyring = `
  printf halted | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
  daemon=$!
  until dbus-send --session --print-reply --dest=org.freedesktop.DBus / \\
    org.freedesktop.DBus.GetNameOwner string:org.freedesktop.secrets >/dev/null 2>&1
  do sleep 0.05; done
  kill -STOP $daemon
  "$@"
  kill -KILL $daemon
`;

/** What a vault in a process of its own comes to, and how long the process took. */
async function openVaultUnder(command: readonly string[], env: Record<string, string> = {}) {
  const vault = [process.execPath, join(import.meta.dirname, 'open-vault.ts'), home];
  const [program = '', ...args] = [...command, ...vault];
  const own = { HOME: home, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home };
  const began = performance.now();
  const child = spawn(program, args, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...own, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await new Promise((resolve) => child.on('close', resolve));
  const line = /^status (.*)$/m.exec(text)?.[1] ?? '';
  return { status: vaultStatus.parse(JSON.parse(line)), ms: performance.now() - began };
}

/** Linux is where a keychain may be missing; the other systems always have theirs. */
describe.runIf(process.platform === 'linux')('on a Linux', () => {
  const session = ['dbus-run-session', '--'];
  const nowhere = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
  const cases: [string, string[], Record<string, string>, string][] = [
    ['without D-Bus', [], nowhere, 'no desktop session (D-Bus)'],
    ['with a keyring that nobody can unlock', session, {}, 'it is locked'],
    [
      'with a keyring that does not answer',
      [...session, 'sh', '-c', haltedKeyring, 'sh'],
      {},
      'is not responding',
    ],
  ];

  it.each(cases)('%s the vault says so, and the process ends', async (_what, command, env, why) => {
    const { status, ms } = await openVaultUnder(command, env);
    expect(status).toEqual({ state: 'choose', reason: expect.stringContaining(why) });
    // libsecret alone would wait for fifty seconds.
    expect(ms).toBeLessThan(30_000);
  });
});
