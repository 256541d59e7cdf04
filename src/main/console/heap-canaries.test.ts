/**
 * What a locked console still has in memory: its heap is searched for what was typed, stored and opened
 * before, and the whole memory of its process for the keys that opened the profile's databases.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { testFolder } from '../../platform/testing/test-folder.ts';
import { openSealedFile } from '../core/vault/sealed-file.ts';

let root = '';
beforeEach(() => {
  root = testFolder();
});

const at = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
/** Locks when its standard input ends; what it is given stays in no variable. */
const program = () => `
  import { once } from 'node:events';
  import { setTimeout as after } from 'node:timers/promises';
  import { writeHeapSnapshot } from 'node:v8';
  import * as given from ${at('./testing/console.ts')};
  const directory = given.createTestDirectory();
  const dataDir = ${JSON.stringify(join(root, 'data'))};
  const started = await directory.start({ dataDir, keychain: given.noKeychain });
  await (async () => {
    const [line] = await once(process.stdin, 'data');
    const { passphrase, token, email, note } = JSON.parse(line);
    const { bridge } = started;
    const entry = await bridge.vault.openSecretEntry({ purpose: 'new-passphrase' });
    await given.submitDocument(started, entry.path, { passphrase, again: passphrase });
    const { id } = await given.createCustomer(started, email);
    await bridge.annotations.addNote({ profileId: 'built-in', kind: 'customer', id, text: note });
    await bridge.customers.list({});
    const hosted = { name: 'Hosted', environment: 'sandbox', baseUrl: 'http://127.0.0.1:9' };
    const profile = await given.addProfile(started, hosted);
    const typed = await bridge.vault.openSecretEntry({ purpose: 'token', profileId: profile.id });
    await given.submitDocument(started, typed.path, { token });
  })();
  process.stdout.write('open');
  await once(process.stdin, 'end');
  await started.bridge.vault.lock();
  directory.logged.length = 0;
  for (let round = 0; round < 5; round += 1) {
    await after(100);
    globalThis.gc();
  }
  writeHeapSnapshot(${JSON.stringify(join(root, 'locked.heapsnapshot'))});
  process.stdout.write('locked');
  setInterval(() => undefined, 1_000);
`;

/** How often each of these stands in the memory of the process that it may write to. */
function searchMemory(child: ChildProcess, wanted: ReadonlyMap<string, Uint8Array>) {
  const found = new Map<string, number>();
  const longest = Math.max(...[...wanted.values()].map(({ length }) => length));
  for (const { bytes, ownLength } of memoryOf(child, longest))
    for (const [name, value] of wanted)
      for (
        let at = bytes.indexOf(value);
        at >= 0 && at < ownLength;
        at = bytes.indexOf(value, at + 1)
      )
        found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

/** In parts, each with the first `overlap` bytes of the next, whose own they are. */
function* memoryOf({ pid }: ChildProcess, overlap: number) {
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  // Room for a whole mapping would be filled with zeros, and faulted in, each time.
  const room = Buffer.alloc(4 * 1024 * 1024);
  const ownLength = room.length - overlap;
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      const end = Number.parseInt(to, 16);
      for (let at = Number.parseInt(from, 16); at < end; at += ownLength)
        yield { bytes: readPart(memory, at, room.subarray(0, end - at)), ownLength };
    }
  } finally {
    closeSync(memory);
  }
}

/** Empty where the system does not give it. */
function readPart(memory: number, from: number, into: Buffer): Buffer {
  try {
    return into.subarray(0, readSync(memory, into, 0, into.length, from));
  } catch {
    return into.subarray(0, 0);
  }
}

/** What opens the profile's databases, as bytes and as text. */
function databaseKeys(dataKey: Uint8Array): Map<string, Uint8Array> {
  const keys = new Map<string, Uint8Array>();
  for (const purpose of ['causeway database', 'causeway derived database', 'causeway sandbox']) {
    const key = Buffer.from(hkdfSync('sha256', dataKey, new Uint8Array(0), purpose, 32));
    keys.set(`${purpose}, bytes`, key).set(`${purpose}, text`, Buffer.from(key.toString('hex')));
  }
  return keys;
}

it.skipIf(process.platform !== 'linux')(
  'has no key, token, passphrase or name in its heap, and no key of a database anywhere (Linux)',
  async () => {
    const passphrase = 'seven canary herons';
    const token = await new SignJWT({ sub: 'canary' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('30d')
      .sign(Buffer.alloc(32, 'canary'));
    const typed = { passphrase, token, email: 'canary.person@example.com', note: 'canary said so' };
    const flags = ['--expose-gc', '--input-type=module-typescript', '-e', program()];
    const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      child.stdin.write(JSON.stringify(typed));
      await once(child.stdout, 'data');
      const path = join(root, 'data', 'vault.sealed');
      const sealed = await openSealedFile({ path, passphrase, random: systemRandom });
      const kept = new Map<string, string>();
      for (const name of await sealed.names()) {
        const value = (await sealed.get(name)) ?? '';
        if (value.length > 30) kept.set(name, value);
      }
      sealed.close();
      const keys = databaseKeys(Buffer.from(kept.get('data-key:built-in') ?? '', 'hex'));
      // Where nothing is found while it is open, nothing is proved.
      const [first = ['', new Uint8Array()]] = keys;
      expect(searchMemory(child, new Map([first])).size).toBe(1);

      child.stdin.end();
      await once(child.stdout, 'data');
      expect(Object.fromEntries(searchMemory(child, keys))).toEqual({});
      const heap = readFileSync(join(root, 'locked.heapsnapshot'));
      // Deliveries go on being sealed and stored, under a key of the installation.
      const goesOn = /^named:(?:inbox-key|receiver-certificate|sandbox-certificate)/;
      const secrets = [...kept].filter(([name]) => !goesOn.test(name));
      const inHeap = [...secrets, ...Object.entries(typed)]
        .filter(([, value]) => heap.includes(value))
        .map(([name]) => name);
      expect(kept.size).toBeGreaterThan(3);
      expect(inHeap).toEqual([]);
    } finally {
      child.kill('SIGKILL');
    }
  },
  60_000,
);
