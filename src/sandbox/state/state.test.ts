import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openMemorySqlite } from '../../platform/sqlite.ts';
import { databaseFileName, openDatabase } from '../application.ts';
import { startSandbox, temporaryDirectory } from '../testing/harness.ts';
import { createSharedCommit } from './shared-commit.ts';

const customer = { type: 'individual', email: 'ada@example.com' };

describe('a data folder', () => {
  test('keeps everything over a restart, tokens included', async () => {
    await using directory = await temporaryDirectory();
    const options = { dataDir: directory.path };
    const before = await (async () => {
      await using running = await startSandbox(options);
      const { id } = (await running.post('/v2/customer', customer)).body;
      const account = await running.control('POST', `/customers/${id}/bank-accounts`);
      await running.post('/v1/webhook', {
        name: 'w',
        url: 'https://receiver.example/',
        events: ['wallet.create'],
      });
      return {
        id,
        token: running.sandbox.token,
        controlToken: running.sandbox.controlToken,
        account: account.body.bankAccount,
        eventId: account.body.eventId,
        event: (await running.get(`/v1/event/${account.body.eventId}`)).body.data,
      };
    })();

    await using running = await startSandbox(options);
    const { id, token, account, eventId, event } = before;
    const path = `/v2/customers/${id}/bank-account/${account.id}`;
    expect((await running.get(path, { token })).body).toEqual(account);
    expect((await running.get(`/v1/event/${eventId}`)).body.data).toEqual(event);
    expect((await running.control('GET', '/state')).body).toMatchObject({
      customers: 1,
      bankAccounts: 1,
      webhooks: [{ name: 'w' }],
    });
    expect(running.sandbox.controlToken).not.toBe(before.controlToken);
  });

  test('belongs to one process', async () => {
    await using directory = await temporaryDirectory();
    await using _ = await startSandbox({ dataDir: directory.path });
    await expect(startSandbox({ dataDir: directory.path })).rejects.toThrow(
      `Another process uses the data folder ${directory.path}.`,
    );
  });

  test('commits durably', async () => {
    await using directory = await temporaryDirectory();
    const database = openDatabase({ dataDir: directory.path, key: null });
    expect(database.first('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(database.first('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    database.close();
  });

  test('is encrypted with a key, and shut without it', async () => {
    await using directory = await temporaryDirectory();
    const key = randomBytes(32);
    {
      await using running = await startSandbox({ dataDir: directory.path, databaseKey: key });
      await running.post('/v2/customer', customer);
    }
    const bytes = await readFile(join(directory.path, databaseFileName));
    expect(bytes.includes('ada@example.com')).toBe(false);
    expect(bytes.includes('customer')).toBe(false);

    const wrong = startSandbox({ dataDir: directory.path, databaseKey: randomBytes(32) });
    await expect(wrong).rejects.toThrow("can't be opened with this key");
    await using running = await startSandbox({ dataDir: directory.path, databaseKey: key });
    expect((await running.control('GET', '/state')).body.customers).toBe(1);
  });

  test('takes no key of another length', async () => {
    await using directory = await temporaryDirectory();
    const short = startSandbox({ dataDir: directory.path, databaseKey: randomBytes(16) });
    await expect(short).rejects.toThrow('A database key has exactly 32 bytes.');
  });

  test('of a newer version is left alone', async () => {
    await using directory = await temporaryDirectory();
    const database = openDatabase({ dataDir: directory.path, key: null });
    database.run("INSERT INTO migrations (id) VALUES ('2031-01-01-sandbox-9')");
    database.close();
    await expect(startSandbox({ dataDir: directory.path })).rejects.toThrow(
      /newer version.*2031-01-01-sandbox-9/,
    );
  });
});

test('the queue is read by its index, in order of time', () => {
  const database = openDatabase({ dataDir: null, key: null });
  const plan = database
    .prepare<[], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT d.sequence, e.body FROM deliveries d JOIN events e ON e.id = d.event_id
       WHERE d.webhook_id = 'w' AND d.state = 'pending' AND d.next_at <= 7
       ORDER BY d.next_at, d.sequence LIMIT 16`,
    )
    .all()
    .map(({ detail }) => detail);
  expect(plan.some((detail) => detail.includes('deliveries_due'))).toBe(true);
  expect(plan.every((detail) => !detail.includes('TEMP B-TREE'))).toBe(true);
});

describe('group commit', () => {
  class Refused extends Error {}

  const setUp = () => {
    const database = openMemorySqlite(null);
    database.exec('CREATE TABLE rows (name TEXT UNIQUE)');
    const insert = database.prepare<[string]>('INSERT INTO rows VALUES (?)');
    const told: string[] = [];
    const commit = createSharedCommit(database, {
      committed: () => told.push('committed'),
      rolledBack: () => told.push('rolled back'),
      isRefusal: (error) => error instanceof Refused,
    });
    const rows = () => database.prepare('SELECT name FROM rows ORDER BY name').pluck().all();
    return { commit, insert, rows, told };
  };

  test('work of one turn shares a transaction and is answered after its commit', async () => {
    const { commit, insert, rows, told } = setUp();
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        await commit.submit(() => insert.run(name));
        told.push(name);
      }),
    );
    expect(rows()).toEqual(['a', 'b', 'c']);
    expect(told).toEqual(['committed', 'a', 'b', 'c']);
  });

  test('a refusal fails alone', async () => {
    const { commit, insert, rows, told } = setUp();
    const results = await Promise.allSettled([
      commit.submit(() => insert.run('a')),
      commit.submit(() => {
        throw new Refused();
      }),
      commit.submit(() => insert.run('b')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(rows()).toEqual(['a', 'b']);
    expect(told).toEqual(['committed']);
  });

  test('broken work is undone, and does not take the others with it', async () => {
    const { commit, insert, rows, told } = setUp();
    const results = await Promise.allSettled([
      commit.submit(() => insert.run('a')),
      commit.submit(() => {
        insert.run('half');
        throw new Error('broken');
      }),
      commit.submit(() => insert.run('b')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(rows()).toEqual(['a', 'b']);
    expect(told).toContain('rolled back');
  });

  test('closing commits what waits', async () => {
    const { commit, insert, rows } = setUp();
    const waiting = commit.submit(() => insert.run('a'));
    commit.close();
    expect(rows()).toEqual(['a']);
    await expect(waiting).resolves.toMatchObject({ changes: 1 });
  });
});
