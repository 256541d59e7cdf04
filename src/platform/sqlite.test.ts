import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextTurn } from './slices.ts';
import { isDiskFull, openSqlite, type Sqlite, WrongDatabaseKey } from './sqlite.ts';
import { testFolder } from './testing/test-folder.ts';

let directory: string;
let file: string;
let sqlite: Sqlite;
const key = new Uint8Array(32).fill(9);

beforeEach(() => {
  directory = testFolder();
  file = join(directory, 'test.db');
  sqlite = openSqlite({ file, key });
  sqlite.exec('CREATE TABLE notes (text TEXT) STRICT');
});
afterEach(() => {
  sqlite.close();
});

const note = (text: string) => sqlite.run('INSERT INTO notes (text) VALUES (?)', [text]);
const notes = () => (sqlite.all('SELECT text FROM notes') as { text: string }[]).map((n) => n.text);
const fullSync = 2;
const pragma = (name: string) => Object.values(sqlite.first(`PRAGMA ${name}`) as object)[0];

describe('the encrypted database', () => {
  it('forces every commit to the disk, and holds the rules that it is asked to', () => {
    const inMemory = 2;
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(fullSync);
    expect(pragma('fullfsync')).toBe(1);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('recursive_triggers')).toBe(1);
    expect(pragma('busy_timeout')).toBe(0);
    expect(pragma('temp_store')).toBe(inMemory);
    expect(pragma('cipher')).toBe('aegis');
    expect(pragma('algorithm')).toBe('aegis-256');
  });

  it('has nothing readable in any of its files', () => {
    note('the quick brown fox');
    for (const part of [file, `${file}-wal`]) {
      expect(existsSync(part)).toBe(true);
      const bytes = readFileSync(part);
      expect(bytes.includes('quick brown')).toBe(false);
      expect(bytes.includes('CREATE TABLE')).toBe(false);
      expect(bytes.includes('SQLite format')).toBe(false);
    }
  });

  it('gives a column of texts, beside the rows of the same query, and nothing else for texts', () => {
    for (const text of ['one', 'two']) note(text);
    expect(sqlite.texts('SELECT text FROM notes')).toEqual(['one', 'two']);
    expect(notes()).toEqual(['one', 'two']);
    expect(sqlite.texts('SELECT text FROM notes WHERE text = ?', ['two'])).toEqual(['two']);
    expect(() => sqlite.texts('SELECT 1')).toThrow(TypeError);
  });

  it.skipIf(process.platform === 'win32')(
    'is for the owner alone, in all its files (not on Windows)',
    () => {
      note('x');
      for (const part of [file, `${file}-wal`, `${file}-shm`]) {
        expect(statSync(part).mode & 0o777).toBe(0o600);
      }
    },
  );

  it('gives back what was committed when it is opened again', () => {
    note('kept');
    sqlite.close();
    sqlite = openSqlite({ file, key });
    expect(notes()).toEqual(['kept']);
  });

  it('says so when the key is another one, and harms nothing', () => {
    note('kept');
    sqlite.close();
    expect(() => openSqlite({ file, key: new Uint8Array(32) })).toThrow(WrongDatabaseKey);
    sqlite = openSqlite({ file, key });
    expect(notes()).toEqual(['kept']);
  });

  it('says the same of a file that is no database', () => {
    const other = join(directory, 'other.db');
    writeFileSync(other, 'not a database at all, but longer than one header would be'.repeat(100));
    expect(() => openSqlite({ file: other, key })).toThrow(/can't be opened with this key/);
  });

  it('that is derived has a key of its own, and is as closed', () => {
    const other = join(directory, 'derived.db');
    const derived = openSqlite({ file: other, key, isDerived: true });
    derived.exec("CREATE TABLE notes (text TEXT) STRICT; INSERT INTO notes VALUES ('brown fox')");
    expect(derived.all('PRAGMA cipher')).toEqual([{ aegis: 'aegis' }]);
    expect(derived.all('PRAGMA algorithm')).toEqual([{ 'aegis-256': 'aegis-256' }]);
    derived.close();
    const bytes = readFileSync(other);
    expect(bytes.includes('brown fox')).toBe(false);
    expect(bytes.includes('SQLite format')).toBe(false);
    for (const wrong of [{ key }, { key: new Uint8Array(32), isDerived: true }]) {
      expect(() => openSqlite({ file: other, ...wrong })).toThrow(WrongDatabaseKey);
    }
    const again = openSqlite({ file: other, key, isDerived: true, isReadOnly: true });
    expect(again.all('SELECT text FROM notes')).toEqual([{ text: 'brown fox' }]);
    again.close();
  });

  it('refuses pages that were changed, or put in the place of each other', () => {
    const pageBytes = 4_096;
    for (let count = 0; count < 8; count += 1) note(`${count}`.repeat(pageBytes));
    sqlite.close();
    const whole = readFileSync(file);
    const [second, third] = [1, 2].map((at) =>
      whole.subarray(at * pageBytes, (at + 1) * pageBytes),
    ) as [Buffer, Buffer];
    const swapped = Buffer.from(whole);
    swapped.set(third, pageBytes);
    swapped.set(second, 2 * pageBytes);
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(pageBytes + 100) ^ 1, pageBytes + 100);
    for (const bytes of [swapped, changed]) {
      writeFileSync(file, bytes);
      const harmed = openSqlite({ file, key, isReadOnly: true });
      expect(() => harmed.all('SELECT text FROM notes')).toThrow(/malformed|not a database/);
      harmed.close();
    }
    writeFileSync(file, whole);
    sqlite = openSqlite({ file, key });
    expect(notes()).toHaveLength(8);
  });

  it('opens a file that was made under SQLCipher and killed, and leaves it under that', () => {
    const made = join(directory, 'made.db');
    const killed = join(directory, 'killed.db');
    const before = new Database(made);
    before.pragma("cipher='sqlcipher'");
    before.pragma(`key="x'${Buffer.from(key).toString('hex')}'"`);
    before.pragma('journal_mode=WAL');
    before.exec('CREATE TABLE notes (text TEXT) STRICT');
    before.pragma('wal_checkpoint(TRUNCATE)');
    before.exec("INSERT INTO notes VALUES ('in the log')");
    for (const part of ['', '-wal']) copyFileSync(`${made}${part}`, `${killed}${part}`);
    before.close();

    expect(() => openSqlite({ file: killed, key: new Uint8Array(32) })).toThrow(WrongDatabaseKey);
    sqlite.close();
    sqlite = openSqlite({ file: killed, key });
    expect(pragma('cipher')).toBe('sqlcipher');
    note('later');
    sqlite.close();
    sqlite = openSqlite({ file: killed, key });
    expect(notes()).toEqual(['in the log', 'later']);
  });

  it.each([0, 16, 31, 33, 64])('refuses a key of %i bytes', (length) => {
    const other = join(directory, 'short.db');
    expect(() => openSqlite({ file: other, key: new Uint8Array(length) })).toThrow(/32 bytes/);
    expect(existsSync(other)).toBe(false);
  });

  it('never says the key in its errors', () => {
    sqlite.close();
    const wrong = new Uint8Array(32).fill(0xab);
    try {
      openSqlite({ file, key: wrong });
      expect.unreachable();
    } catch (error) {
      expect(`${error} ${(error as Error).stack} ${(error as Error).cause}`).not.toMatch(/abab/);
    }
  });
});

