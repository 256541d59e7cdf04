/**
 * Every file that a used data directory holds is changed by one byte, cut in half, and exchanged for that of
 * another profile or of before. It is noticed and named, or the table says why that does no harm.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signingKeyOf } from '../core/audit/signing.ts';
import { createMemoryStore, type ListedStore } from '../core/vault/secret-store.ts';
import {
  fingerprintOfCard,
  ownCard,
  textOfCard,
  wordsOfFingerprint,
} from '../features/handover/card.ts';
import type { ConsoleOptions } from './console.ts';
import {
  addProfile,
  addTunnel,
  createCustomer,
  createTestDirectory,
  makeRecoveryKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { control, createWebhook, until } from './testing/webhooks.ts';

type Change = 'flipped' | 'cut' | 'before' | 'other';

/** What Causeway says of it, or why it says nothing. */
type Expected = RegExp | { readonly harmless: string };

const harmless = (why: string) => ({ harmless: why });
const same = (expected: Expected) =>
  ({ flipped: expected, cut: expected, before: expected, other: expected }) as const;
const named = (expected: RegExp, otherwise: Expected = expected) =>
  ({ flipped: expected, cut: expected, before: otherwise, other: otherwise }) as const;

const checked = harmless('a public address is checked by a request, and a server’s key is pinned');

/**
 * Files that are changed at once, because none hides what is said of another. Empty files have nothing to
 * change.
 */
const groups: readonly Readonly<Record<string, Readonly<Record<Change, Expected>>>>[] = [
  {
    'people.json': named(/people\.json/, harmless('the system’s own name stands in each entry')),
    'backups.json': named(/backups\.json/, harmless('its age is shown, and the next is sooner')),
    'computer.json': named(/computer\.json/, harmless('the database says the newest moment')),
    'tunnels.json': named(/tunnels was damaged/, checked),
    'handover.json': {
      ...named(/handover\.json/),
      before: harmless('words are compared again with who is not in it'),
    },
    'erasures.json': {
      ...named(/erasures\.json/),
      before: harmless('each profile adds what it knows when it opens'),
    },
    'erasures.restored.json': {
      ...named(/erasures\.restored\.json/),
      before: harmless('an older genuine list is not noticed'),
    },
    'recovery.sealed': {
      ...named(/recovery\.sealed/),
      before: harmless('made again from the vault at once'),
    },
    'anchors/built-in.json': {
      ...named(/"problem":"unreadable"/),
      before: harmless('it may lag behind: the database is the newer one'),
      other: /"problem":"foreign"/,
    },
    'profiles/built-in/sandbox/sandbox.db': {
      ...named(/"what":"sandbox"/),
      before: harmless('a simulation: nothing of it is a record'),
    },
    'profiles/built-in/pending-actions.json': {
      ...named(/pending-actions\.json/),
      before: harmless('entries of before come once more'),
      other: harmless('they name what was done, and by whom'),
    },
    'profiles/built-in/timeline.db': same(harmless('derived: made again from the inbox')),
    'profiles/built-in/records.db-spare': same(harmless('zeros that hold room on the disk')),
    'coverage.db': {
      ...named(/file coverage\.db|"file":"coverage\.db"|"what":"coverage"/),
      before: harmless('times that are missing are shown as gaps'),
    },
  },
  { 'profiles/built-in/records.db': { ...named(/"what":"records"/), before: /"problem":"cut"/ } },
  { 'inbox.db': { ...named(/"what":"inbox"/), before: /deliveries\.older-inbox/ } },
  {
    'receiver.json': {
      ...named(/"file":"receiver\.json"/),
      before: harmless('ports are drawn once'),
      other: checked,
    },
  },
  {
    'repair.json': {
      ...named(/repair\.json is damaged/),
      before: harmless('what was moved stays where it is'),
      other: harmless(
        'it moves files beside and removes none; the signed head tells of a lost log',
      ),
    },
  },
  { 'profiles.json': named(/profiles\.json/) },
  {
    'installation.json': {
      ...named(/installation\.json is damaged/),
      before: harmless('it is written once'),
      other: /can't be opened with this key/,
    },
  },
];

/** Nothing of them can be changed so that it would matter. */
const empty = ['lock.db', 'keychain-in-use'];

/** Each installation has its own entries in the keychain. */
const entries = new Map<string, Map<string, string>>();
function keychainOf(kept: typeof entries, installationId: string): ListedStore {
  const store = createMemoryStore();
  const secrets = kept.get(installationId) ?? new Map<string, string>();
  for (const [name, value] of secrets) void store.set(name, value);
  const set = async (name: string, value: string) => {
    secrets.set(name, value);
    kept.set(installationId, secrets);
    await store.set(name, value);
  };
  return { ...store, set };
}
const copied = (): typeof entries =>
  new Map([...entries].map(([id, secrets]) => [id, new Map(secrets)]));

