/** Databases of a real console with damage: found, named, repaired by a person, filled from a backup. */
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../platform/sqlite.ts';
import { noEntries } from '../../features/handover/outcome.ts';
import {
  createCustomer,
  createTestDirectory,
  documentAt,
  submitDocument,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from '../testing/console.ts';
import { repairCalls } from './repair-calls.ts';
import { type Attempt, repairDocument } from './repair-document.ts';

const pageBytes = 4_096;
let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => await directory.remove());

const fileOf = (name: string): string => join(directory.path, ...name.split('/'));

/** Changes a byte of each of these pages, and gives the file as it is then. */
function harm(name: string, pages: (count: number) => readonly number[]): Buffer {
  const bytes = readFileSync(fileOf(name));
  for (const page of pages(bytes.length / pageBytes)) {
    const at = (page - 1) * pageBytes + 2_000;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  }
  writeFileSync(fileOf(name), bytes);
  return bytes;
}

const everyPage = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** What is kept aside of the database in this folder. */
function keptAside(folder: string, name: string): Buffer {
  const [kept = ''] = readdirSync(fileOf(folder)).filter((one) => one.startsWith('damaged-'));
  return readFileSync(join(fileOf(folder), kept, name));
}

async function repair(started: TestConsole): Promise<string> {
  const { path } = await started.bridge.connection.repair();
  return await submitDocument(started, path);
}

const passphrase = 'seven quiet herons';

async function backUp(started: TestConsole): Promise<string> {
  const folder = `${directory.path}-backups`;
  mkdirSync(folder, { recursive: true });
  const { path } = await started.bridge.backups.writeOne();
  await submitDocument(started, path, { folder, passphrase, again: passphrase });
  return join(folder, readdirSync(folder).at(-1) ?? '');
}

async function restore(started: TestConsole, file: string): Promise<string> {
  const { path } = await started.bridge.backups.restore();
  const shown = await submitDocument(started, path, { file, key: passphrase });
  return shown + (await submitDocument(started, /action="([^"]+)"/.exec(shown)?.[1] ?? path));
}

const customersOf = async ({ bridge }: TestConsole) =>
  (await bridge.customers.list({ limit: 100 })).rows
    .map(({ id, email }) => `${id} ${email}`)
    .toSorted();