describe('a transaction', () => {
  it('is all or nothing', () => {
    expect(() =>
      sqlite.transaction(() => {
        note('lost');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(notes()).toEqual([]);
  });

  it('inside another one undoes itself alone', () => {
    sqlite.transaction(() => {
      note('outer');
      expect(() =>
        sqlite.transaction(() => {
          note('inner');
          throw new Error('no');
        }),
      ).toThrow('no');
    });
    expect(notes()).toEqual(['outer']);
  });

  it('gives back what its work gives', () => {
    expect(sqlite.transaction(() => 7)).toBe(7);
  });

  it('refuses work that goes on after it, and undoes what that did', () => {
    expect(() =>
      sqlite.transaction(async () => {
        note('too early');
        throw new Error('never seen');
      }),
    ).toThrow(/synchronous/);
    expect(notes()).toEqual([]);
  });

  it('of what is derived does not wait for the disk, and the next one does again', () => {
    const normalSync = 1;
    const level = () => pragma('synchronous');
    expect(sqlite.derive(level)).toBe(normalSync);
    expect(level()).toBe(fullSync);
    expect(() =>
      sqlite.derive(() => {
        note('lost');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(level()).toBe(fullSync);
    expect(notes()).toEqual([]);
    // Inside one that has to be on the disk it is a part of that.
    expect(sqlite.transaction(() => sqlite.derive(level))).toBe(fullSync);
  });

  it('is refused at once while another process writes', () => {
    const other = openSqlite({ file, key });
    sqlite.transaction(() => {
      note('mine');
      expect(() => other.run('INSERT INTO notes VALUES (?)', ['theirs'])).toThrow(/locked/);
    });
    other.close();
    expect(notes()).toEqual(['mine']);
  });
});

describe('joined work', () => {
  it('is a transaction of its own where none is open', () => {
    sqlite.exec('CREATE TABLE joined (text TEXT)');
    const fail = () =>
      sqlite.join(() => {
        sqlite.run("INSERT INTO joined VALUES ('one')");
        throw new Error('half way');
      });
    expect(fail).toThrow('half way');
    expect(sqlite.all('SELECT text FROM joined')).toEqual([]);
  });

  it('is part of the one that is open: undone with it, and not by itself', () => {
    sqlite.exec('CREATE TABLE joined (text TEXT)');
    const all = (isKept: boolean) =>
      sqlite.transaction(() => {
        sqlite.join(() => sqlite.run("INSERT INTO joined VALUES ('one')"));
        if (!isKept) throw new Error('after it');
      });
    expect(() => all(false)).toThrow('after it');
    expect(sqlite.all('SELECT text FROM joined')).toEqual([]);
    all(true);
    expect(sqlite.all('SELECT text FROM joined')).toEqual([{ text: 'one' }]);
  });
});

describe('a checkpoint', () => {
  it('moves the log into the database, so that the file alone holds everything', () => {
    note('moved');
    expect(sqlite.checkpoint()).toBe(true);
    const copy = join(directory, 'copy.db');
    copyFileSync(file, copy);
    const other = openSqlite({ file: copy, key });
    expect(other.all('SELECT text FROM notes')).toEqual([{ text: 'moved' }]);
    other.close();
  });

  it('says when a reader holds it up', () => {
    const reader = openSqlite({ file, key });
    note('seen by nobody yet');
    reader.exec('BEGIN');
    reader.all('SELECT * FROM notes');
    note('later');
    expect(sqlite.checkpoint()).toBe(false);
    reader.exec('COMMIT');
    expect(sqlite.checkpoint()).toBe(true);
    reader.close();
  });
});

describe('a long log', () => {
  it('is moved in a turn of its own, not by the commit that makes it long', async () => {
    sqlite.close();
    sqlite = openSqlite({ file, key, movesLogInTurns: true });
    const write = () =>
      sqlite.transaction(() => sqlite.run('INSERT INTO notes VALUES (?)', ['x'.repeat(5_000_000)]));
    write();
    expect(sqlite.logPages()).toBeGreaterThan(1_000);
    await nextTurn();
    await nextTurn();
    expect(sqlite.logPages()).toBe(0);
    write();
    sqlite.close();
    // What was planned finds it closed.
    await nextTurn();
    await nextTurn();
  });
});

describe('a full disk', () => {
  it('is told from every other failure', () => {
    sqlite.exec(`PRAGMA max_page_count = ${pragma('page_count')}`);
    const failure = (work: () => void): unknown => {
      try {
        work();
        return null;
      } catch (error) {
        return error;
      }
    };
    expect(isDiskFull(failure(() => note('x'.repeat(100_000))))).toBe(true);
    expect(isDiskFull(failure(() => sqlite.exec('SELECT nonsense')))).toBe(false);
    expect(isDiskFull(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true);
    expect(isDiskFull('SQLITE_FULL')).toBe(false);
  });
});

describe('closing', () => {
  it('may happen twice, and leaves no log behind', () => {
    note('kept');
    sqlite.close();
    sqlite.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(() => notes()).toThrow(/not open/);
  });
});
