import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomHex, systemRandom } from '../../../platform/random.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { openSealedFile } from '../vault/sealed-file.ts';
import { makeScryptCheap } from '../vault/testing/cheap-scrypt.ts';
import { blockBytes } from './blocks.ts';
import { checkBackup, readBackupHead } from './check-backup.ts';
import type { BackupHeader } from './header.ts';
import { openSlots, passphraseSlot } from './key-slots.ts';
import { restoreBackup } from './restore.ts';
import { backupSources } from './sources.ts';
import { startBackup } from './start-backup.ts';
import { type BackupOrder, type BackupSource, writeBackup } from './write-backup.ts';

let root = '';
const dataKey = systemRandom.bytes(32);
const key = systemRandom.bytes(32);
const passphrase = 'seven quiet herons';
beforeEach(() => {
  makeScryptCheap();
  root = testFolder();
  mkdirSync(join(root, 'to'));
});

const databasePath = () => join(root, 'records.db');

async function headWith(id = randomHex(systemRandom, 16)): Promise<BackupHeader> {
  return {
    version: 1,
    id,
    createdAt: '2026-11-24T09:00:00.000Z',
    program: '0.1.0',
    installationId: 'ab'.repeat(16),
    cipher: 'aes-256-gcm',
    slots: [await passphraseSlot(key, id, passphrase, systemRandom)],
  };
}

async function orderOf(more: Partial<BackupOrder> = {}): Promise<BackupOrder> {
  return {
    folder: join(root, 'to'),
    name: 'one.backup',
    head: await headWith(),
    key,
    sources: [{ path: 'profiles/one/records.db', file: databasePath(), key: dataKey }],
    secrets: { 'data-key:one': Buffer.from(dataKey).toString('hex') },
    profiles: [{ id: 'one', name: 'One', environment: 'sandbox', records: null }],
    ...more,
  };
}

function openDatabase() {
  const sqlite = openSqlite({ file: databasePath(), key: dataKey });
  sqlite.exec(
    'CREATE TABLE IF NOT EXISTS records (kind TEXT, at INTEGER, body TEXT);' +
      'CREATE TABLE IF NOT EXISTS sums (only INTEGER PRIMARY KEY, count INTEGER);',
  );
  return sqlite;
}

/** Each transaction keeps rows and their sum alike, so that half of one shows. */
function addRows(sqlite: ReturnType<typeof openDatabase>, count: number): void {
  sqlite.transaction(() => {
    for (let row = 0; row < count; row += 1) {
      sqlite.run('INSERT INTO records VALUES (?, ?, ?)', [
        'customer',
        row,
        randomHex(systemRandom, 200),
      ]);
    }
    sqlite.run(
      'INSERT INTO sums VALUES (1, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
      [count],
    );
  });
}

/** What a restored database says, if it is whole. */
function readBack(file: string) {
  const sqlite = openSqlite({ file, key: dataKey });
  try {
    return {
      check: sqlite.texts('PRAGMA integrity_check'),
      rows: sqlite.first('SELECT count(*) AS n FROM records'),
      sum: sqlite.first('SELECT count AS n FROM sums'),
    };
  } finally {
    sqlite.close();
  }
}

const restoreInto = (name: string, file = join(root, 'to', 'one.backup')) =>
  restoreBackup({ file, key, dataDir: join(root, name), passphrase, random: systemRandom });