describe('a damaged database', () => {
  it('of a profile is kept aside, and with a backup all is there again', async () => {
    const first = await directory.start();
    const made = [];
    for (let at = 0; at < 12; at += 1) made.push(await createCustomer(first, `${at}@example.com`));
    await first.bridge.annotations.addNote({
      profileId: 'built-in',
      kind: 'customer',
      id: made[0]?.id ?? '',
      text: 'called',
    });
    const before = await customersOf(first);
    const details = await Promise.all(made.map(({ id }) => first.bridge.customers.get({ id })));
    const backup = await backUp(first);
    await first.console.dispose();
    // From its last third on: rows of that time.
    const harmed = harm('profiles/built-in/records.db', (count) =>
      everyPage(count).filter((page) => page === 1 || (page > 120 && page % 3 === 0)),
    );

    const started = await directory.start();
    expect((await started.bridge.connection.get()).writesBlocked).toMatch(/is damaged/);
    expect(await started.bridge.connection.damage()).toEqual([
      { what: 'records', profileName: 'Built-in sandbox' },
    ]);
    const { path } = await started.bridge.connection.repair();
    expect(documentAt(started, path)).toContain('Repair a damaged database');
    expect(readFileSync(fileOf('profiles/built-in/records.db')).equals(harmed)).toBe(true);
    const done = await submitDocument(started, path);
    expect(done).toMatch(/Records of “Built-in sandbox”: \d+ rows were recovered/);
    expect(done).toContain('restore the newest backup');
    expect(keptAside('profiles/built-in', 'records.db').equals(harmed)).toBe(true);
    expect(await started.bridge.connection.damage()).toEqual([]);
    const known = before.map((one) => one.split(' ')[0]);
    const left = (await customersOf(started)).map((one) => one.split(' ')[0]);
    expect(left.length).toBeLessThan(known.length);
    expect(left.every((id) => known.includes(id))).toBe(true);
    const log = await started.bridge.audit.list({});
    const entry = log.rows.find(({ action }) => action === 'database.repaired');
    expect(entry?.facts).toMatchObject({ file: 'profiles/built-in/records.db' });

    await restore(started, backup);
    expect(await customersOf(started)).toEqual(before);
    for (const detail of details) {
      const found = await started.bridge.customers.get({ id: detail.id });
      expect(found).toEqual(detail);
    }
    await createCustomer(started, 'after@example.com');
    expect(
      (await started.bridge.annotations.get({ kind: 'customer', id: made[0]?.id ?? '' })).notes,
    ).toHaveLength(1);
  }, 120_000);

  it('of deliveries is kept aside too, and one of when they could arrive is begun anew', async () => {
    const first = await directory.start();
    await first.bridge.customers.list({});
    await first.console.dispose();
    const [inbox, coverage] = ['inbox.db', 'coverage.db'].map((name) => harm(name, () => [1]));

    const started = await directory.start();
    expect(await started.bridge.connection.damage()).toEqual([
      { what: 'inbox', profileName: null },
    ]);
    expect(await repair(started)).toContain('Deliveries: ');
    expect(await started.bridge.connection.damage()).toEqual([]);
    const [folder = ''] = readdirSync(directory.path).filter((name) => /^damaged-/.test(name));
    expect(readFileSync(join(fileOf(folder), 'inbox.db'))).toEqual(inbox);
    const [kept = ''] = readdirSync(directory.path).filter((name) =>
      /^coverage.*damaged-\d+$/.test(name),
    );
    expect(readFileSync(fileOf(kept))).toEqual(coverage);
    const { rows } = await started.bridge.audit.list({});
    const named = rows.map(({ action, facts }) => `${action} ${Object(facts).file}`);
    expect(named).toContain('database.repaired inbox.db');
    expect(named).toContain('database.laid-aside coverage.db');
    expect((await started.bridge.webhooks.list({})).receiver.isListening).toBe(true);
  }, 60_000);

  it('of the built-in sandbox is kept aside too', async () => {
    const first = await directory.start();
    const made = await createCustomer(first, 'ada@example.com');
    await first.console.dispose();
    const harmed = harm('profiles/built-in/sandbox/sandbox.db', () => [1]);
    const started = await directory.start();
    expect(await started.bridge.connection.damage()).toEqual([
      { what: 'sandbox', profileName: 'Built-in sandbox' },
    ]);
    expect(await repair(started)).toContain('were recovered');
    expect(keptAside('profiles/built-in/sandbox', 'sandbox.db').equals(harmed)).toBe(true);
    expect((await started.bridge.connection.check()).service.state).toBe('reachable');
    expect((await started.bridge.customers.get({ id: made.id })).id).toBe(made.id);
  }, 60_000);

  it('whose change of the key was cut off is read with the key that opens it, or left', async () => {
    const first = await directory.start();
    const { id } = await createCustomer(first, 'ada@example.com');
    await first.console.dispose();
    const name = 'data-key:built-in';
    const key = (await directory.keychain.get(name)) ?? '';
    const before = '11'.repeat(32);
    const other = '22'.repeat(32);
    const harmed = harm('profiles/built-in/records.db', () => [1]);
    await directory.keychain.set(name, `${before}:${key}+${other}`);
    const stranger = await directory.start();
    const said = await repair(stranger);
    expect(said).toContain('none of the keys opens a page');
    expect(said).toContain('“When something is lost”');
    expect(readFileSync(fileOf('profiles/built-in/records.db')).equals(harmed)).toBe(true);
    await stranger.console.dispose();
    await directory.keychain.set(name, `${before}:${key}+${key}`);
    const started = await directory.start();
    expect(await repair(started)).toMatch(/: \d+ rows were recovered/);
    expect((await started.bridge.customers.get({ id })).id).toBe(id);
    expect(await directory.keychain.get(name)).toBe(key);
  }, 120_000);

  it('is asked about only where there is one, and not while locked', async () => {
    const started = await directory.start();
    await expect(started.bridge.connection.repair()).rejects.toMatchObject({ code: 'INVALID' });
    await started.bridge.vault.lock();
    await expect(started.bridge.connection.repair()).rejects.toMatchObject({ code: 'LOCKED' });
    await started.bridge.vault.unlock();
  });
});

