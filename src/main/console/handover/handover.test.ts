/** Hand-over between two consoles, as two people do it who speak on the phone. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { responseExamples } from '../../../contract/examples.ts';
import {
  addProfile,
  createTestDirectory,
  documentAt,
  newIntentKey,
  submitDocument,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from '../testing/console.ts';

const baseUrl = 'https://service.example.com';
const token = 'Zq7Kx93mPq27TzLw8YvB4';
/** Answers of the service; 'lost' is none. */
const service: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (!url.startsWith(baseUrl)) return await fetch(input, init);
  if (input instanceof Request && input.method === 'POST') throw new Error('cut off');
  return new Response(JSON.stringify(responseExamples.createCustomer), { status: 404 });
};

let directories: TestDirectory[];
let folder: string;
beforeEach(() => {
  directories = [];
  folder = join(mkdtempSync(join(tmpdir(), 'causeway-handed-')), 'files');
  mkdirSync(folder);
});
afterEach(async () => {
  for (const directory of directories) await directory.remove();
  rmSync(join(folder, '..'), { recursive: true });
});

interface Desk extends TestConsole {
  readonly profileId: string;
  readonly dataDir: string;
}

async function openDesk(environment: 'sandbox' | 'production' = 'sandbox'): Promise<Desk> {
  const directory = createTestDirectory();
  directories.push(directory);
  const started = await directory.start({ fetch: service });
  const { id } = await addProfile(started, { name: 'Hosted', environment, baseUrl });
  await started.bridge.profiles.select({ id });
  return { ...started, profileId: id, dataDir: directory.path };
}

async function bring({ bridge, profileId }: Desk, id: string, more = {}): Promise<void> {
  const text = JSON.stringify({
    ...responseExamples.createCustomer,
    id,
    email: `${id}@example.com`,
    ...more,
  });
  const { id: uploadId } = await bridge.imports.upload({ id: null, text });
  const preview = await bridge.imports.preview({ uploadId, form: 'json' });
  await bridge.imports.keep({ id: preview.id, profileId });
}

const wordsOf = async ({ bridge }: Desk) => (await bridge.handover.get()).own?.words ?? [];
const fieldsOf = async (of: Desk, html: string): Promise<Record<string, string>> => {
  const words = await wordsOf(of);
  const asked = [...html.matchAll(/name="word-(\d+)"/g)].map(([, place = '']) => Number(place));
  return Object.fromEntries(asked.map((place) => [`word-${place}`, words[place - 1] ?? '']));
};

/** What a person who saves a file for the other desk is told. */
async function saving(from: Desk, to: Desk, more = {}): Promise<string> {
  const { path } = await from.bridge.handover.save({
    profileIds: [from.profileId],
    from: null,
    to: null,
    ...more,
  });
  const card = (await to.bridge.handover.get()).own?.card ?? '';
  const shown = await submitDocument(from, path, { computer: 'another', card });
  const typed = { folder, ...(await fieldsOf(to, shown)) };
  return await submitDocument(from, path, typed);
}

/** Gives its path. */
async function save(from: Desk, to: Desk, more = {}): Promise<string> {
  const done = await saving(from, to, more);
  expect(done).toContain('Hand-over file saved');
  return /(\/[^\s<]+\.handover)/.exec(done)?.[1] ?? '';
}

async function opened(at: Desk, file: string) {
  const { path } = await at.bridge.handover.open();
  return { path, shown: await submitDocument(at, path, { file }) };
}
const show = async (at: Desk, file: string) => (await opened(at, file)).shown;

/** Opens a file, compares the words and merges. Gives what was shown before, and after. */
async function merge(at: Desk, from: Desk, file: string): Promise<readonly [string, string]> {
  const { path, shown } = await opened(at, file);
  return [shown, await submitDocument(at, path, await fieldsOf(from, shown))];
}

const ids = async ({ bridge }: Desk): Promise<string[]> =>
  (await bridge.customers.list({})).rows.map(({ id }) => id).toSorted();

