/**
 * A change of the passphrase, or a move to or from the keychain, that is killed at any step: afterwards exactly one
 * way opens the vault, and everything is in it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { makeScryptCheap } from './testing/cheap-scrypt.ts';
import { createFolderKeychain } from './testing/folder-keychain.ts';
import { createVault } from './vault.ts';

let root = '';
beforeEach(() => {
  makeScryptCheap();
  root = testFolder();
});

const old = 'the old passphrase';
const next = 'the new passphrase';
const recoveryKey = Buffer.alloc(32, 7);
const token = 'a token';

async function openVault(folder: string, hasDatabase = true) {
  const vault = createVault({
    dataDir: join(folder, 'data'),
    installationId: 'x',
    random: systemRandom,
    keychain: createFolderKeychain(join(folder, 'keychain')),
    hasDatabase: () => hasDatabase,
    log: pino({ level: 'silent' }),
  });
  await vault.open();
  return vault;
}

async function make(folder: string, backing: 'keychain' | 'passphrase'): Promise<Uint8Array> {
  mkdirSync(join(folder, 'data'), { recursive: true });
  mkdirSync(join(folder, 'keychain'));
  const vault = await openVault(folder, false);
  const key = await vault.dataKey('one');
  await vault.writeToken('one', token);
  await vault.makeRecoveryKey(recoveryKey, '2026-11-24T09:00:00.000Z');
  if (backing === 'passphrase') await vault.moveToPassphrase(old);
  return key;
}

/** Does it in a process of its own, which kills itself at that step; one that gets through prints how many it took. */
const program = (folder: string, work: string, at: number) => `
  import crypto from 'node:crypto';
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { scrypt } = crypto;
  crypto.scrypt = (text, salt, length, cost, done) => scrypt(text, salt, length, { N: 2, r: 8, p: 1 }, done);
  let steps = -1;
  const step = (half) => {
    if (steps < 0) return;
    steps += 1;
    if (steps !== ${at}) return;
    half?.();
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  };
  for (const name of ['rmSync', 'openSync', 'writeFileSync', 'fsyncSync', 'closeSync', 'renameSync']) {
    const real = fs[name];
    fs[name] = (...given) => {
      step(name === 'writeFileSync' ? () => real(given[0], given[1].slice(0, 50)) : undefined);
      return real(...given);
    };
  }
  syncBuiltinESMExports();
  const { createVault } = await import(${JSON.stringify(join(import.meta.dirname, 'vault.ts'))});
  const { createFolderKeychain } = await import(${JSON.stringify(join(import.meta.dirname, 'testing/folder-keychain.ts'))});
  const { systemRandom: random } = await import(${JSON.stringify(join(import.meta.dirname, '../../../platform/random.ts'))});
  const vault = createVault({
    dataDir: ${JSON.stringify(join(folder, 'data'))}, installationId: 'x', random,
    keychain: createFolderKeychain(${JSON.stringify(join(folder, 'keychain'))}),
    hasDatabase: () => true, log: { info() {}, warn() {} },
  });
  if ((await vault.open()).state === 'locked') await vault.unlock(${JSON.stringify(old)});
  await new Promise((resolve) => setTimeout(resolve, 5));
  steps = 0;
  await vault.${work};
  process.stdout.write(String(steps));
`;

async function run(folder: string, work: string, at: number): Promise<number | null> {
  const child = spawn(
    process.execPath,
    ['--input-type=module-typescript', '-e', program(folder, work, at)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [, signal] = await once(child, 'close');
  if (signal === 'SIGKILL') return null;
  return Number(printed);
}

/** By which of these it opens, and that everything is there then. */
async function waysIn(folder: string, key: Uint8Array): Promise<string[]> {
  const ways: string[] = [];
  for (const passphrase of [old, next, null]) {
    const vault = await openVault(folder);
    expect(() => vault.checkRecoveryKey(recoveryKey)).not.toThrow();
    const { state } = vault.status();
    if (state === 'choose' || (state === 'unlocked') !== (passphrase === null)) continue;
    const isOpen =
      passphrase === null ||
      (await vault.unlock(passphrase).then(
        () => true,
        () => false,
      ));
    if (!isOpen) continue;
    expect(await vault.dataKey('one')).toEqual(key);
    expect(await vault.readToken('one')).toBe(token);
    ways.push(passphrase ?? 'keychain');
    if (passphrase === null) continue;
    // What a move has left in the keychain goes now.
    await expect.poll(() => existsSync(join(folder, 'data/keychain-in-use'))).toBe(false);
    const inKeychain = await createFolderKeychain(join(folder, 'keychain')).names();
    // One that only tried the keychain out holds nothing.
    expect(inKeychain.filter((name) => !name.startsWith('probe:'))).toEqual([]);
  }
  return ways;
}

it.each([
  {
    work: `changePassphrase('${old}', '${next}')`,
    from: 'passphrase',
    ways: [old, next],
    every: 1,
  },
  { work: `moveToPassphrase('${next}')`, from: 'keychain', ways: ['keychain', next], every: 3 },
  { work: `moveToKeychain('${old}')`, from: 'passphrase', ways: [old, 'keychain'], every: 8 },
] as const)('$work, killed at its steps', async ({ work, from, ways, every }) => {
  const before = join(root, 'before');
  const key = await make(before, from);
  const copy = (name: string) => {
    const folder = join(root, name);
    cpSync(before, folder, { recursive: true });
    return folder;
  };
  const whole = copy('whole');
  const steps = (await run(whole, work, 0)) ?? 0;
  expect(await waysIn(whole, key)).toEqual([ways[1]]);
  expect(steps).toBeGreaterThan(8);

  // From the last step back, which is after the one that counts.
  const points = Array.from(
    { length: Math.ceil(steps / every) },
    (_, index) => steps - index * every,
  );
  const seen = new Set<string>();
  const one = async (at: number) => {
    const folder = copy(`at-${at}`);
    expect(await run(folder, work, at), `step ${at}`).toBeNull();
    const found = await waysIn(folder, key);
    expect(found, `step ${at} of ${steps}`).toHaveLength(1);
    for (const way of found) seen.add(way);
  };
  const worker = async () => {
    for (let at = points.shift(); at !== undefined; at = points.shift()) await one(at);
  };
  await Promise.all([worker(), worker()]);
  expect([...seen].toSorted()).toEqual([...ways].toSorted());
});