describe('a backup', () => {
  it('brings back databases, files and keys, and says what it holds', async () => {
    const sqlite = openDatabase();
    addRows(sqlite, 500);
    writeFileSync(join(root, 'profiles.json'), '{"a":1}');
    writeFileSync(join(root, 'empty'), '');
    const order = await orderOf();
    const written = writeBackup({
      ...order,
      sources: [
        ...order.sources,
        { path: 'profiles.json', file: join(root, 'profiles.json'), key: null },
        { path: 'empty', file: join(root, 'empty'), key: null },
      ],
    });
    expect(statSync(written.file).mode & 0o777).toBe(0o600);
    const head = readBackupHead(written.file);
    const opened = await openSlots(head, { kind: 'passphrase', passphrase });
    expect(checkBackup(written.file, opened).contents.profiles).toEqual([
      { id: 'one', name: 'One', environment: 'sandbox', records: { customer: 500 } },
    ]);
    await restoreInto('back');
    const back = join(root, 'back');
    expect(readdirSync(back).toSorted()).toEqual([
      'empty',
      'profiles',
      'profiles.json',
      'vault.sealed',
    ]);
    expect(readFileSync(join(back, 'profiles.json'), 'utf8')).toBe('{"a":1}');
    expect(readBack(join(back, 'profiles/one/records.db'))).toEqual({
      check: ['ok'],
      rows: { n: 500 },
      sum: { n: 500 },
    });
    const vault = await openSealedFile({
      path: join(back, 'vault.sealed'),
      passphrase,
      random: systemRandom,
    });
    expect(await vault.get('data-key:one')).toBe(Buffer.from(dataKey).toString('hex'));
    sqlite.close();
  });

  it('leaves out what is being worked in, and is not written with a name that no restore takes', async () => {
    const dataDir = join(root, 'data');
    for (const name of ['.handover-0a', '.restoring-0b', 'profiles/one/.new', 'anchors'])
      mkdirSync(join(dataDir, name), { recursive: true });
    for (const name of ['.handover-0a/0.db', 'profiles/one/.new/x', 'anchors/one.json', 'a b'])
      writeFileSync(join(dataDir, name), '');
    const sources = backupSources(dataDir, new Map());
    expect(sources.map(({ path }) => path)).toEqual(['a b', 'anchors/one.json']);
    const order = await orderOf();
    expect(() => writeBackup({ ...order, sources })).toThrow('“a b” of the data folder');
    expect(readdirSync(order.folder)).toEqual([]);
  });

  it('takes what points into another file before it: anchors, then profiles, then deliveries', () => {
    const dataDir = join(root, 'data');
    for (const name of ['profiles/one', 'profiles/two', 'anchors'])
      mkdirSync(join(dataDir, name), { recursive: true });
    const one = 'profiles/one/records.db';
    const two = 'profiles/two/records.db';
    const names = ['anchors/one.json', 'coverage.db', 'inbox.db', 'profiles.json', one, two];
    for (const name of names) writeFileSync(join(dataDir, name), '');
    writeFileSync(join(dataDir, 'inbox.db-wal'), '');
    expect(backupSources(dataDir, new Map()).map(({ path }) => path)).toEqual([
      'anchors/one.json',
      'coverage.db',
      'profiles.json',
      one,
      two,
      'inbox.db',
      'inbox.db-wal',
    ]);
  });

  it('is one moment of a database that is written and checkpointed meanwhile', async () => {
    const sqlite = openDatabase();
    addRows(sqlite, 4_000);
    sqlite.checkpoint();
    let isDone = false;
    const taken: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const order = await orderOf({ name: `${round}.backup` });
      isDone = false;
      const running = startBackup(order, () => undefined);
      const finished = running.written.finally(() => {
        isDone = true;
      });
      while (!isDone) {
        addRows(sqlite, 5);
        if ((systemRandom.bytes(1)[0] ?? 0) % 3 === 0) sqlite.checkpoint();
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      await finished;
      await restoreInto(`back-${round}`, join(root, 'to', `${round}.backup`));
      const back = readBack(join(root, `back-${round}/profiles/one/records.db`));
      expect(back.check).toEqual(['ok']);
      expect(back.rows).toEqual(back.sum);
      taken.push((back.rows as { n: number }).n);
    }
    // Each holds what was there when it began.
    expect(taken[0]).toBeGreaterThanOrEqual(4_000);
    expect(taken).toEqual(taken.toSorted((one, other) => one - other));
    sqlite.close();
  });

  it('that is ended in the midst leaves nothing, and one that was done is whole', async () => {
    const sqlite = openDatabase();
    addRows(sqlite, 4_000);
    sqlite.close();
    let cut = 0;
    for (const round of [0, 1]) {
      const order = await orderOf({ name: `${round}.backup` });
      const begun = Promise.withResolvers<void>();
      const running = startBackup(order, () => begun.resolve());
      const written = running.written.catch(() => null);
      await Promise.race([begun.promise, written]);
      await running.end();
      const isWhole = (await written) !== null;
      if (!isWhole) cut += 1;
      expect(readdirSync(order.folder).includes(order.name)).toBe(isWhole);
      expect(readdirSync(order.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    }
    expect(cut).toBeGreaterThan(0);
  });

  it('is read back before it has its name: what the disk has otherwise is no backup', async () => {
    const sqlite = openDatabase();
    addRows(sqlite, 3_000);
    sqlite.close();
    const order = await orderOf();
    const part = join(order.folder, `${order.name}.part`);
    let isSpoilt = false;
    const spoil = ({ step }: { readonly step: string }): void => {
      if (isSpoilt || step !== 'writing' || statSync(part).size < 2 * blockBytes) return;
      const file = openSync(part, 'r+');
      writeSync(file, Buffer.of(1, 2, 3, 4), 0, 4, blockBytes);
      closeSync(file);
      isSpoilt = true;
    };
    expect(() => writeBackup(order, spoil)).toThrow(expect.objectContaining({ code: 'damaged' }));
    expect(isSpoilt).toBe(true);
    expect(readdirSync(order.folder)).toEqual([]);
  });

  it('never overwrites anything', async () => {
    openDatabase().close();
    writeBackup(await orderOf());
    mkdirSync(join(root, 'full'));
    writeFileSync(join(root, 'full', 'a'), 'mine');
    await expect(restoreInto('full')).rejects.toMatchObject({ code: 'not-empty' });
    expect(readdirSync(join(root, 'full'))).toEqual(['a']);
  });

  it('that can’t be written says so, and leaves the one before', async () => {
    openDatabase().close();
    const order = await orderOf();
    const { file } = writeBackup(order);
    const before = readFileSync(file);
    const write = (source: BackupSource) =>
      writeBackup({ ...order, sources: [...order.sources, source] });
    const lost = { path: 'profiles.json', file: join(root, 'lost'), key: null };
    expect(() => write(lost)).toThrow('The file “profiles.json” of the data folder was deleted');
    // It is no matter of the backup folder.
    const unread = { path: 'x', file: join(databasePath(), 'x'), key: null };
    expect(() => write(unread)).toThrow(`a folder should be: ${databasePath()}`);
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(order.folder)).toEqual(['one.backup']);
    expect(() => writeBackup({ ...order, folder: join(root, 'nowhere') })).toThrow(
      expect.objectContaining({ code: 'not-written' }),
    );
  });
});

describe('a file that is gone when its turn comes', () => {
  it('is left out where Causeway deletes such files', async () => {
    openDatabase().close();
    const order = await orderOf();
    const gone = { path: 'anchors/one.json', file: join(root, 'one.json'), key: null };
    writeBackup({ ...order, sources: [gone, ...order.sources] });
    await restoreInto('back');
    expect(readdirSync(join(root, 'back')).toSorted()).toEqual(['profiles', 'vault.sealed']);
    expect(readBack(join(root, 'back/profiles/one/records.db')).check).toEqual(['ok']);
  });

  it.each([null, dataKey])(
    'ends the backup where it is a database, under a key or not',
    async (of) => {
      const order = await orderOf();
      const sources = order.sources.map((source) => ({ ...source, key: of }));
      expect(() => writeBackup({ ...order, sources })).toThrow(
        expect.objectContaining({
          code: 'not-written',
          message: expect.stringContaining('The file “profiles/one/records.db” of the data folder'),
        }),
      );
      expect(existsSync(databasePath())).toBe(false);
      expect(readdirSync(order.folder)).toEqual([]);
    },
  );
});

describe('a changed backup is noticed and named', () => {
  let file = '';
  let good = Buffer.alloc(0);
  let head = 0;
  beforeEach(async () => {
    const sqlite = openDatabase();
    addRows(sqlite, 3_000);
    sqlite.close();
    ({ file } = writeBackup(await orderOf()));
    good = readFileSync(file);
    head = 20 + good.readUInt32BE(16);
  });
  const sealed = blockBytes + 16;
  const blockAt = (index: number) =>
    good.subarray(head + index * sealed, head + (index + 1) * sealed);
  const checking = (bytes: Uint8Array) => {
    writeFileSync(file, bytes);
    return () => checkBackup(file, key);
  };
  const fails = (bytes: Uint8Array, code: string, message = '') =>
    expect(checking(bytes)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );

  it('whichever byte it is', () => {
    expect(good.length).toBeGreaterThan(head + 3 * sealed);
    for (let step = 0; step < 200; step += 1) {
      const at = Math.floor((good.length * step) / 200);
      const changed = Buffer.from(good);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(checking(changed)).toThrow(expect.objectContaining({ name: 'BackupError' }));
    }
    const second = Buffer.from(good);
    second.writeUInt8(second.readUInt8(head + sealed + 9) ^ 1, head + sealed + 9);
    fails(second, 'damaged', 'this backup was changed, or is in another’s place');
  });

  it('cut short, at a block’s end or anywhere', () => {
    fails(good.subarray(0, head + 2 * sealed), 'truncated');
    fails(good.subarray(0, head), 'truncated');
    fails(
      good.subarray(0, good.length - 1),
      'damaged',
      'of this backup, its last, was changed or cut off',
    );
    fails(good.subarray(0, head + sealed + 99), 'damaged', 'may not have been copied whole');
    fails(good.subarray(0, head - 1), 'damaged', 'The head of this backup is damaged');
    fails(good.subarray(0, 10), 'not-a-backup');
    fails(Buffer.alloc(0), 'not-a-backup');
  });

  it('with blocks swapped, repeated, left out, or of another backup', async () => {
    const from = (...blocks: readonly Uint8Array[]) =>
      Buffer.concat([good.subarray(0, head), ...blocks, good.subarray(head + 3 * sealed)]);
    fails(from(blockAt(1), blockAt(0), blockAt(2)), 'damaged', 'Block 1 of ');
    fails(from(blockAt(0), blockAt(0), blockAt(2)), 'damaged', 'Block 2 of ');
    fails(from(blockAt(0), blockAt(2)), 'damaged', 'Block 2 of ');
    const other = writeBackup(await orderOf({ name: 'two.backup' }));
    const theirs = readFileSync(other.file).subarray(head, head + sealed);
    fails(from(theirs, blockAt(1), blockAt(2)), 'damaged', 'Block 1 of ');
    fails(Buffer.concat([good, good.subarray(head)]), 'damaged');
  });

  it('of a later version, or under another key', async () => {
    const json = good.subarray(20, head).toString().replace('"version":1', '"version":2');
    fails(Buffer.concat([good.subarray(0, 20), Buffer.from(json)]), 'too-new');
    writeFileSync(file, good);
    const openedBy = (typed: string) =>
      openSlots(readBackupHead(file), { kind: 'passphrase', passphrase: typed });
    await expect(openedBy('another')).rejects.toMatchObject({ code: 'wrong-key' });
    const recovery = { kind: 'recovery-key', recoveryKey: new Uint8Array(32) } as const;
    await expect(openSlots(readBackupHead(file), recovery)).rejects.toThrow('by its passphrase');
  });
});