it('is told with what was repaired, where another one was not', async () => {
  const repaired = {
    keptIn: 'damaged-x',
    pages: 4,
    lostPages: 1,
    tables: [],
    lostNames: [],
    lostOrigins: noEntries(),
  };
  const damages = ['Deliveries', 'Records'].map((name) => ({ name, path: name, found: 'x' }));
  const repairing = async () => [repaired, { failed: 'Causeway is locked.' }];
  const document = repairDocument({ dataDir: '/data', damages, repair: repairing });
  const done = await document.act(new URLSearchParams());
  expect(done).toMatchObject({ title: 'Not all was repaired' });
  expect(done).toMatchObject({
    sentence: expect.stringMatching(
      /1 of 4 pages .* \/data\/damaged-x\. Records: Causeway is locked/,
    ),
  });
});

it('is told in words of the page, and an empty database is called no repair', async () => {
  const outcome = { keptIn: 'damaged-x', lostPages: 2, lostNames: ['virtualAccount va_1'] };
  const lost = (table: string, count: number, mayLackMore = false) => ({
    table,
    brought: 1,
    lost: count,
    mayLackMore,
  });
  const tables = [
    lost('bulk_rows', 3),
    lost('period_closes', 1, true),
    lost('observations', 1),
    lost('annotation_notes', 0, true),
    lost('sheets_company', 1),
    lost('notice_kinds', 1),
  ];
  const repaired = { ...outcome, pages: 4, tables, lostOrigins: noEntries() };
  const empty = { ...repaired, pages: 0, lostPages: 0, tables: [], lostNames: [] };
  const done = async (attempts: Attempt[]) => {
    const damages = attempts.map(() => ({ name: 'Records', path: 'x', found: 'x' }));
    const document = repairDocument({ dataDir: '/data', damages, repair: async () => attempts });
    return await document.act(new URLSearchParams());
  };
  const told = await done([repaired]);
  expect(told).toMatchObject({ title: 'Repaired' });
  expect(told).toMatchObject({
    sentence: expect.stringContaining(
      'Lost: 3 rows of bulk runs, at least 1 closed period, 1 source, an unknown number of notes, 2 other rows. Sources were lost of: virtual account va_1.',
    ),
  });
  const none = await done([empty]);
  expect(none).toMatchObject({ title: 'Nothing was recovered' });
  expect(none).toMatchObject({
    sentence: expect.stringContaining('An empty database is in its place now.'),
  });
  expect(await done([empty, repaired])).toMatchObject({ title: 'Not all was repaired' });
  expect(await done([{ failed: 'x' }])).toMatchObject({ title: 'Not all was repaired' });
});

it('is a missing or empty database, which no empty one hides, and a backup fills what repair begins', async () => {
  const first = await directory.start();
  await createCustomer(first, 'ada@example.com');
  const before = await customersOf(first);
  const backup = await backUp(first);
  await first.console.dispose();
  const file = fileOf('profiles/built-in/records.db');
  const whole = readFileSync(file);
  for (const lose of [() => rmSync(file), () => truncateSync(file)]) {
    lose();
    rmSync(fileOf('inbox.db'), { force: true });
    // Nor does a restore, shown or done.
    for (const _ of [1, 2]) {
      const started = await directory.start();
      const { writesBlocked } = await started.bridge.connection.get();
      expect(writesBlocked).toContain('records.db is missing or empty');
      await expect(started.bridge.customers.list({})).rejects.toThrow();
      expect(await started.bridge.connection.damage()).toEqual([
        { what: 'records', profileName: 'Built-in sandbox' },
      ]);
      expect((await restore(started, backup)).match(/is missing or empty here/g)).toHaveLength(2);
      await started.console.dispose();
    }
    writeFileSync(file, whole);
    const again = await directory.start();
    expect(await customersOf(again)).toEqual(before);
    await again.console.dispose();
  }
  rmSync(file);
  rmSync(fileOf('inbox.db'));
  const started = await directory.start();
  expect(await repair(started)).toContain('nothing was recovered');
  expect(await customersOf(started)).toEqual([]);
  expect(await started.bridge.connection.files()).toMatchObject([
    { file: 'inbox.db', sentence: expect.stringContaining('was missing or empty') },
  ]);
  await restore(started, backup);
  expect(await customersOf(started)).toEqual(before);
}, 60_000);