it('brings what one desk knows to the other, there and back, and both logs say so', async () => {
  const desk = await openDesk();
  const laptop = await openDesk();
  await bring(desk, 'customer_a');
  await bring(laptop, 'customer_b');
  const ofA = { kind: 'customer', id: 'customer_a' } as const;
  await desk.bridge.annotations.addNote({ ...ofA, profileId: desk.profileId, text: 'on Monday' });
  const before = (await laptop.bridge.audit.list({})).total;

  const file = await save(desk, laptop);
  expect(file).toMatch(/causeway-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.handover$/);
  const { path, shown } = await opened(laptop, file);
  expect(shown).toContain('is not known here');
  expect(shown).toContain('new: 1 source, 1 version of a note. Here already: nothing.');
  // Nothing is written before somebody confirms, nor for other words than the desk shows.
  const wrong = Object.fromEntries(
    Object.keys(await fieldsOf(desk, shown)).map((name) => [name, 'abandon']),
  );
  expect(await submitDocument(laptop, path, wrong)).toContain('These are not the words');
  expect(await ids(laptop)).toEqual(['customer_b']);
  expect((await laptop.bridge.audit.list({})).total).toBe(before);
  expect(readdirSync(laptop.dataDir).filter((name) => name.startsWith('.handover'))).toEqual([]);

  const merged = await submitDocument(laptop, path, await fieldsOf(desk, shown));
  expect(merged).toContain('Hand-over file merged');
  expect(await ids(laptop)).toEqual(['customer_a', 'customer_b']);
  expect((await laptop.bridge.customers.list({ search: 'Monday' })).total).toBe(1);
  const from = await laptop.bridge.handover.sources(ofA);
  const { hostname } = await import('node:os');
  expect(from.map(({ what, computer, by }) => ({ what, computer, by }))).toEqual(
    ['note', 'observation'].map((what) => ({ what, computer: hostname(), by: hostname() })),
  );
  expect((await laptop.bridge.handover.get()).computers).toMatchObject([
    { words: await wordsOf(desk) },
  ]);

  // Again: known now, nothing new. Then back.
  const again = await show(laptop, file);
  expect(again).not.toContain('name="word-');
  expect(again).toContain('new: nothing. Here already: 1 source, 1 version of a note.');
  const [, back] = await merge(desk, laptop, await save(laptop, desk));
  expect(back).toContain('new: 1 source. Here already: 1 source, 1 version of a note.');
  expect(back).not.toContain('other values');
  for (const id of ['customer_a', 'customer_b']) {
    expect(await desk.bridge.customers.get({ id })).toEqual(
      await laptop.bridge.customers.get({ id }),
    );
  }
  for (const each of [desk, laptop]) {
    const { rows } = await each.bridge.audit.list({});
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['handover.saved', 'handover.merged']),
    );
    expect(await verifiedAudit(each)).toMatchObject({ state: 'intact' });
  }
  // Words about somebody who was erased here don't come with a file that still has the person.
  const customerId = 'customer_a';
  const erasing = await laptop.bridge.erasures.erase({ profileId: laptop.profileId, customerId });
  const typed = { reason: 'Asked for', duty: 'none', name: 'customer_a@example.com' };
  expect(await submitDocument(laptop, erasing.path, typed)).toContain('is erased from');
  const ofB = { kind: 'customer', id: 'customer_b' } as const;
  const text = 'lives with customer_a@example.com';
  await desk.bridge.annotations.addNote({ ...ofB, profileId: desk.profileId, text });
  const words = await save(desk, laptop);
  // The same file again finds what the erasure left of it.
  for (const found of ['1 version of a note', 'nothing']) {
    expect((await merge(laptop, desk, words))[0]).toContain(`new: ${found}. Here already:`);
    const { notes } = await laptop.bridge.annotations.get(ofB);
    expect(notes.map(({ versions }) => versions.map((version) => version.text))).toEqual([
      ['lives with (erased)'],
    ]);
  }

  // The erasure is handed over, and a person there decides.
  // Two profiles of the file belong to the one of the desk, and both are merged before anything is erased.
  const { id: twin } = await addProfile(laptop, { name: 'Twin', environment: 'sandbox', baseUrl });
  for (const id of [twin, laptop.profileId]) await laptop.bridge.profiles.select({ id });
  const erasure = await save(laptop, desk, { profileIds: [laptop.profileId, twin] });
  const emailAtDesk = async () => (await desk.bridge.customers.get({ id: customerId })).email;
  const decide = async (erasures?: string) => {
    const asked = await opened(desk, erasure);
    expect(asked.shown).toContain('customer_a (“customer_a@example.com”): erased there on');
    expect(asked.shown).toContain('Erase it here too, of 1 customer<');
    return await submitDocument(desk, asked.path, erasures === undefined ? {} : { erasures });
  };
  expect(await decide()).toContain('Select whether the personal data is erased here too');
  expect(await decide('leave')).toContain('Hand-over file merged');
  expect(await emailAtDesk()).toBe('customer_a@example.com');
  expect(await decide('erase')).toContain('personal data of 1 customer is erased');
  expect(await emailAtDesk()).toBeNull();
  const [note] = (await desk.bridge.annotations.get(ofB)).notes;
  expect(note?.versions[0]?.text).toBe('lives with (erased)');
  expect(await show(desk, erasure)).not.toContain('name="erasures"');
  const entries = (await desk.bridge.audit.list({})).rows.map(({ action }) => action);
  for (const action of ['handover.erasures-taken', 'customer.personal-data-erased-again'])
    expect(entries).toContain(action);
  expect(await verifiedAudit(desk)).toMatchObject({ state: 'intact' });

  // Whoever puts a card there without this installation's key is not known.
  const known = join(laptop.dataDir, 'handover.json');
  const kept = readFileSync(known, 'utf8');
  const computersNow = async () => (await laptop.bridge.handover.get()).computers;
  writeFileSync(known, kept.replace('"confirmedAt":"2', '"confirmedAt":"3'));
  expect(await computersNow()).toEqual([]);
  expect(await laptop.bridge.connection.files()).toMatchObject([{ file: 'handover.json' }]);
  const aside = readdirSync(laptop.dataDir).filter((name) => /^handover\.json\.dam/.test(name));
  expect(aside.length).toBe(1);
  // Who was erased since is not known: nothing goes out or in before it is.
  const list = join(laptop.dataDir, 'erasures.restored.json');
  writeFileSync(list, '{}');
  expect(await show(laptop, file)).toContain('can’t tell who was erased');
  rmSync(list);
  writeFileSync(known, kept);
  const [{ id = '' } = {}] = await computersNow();
  expect((await laptop.bridge.handover.forget({ id })).computers).toEqual([]);
  expect(await computersNow()).toEqual([]);
}, 120_000);