let root = '';
/** Of backups and of what is handed over. */
let files = '';
let directory: TestDirectory;
const startIn = (name: string, kept = entries, more: Partial<ConsoleOptions> = {}) =>
  directory.start({
    dataDir: join(root, name),
    databaseCheckMs: 20,
    keychain: async (id) => keychainOf(kept, id),
    ...more,
  });

async function use(name: string, email: string): Promise<TestConsole> {
  const started = await startIn(name);
  await createCustomer(started, email);
  await makeRecoveryKey(started);
  const { bridge } = started;
  await submitDocument(started, (await bridge.audit.nameYourself()).path, { name: email });
  const folder = { folder: files, every: '' };
  await submitDocument(started, (await bridge.backups.chooseFolder()).path, folder);
  await addProfile(started, {
    name: `Hosted ${email}`,
    environment: 'sandbox',
    baseUrl: 'https://sandbox.example.com',
  });
  await addTunnel(started, {
    kind: 'own-url',
    name: 'Mine',
    publicUrl: 'https://hooks.example.com',
  });
  await erase(started, `erased.${email}`);
  await handOver(started);
  await createWebhook(started);
  await deliver(started);
  // There is none before something is delivered.
  const index = join(root, name, 'profiles/built-in/timeline.db');
  await until(bridge, async () => existsSync(index));
  return started;
}

/** Leaves erasures.json. */
async function erase(started: TestConsole, email: string): Promise<void> {
  const { id: customerId } = await createCustomer(started, email);
  const of = { profileId: 'built-in', customerId };
  const { path } = await started.bridge.erasures.erase(of);
  const typed = { reason: 'Asked for', duty: 'none', name: email };
  expect(await submitDocument(started, path, typed)).toContain('is erased from');
}

const isAdded = (id: string): boolean => id !== 'built-in';

/** Leaves handover.json, with a computer whose words were compared. */
async function handOver(started: TestConsole): Promise<void> {
  const { bridge } = started;
  const [id = ''] = (await bridge.profiles.list()).map((one) => one.id).filter(isAdded);
  await bridge.profiles.select({ id });
  await bridge.connection.get();
  const card = ownCard(signingKeyOf(new Uint8Array(32).fill(7)), 'Laptop');
  const { path } = await bridge.handover.save({ profileIds: [id], from: null, to: null });
  const shown = await submitDocument(started, path, { card: textOfCard(card) });
  const words = wordsOfFingerprint(fingerprintOfCard(card));
  const asked = [...shown.matchAll(/name="word-(\d+)"/g)].map(([, place]) => Number(place));
  const typed = asked.map((place) => [`word-${place}`, words[place - 1] ?? ''] as const);
  const fields = { folder: files, ...Object.fromEntries(typed) };
  expect(await submitDocument(started, path, fields)).toContain('Hand-over file saved');
  await bridge.profiles.select({ id: 'built-in' });
  await bridge.connection.get();
}

/** As a repair that was cut off after its last move, and a restore that was not opened yet, leave them. */
function writeLeftovers(name: string): void {
  const target = join(root, name);
  writeFileSync(
    join(target, 'repair.json'),
    JSON.stringify({ version: 1, file: 'was.db', made: 'gone/made.db', folder: 'damaged-then' }),
  );
  mkdirSync(join(target, 'damaged-then'));
  cpSync(join(target, 'erasures.json'), join(target, 'erasures.restored.json'));
}

const pending = 'profiles/built-in/pending-actions.json';
const writePending = (name: string) =>
  writeFileSync(join(root, name, pending), '[{"action":"token.proof","facts":{"outcome":"x"}}]');

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'causeway-tampering-'));
  files = join(root, 'files');
  mkdirSync(files);
  directory = createTestDirectory();
  await (await use('other', 'eve@example.com')).console.dispose();
  const first = await use('used', 'ada@example.com');
  await first.console.dispose();
  cpSync(join(root, 'used'), join(root, 'before'), { recursive: true });
  const second = await startIn('used');
  await createCustomer(second, 'grace@example.com');
  const { id } = (await second.bridge.profiles.list()).at(-1) ?? { id: '' };
  await addProfile(second, {
    name: 'Later',
    environment: 'sandbox',
    baseUrl: 'https://sandbox.example.com',
  });
  const later = (await second.bridge.profiles.list()).find(({ name }) => name === 'Later');
  await deliver(second);
  // Both have a folder from now on.
  for (const each of [id, later?.id ?? '', 'built-in']) {
    await second.bridge.profiles.select({ id: each });
    await second.bridge.connection.get();
  }
  await second.console.dispose();
  for (const name of ['other', 'used', 'before']) {
    writePending(name);
    writeLeftovers(name);
  }
}, 120_000);
afterAll(async () => {
  await directory.remove();
  rmSync(root, { recursive: true, force: true });
});