it('is found by reading a database in use through, wherever a row lies', async () => {
  const first = await directory.start();
  for (let at = 0; at < 5; at += 1) await createCustomer(first, `${at}@example.com`);
  await first.console.dispose();
  const file = fileOf('profiles/built-in/records.db');
  const key = Buffer.from((await directory.keychain.get('data-key:built-in')) ?? '', 'hex');
  const whole = readFileSync(file);
  expect(await repairCalls.readThrough({ file, key })).toBeNull();
  expect(repairCalls.check({ file, key })).toBeNull();
  const sqlite = openSqlite({ file, key });
  const ofRows = sqlite.texts(
    "SELECT CAST(pageno AS TEXT) FROM dbstat WHERE name IN ('observations', 'notice_kinds', 'audit_log') AND ncell > 0",
  );
  sqlite.close();
  expect(ofRows.length).toBeGreaterThan(2);
  for (const page of ofRows) {
    writeFileSync(file, whole);
    harm('profiles/built-in/records.db', () => [Number(page)]);
    expect(await repairCalls.readThrough({ file, key })).not.toBeNull();
    expect(repairCalls.check({ file, key })).not.toBeNull();
  }
});

it('says of which facts it is lost which computer told them', async () => {
  const first = await directory.start();
  await createCustomer(first, 'ada@example.com');
  await first.console.dispose();
  const file = fileOf('profiles/built-in/records.db');
  const key = Buffer.from((await directory.keychain.get('data-key:built-in')) ?? '', 'hex');
  const sqlite = openSqlite({ file, key });
  sqlite.exec(`
    INSERT INTO handover_files VALUES ('f', '${'c'.repeat(64)}', NULL, '-', '-');
    INSERT INTO handover_entries
      SELECT observation_id, '${'c'.repeat(64)}', 'f', 'observation', kind, id, '', observed_at
      FROM observations`);
  const told = sqlite.texts('SELECT entry FROM handover_entries').length;
  const pages = sqlite.texts(
    "SELECT CAST(pageno AS TEXT) FROM dbstat WHERE name = 'handover_origins'",
  );
  sqlite.close();
  harm('profiles/built-in/records.db', () => [1, ...pages.map(Number)]);

  const started = await directory.start();
  const said = `Causeway can’t tell which computer recorded ${told} sources. None counts as`;
  expect(told).toBeGreaterThan(1);
  expect(await repair(started)).toContain(said);
  const { rows } = await started.bridge.audit.list({});
  expect(rows.find(({ action }) => action === 'database.repaired')?.facts).toMatchObject({
    lostOrigins: `${told} sources`,
  });
}, 60_000);

it('leaves gaps in the audit log, which a backup fills with what was there', async () => {
  const first = await directory.start();
  for (let at = 0; at < 120; at += 1) await first.bridge.connection.acceptClock();
  const backup = await backUp(first);
  await first.console.dispose();
  const file = fileOf('profiles/built-in/records.db');
  const key = Buffer.from((await directory.keychain.get('data-key:built-in')) ?? '', 'hex');
  const sqlite = openSqlite({ file, key });
  const leaves = sqlite.texts(
    "SELECT CAST(pageno AS TEXT) FROM dbstat WHERE name = 'audit_log' AND pagetype = 'leaf' ORDER BY path",
  );
  sqlite.close();
  expect(leaves.length).toBeGreaterThan(3);
  harm('profiles/built-in/records.db', () => [1, Number(leaves[1])]);

  const started = await directory.start();
  expect(await repair(started)).toMatch(/Lost: (?:at least )?\d+ audit entries/);
  expect(await verifiedAudit(started)).toMatchObject({ state: 'broken' });
  await restore(started, backup);
  expect(await verifiedAudit(started)).toMatchObject({ state: 'intact' });
  expect((await started.bridge.audit.state()).alarm).toBeNull();
}, 60_000);