it('a request whose outcome is unknown comes as history, and is sent again where it was sent', async () => {
  const desk = await openDesk();
  const laptop = await openDesk();
  const purpose = { purpose: 'token', profileId: desk.profileId } as const;
  await submitDocument(desk, (await desk.bridge.vault.openSecretEntry(purpose)).path, { token });
  const key = newIntentKey();
  const input = { type: 'individual', email: 'ada@example.com' } as const;
  const order = { profileId: desk.profileId, intentKey: key, input };
  await desk.bridge.customers.create(order).catch(() => undefined);
  await desk.bridge.unresolved.absent({ profileId: desk.profileId, key });
  expect((await desk.bridge.unresolved.get({ key })).sendAgainBlocked).toBeNull();

  await merge(laptop, desk, await save(desk, laptop));
  const there = await laptop.bridge.unresolved.get({ key });
  expect(there).toMatchObject({ intent: { state: 'absent' }, history: [{ verdict: 'absent' }] });
  expect(there.sendAgainBlocked).toContain('was sent from another computer');
}, 60_000);

it('names what stays out, and refuses what is for another computer', async () => {
  const desk = await openDesk();
  const laptop = await openDesk();
  const bank = await openDesk('production');
  await bring(desk, 'customer_a');
  const open = (profileIds: string[], more = {}) =>
    desk.bridge.handover.save({ profileIds, from: null, to: null, ...more });
  await expect(open(['built-in'])).rejects.toThrow('simulation of this computer');
  await expect(open(['gone'])).rejects.toThrow('no longer there');
  const from = '2026-11-26T00:00:00.000Z';
  const to = '2026-11-25T00:00:00.000Z';
  await expect(open([desk.profileId], { from, to })).rejects.toThrow('ends after it begins');
  const { path } = await open([desk.profileId]);
  expect(documentAt(desk, path)).toContain(baseUrl);
  const own = (await desk.bridge.handover.get()).own?.card ?? '';
  const cards = [
    ['hello', 'Paste the whole card'],
    [own, 'card of this computer'],
    [`${own.slice(0, -8)}AAAAAAAA`, 'damaged'],
    [own.replace('card-1', 'card-2'), 'later version'],
  ] as const;
  for (const [card, problem] of cards)
    expect(await submitDocument(desk, path, { card })).toContain(problem);

  const file = await save(desk, laptop);
  expect(await show(bank, file)).toContain('sealed to another computer, whose words are: 1 ');
  expect(await show(bank, await save(desk, bank))).toContain('in another environment (Production');
  expect(await ids(bank)).toEqual([]);
  writeFileSync(file, readFileSync(file).subarray(0, -40));
  expect(await show(laptop, file)).toContain(
    'this hand-over file, its last, was changed or cut off',
  );
  expect(await show(laptop, 'a.handover')).toContain('full path of the hand-over file');
}, 60_000);

it('opens no database that is missing or empty', async () => {
  const desk = await openDesk();
  const laptop = await openDesk();
  for (const each of [desk, laptop]) await bring(each, 'customer_a');
  const file = await save(laptop, desk);
  const database = join(desk.dataDir, 'profiles', desk.profileId, 'records.db');
  await desk.bridge.profiles.select({ id: 'built-in' });
  await vi.waitFor(() => expect(existsSync(`${database}-wal`)).toBe(false));
  for (const lose of [truncateSync, rmSync]) {
    lose(database);
    expect(await show(desk, file)).toContain('records.db is missing or empty');
    expect(await saving(desk, laptop)).toContain('records.db is missing or empty');
    expect(statSync(database, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  }
}, 60_000);

it('lists records that show other values afterwards, on the one of two desks where they do', async () => {
  const desk = await openDesk();
  const laptop = await openDesk();
  await bring(desk, 'customer_c', { email: 'one@example.com' });
  await bring(laptop, 'customer_c', { email: 'other@example.com' });
  const [, onDesk] = await merge(desk, laptop, await save(laptop, desk));
  const [, onLaptop] = await merge(laptop, desk, await save(desk, laptop));
  const line = '1 record that is here shows other values afterwards: customer customer_c.';
  expect([onDesk, onLaptop].filter((page) => page.includes(line))).toHaveLength(1);
}, 60_000);