/** Resolves when a delivery of the simulation is stored. */
async function deliver(running: TestConsole): Promise<void> {
  const count = async () => (await running.bridge.deliveries.list({})).rows.length;
  const before = await count();
  await control(running, '/events', { name: 'wallet.create' });
  await until(running.bridge, async () => (await count()) > before);
}

function filesIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(folder, `${below}${entry.name}/`) : [`${below}${entry.name}`],
  );
}

/** Of whatever profile. */
const kindOf = (file: string): string =>
  file
    .replace(/^profiles\/[^/]+\//, 'profiles/built-in/')
    .replace(/^anchors\/.*/, 'anchors/built-in.json');

function change(file: string, how: Change, target: string): void {
  const path = join(target, file);
  if (how === 'before' || how === 'other') {
    cpSync(join(root, how, file), path);
    return;
  }
  const bytes = readFileSync(path);
  if (how === 'cut') writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length / 2)));
  else {
    // Within the first page of a database; the first character of all else.
    const at = file.endsWith('.db') ? 2_000 : 0;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
    writeFileSync(path, bytes);
  }
}

/** All that the page is told. */
async function said({ bridge }: TestConsole): Promise<string> {
  const asked = [
    bridge.connection.get(),
    bridge.connection.damage(),
    // Read when it is asked for, and told by what is asked next.
    bridge.handover.get().then(() => bridge.connection.files()),
    bridge.audit.state(),
    bridge.audit.list({}),
    bridge.tunnels.list(),
    bridge.webhooks.list({}),
  ];
  const told = await Promise.allSettled(asked);
  return JSON.stringify(
    told.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
  );
}

it('the table has every kind of file that a used data directory holds', () => {
  const kinds = new Set(filesIn(join(root, 'used')).map(kindOf));
  const known = [...groups.flatMap((group) => Object.keys(group)), ...empty];
  expect([...kinds].toSorted()).toEqual(known.toSorted());
});

it('says none of it of a directory as it was left', async () => {
  cpSync(join(root, 'used'), join(root, 'untouched'), { recursive: true });
  // What a hand-over or a restore that was cut off worked in goes at the start.
  const left = ['.handover-0a', '.restoring-0b'];
  for (const name of left) mkdirSync(join(root, 'untouched', name));
  const started = await startIn('untouched', copied());
  const told = await said(started);
  await started.console.dispose();
  const names = readdirSync(join(root, 'untouched'));
  for (const name of left) expect(names).not.toContain(name);
  const words = groups.flatMap((group) =>
    Object.values(group).flatMap((one) => Object.values(one)),
  );
  for (const word of words) if (word instanceof RegExp) expect(told).not.toMatch(word);
});

const changes: readonly Change[] = ['flipped', 'cut', 'before', 'other'];

describe.each(changes)('%s', (how) => {
  it.each(groups.map((group) => [Object.keys(group).join(', '), group] as const))(
    '%s',
    async (_, group) => {
      const name = `tried-${how}`;
      const target = join(root, name);
      rmSync(target, { recursive: true, force: true });
      cpSync(join(root, 'used'), target, { recursive: true });
      for (const file of Object.keys(group)) change(file, how, target);
      const wanted = Object.values(group)
        .map((expected) => expected[how])
        .filter((expected) => expected instanceof RegExp);
      let refusal: string | null = null;
      let started: TestConsole | null = null;
      try {
        started = await startIn(name, copied());
      } catch (error) {
        refusal = String(error);
      }
      const told = async () => refusal ?? (started === null ? '' : await said(started));
      try {
        for (const each of wanted) await expect.poll(told, { timeout: 5_000 }).toMatch(each);
      } finally {
        await started?.console.dispose();
      }
    },
    30_000,
  );
});

it('the file of the sealed secrets is named, or taken for another passphrase', async () => {
  const passphrase = 'seven quiet herons';
  const made = await startIn('sealed', entries, { keychain: noKeychain, passphrase });
  await made.console.dispose();
  const path = join(root, 'sealed', 'vault.sealed');
  const whole = readFileSync(path, 'utf8');
  const tries: readonly (readonly [string, RegExp])[] = [
    [whole.slice(0, whole.length / 2), /sealed secrets is damaged/],
    [whole.replace('{', '['), /sealed secrets is damaged/],
    [
      whole.replace(/"sealed":"(.)/, (_, one) => `"sealed":"${one === 'A' ? 'B' : 'A'}`),
      /passphrase/,
    ],
  ];
  for (const [text, words] of tries) {
    writeFileSync(path, text);
    await expect(startIn('sealed', entries, { keychain: noKeychain, passphrase })).rejects.toThrow(
      words,
    );
  }
}, 60_000);
