import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../audit/audit.ts';
import type { Audit } from '../audit/types.ts';
import { verifyLog } from '../audit/verify-log.ts';
import { recordsMigrations } from '../records/migrations.ts';
import { openRecords } from '../records/records.ts';
import type { Records } from '../records/types.ts';
import type { Answered, WriteOutcome } from '../service/outcomes.ts';
import { openIntents } from './intents.ts';
import { intentsMigrations } from './migrations.ts';
import type { AnyRequest, Intent, IntentGroup, Intents } from './types.ts';

let directory: string;
let sqlite: Sqlite;
let records: Records;
let audit: Audit;
let intents: Intents;
const clock = { now: () => Date.parse('2026-11-20T12:00:00.000Z') };
const log = { error: vi.fn(), warn: vi.fn() };

beforeEach(() => {
  directory = testFolder();
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32).fill(1) });
  migrate(sqlite, [...recordsMigrations, ...auditMigrations, ...intentsMigrations]);
  sqlite.exec('CREATE TABLE beside (key TEXT PRIMARY KEY, state TEXT); CREATE TABLE notes (text)');
  records = openRecords({ sqlite });
  audit = openAudit({ sqlite, clock });
  intents = openIntents({ sqlite, records, audit, clock, log });
});
afterEach(() => {
  sqlite.close();
});

const key = (number: number) => number.toString(16).padStart(32, '0');
const customerOf = (number: number) => `customer_${number}`;

/** `note` makes it so much larger. */
function answered(number: number, note = ''): Answered {
  const body = { id: customerOf(number), type: 'individual', verificationProfiles: [], note };
  return {
    kind: 'answered',
    status: 201,
    resource: { kind: 'customer', id: body.id, body, deviations: [] },
    body,
    bytes: new TextEncoder().encode(JSON.stringify(body)),
    requestId: null,
  };
}
const notSent: WriteOutcome = { kind: 'not-sent', cause: 'name', sentence: 'No such host.' };

const request = (number: number, send = async (): Promise<WriteOutcome> => answered(number)) =>
  ({
    key: key(number),
    operation: 'createCustomer',
    input: { type: 'individual', email: `${number}@example.com` },
    send,
  }) satisfies AnyRequest;

/** A group that writes states of its intents beside them. */
function openGroup(most = 8): IntentGroup {
  const put = (all: readonly Intent[]) => {
    for (const intent of all) {
      sqlite.run('INSERT OR REPLACE INTO beside (key, state) VALUES (?, ?)', [
        intent.key,
        intent.state,
      ]);
    }
  };
  return intents.openGroup({ most, onAnswer: () => undefined, onJournalled: put, onSettled: put });
}
const beside = () => sqlite.all('SELECT key, state FROM beside ORDER BY key');
const answersCome = () => new Promise((resolve) => setImmediate(resolve));
const groupRoom = () => sqlite.all("SELECT key FROM intent_room WHERE key LIKE 'group:%'").length;
const actions = () => audit.list({ offset: 0, limit: 50 }).rows.map(({ action }) => action);

describe('a group of writes', () => {
  it('adds one part to the index of words for all answers of a step', async () => {
    const group = openGroup();
    group.step([1, 2, 3, 4, 5].map((number) => request(number)));
    await answersCome();
    group.step([]);
    expect(records.get('customer', customerOf(5))).not.toBeNull();
    expect(sqlite.all('SELECT DISTINCT segid FROM record_search_idx')).toHaveLength(1);
    group.close();
  });

  it('journals all of them before any is sent, and keeps the answers together', async () => {
    const seen: unknown[] = [];
    const sending = [1, 2, 3].map((number) =>
      request(number, async () => {
        seen.push(intents.list({ state: 'journalled', offset: 0, limit: 9 }).total);
        return number === 3 ? notSent : answered(number);
      }),
    );
    const group = openGroup();
    expect(group.step(sending)).toEqual({
      settled: [],
      notJournalled: null,
      isJournalled: true,
    });
    expect(seen).toEqual([3, 3, 3]);
    expect(group.underWay()).toBe(3);
    await answersCome();
    const { settled } = group.step([]);
    expect(settled.map(({ state }) => state)).toEqual(['created', 'created', 'not-sent']);
    expect(beside()).toEqual([
      { key: key(1), state: 'created' },
      { key: key(2), state: 'created' },
      { key: key(3), state: 'not-sent' },
    ]);
    expect(records.get('customer', customerOf(2))?.observations).toBe(2);
    expect(verifyLog(sqlite).brokenAt).toBeNull();
    expect(actions()).toHaveLength(6);
    expect(group.underWay()).toBe(0);
    expect(groupRoom()).toBe(8);
    group.close();
    expect(groupRoom()).toBe(0);
  });

  it('is on the disk before any of it is sent, as every other reader of the file sees it', async () => {
    const file = join(directory, 'profile.db');
    const other = openSqlite({ file, key: new Uint8Array(32).fill(1) });
    const seen: number[] = [];
    const note = async () => {
      seen.push(other.all("SELECT key FROM intents WHERE state = 'journalled'").length);
      return notSent;
    };
    const group = openGroup();
    group.step([1, 2].map((number) => request(number, note)));
    await answersCome();
    // With answers to keep in the same step, too.
    group.step([request(3, note)]);
    await answersCome();
    group.step([]);
    await intents.run(request(4, note));
    other.close();
    expect(seen).toEqual([2, 2, 1, 1]);
  });

  it('is one write a key to whoever asks by the same key meanwhile', async () => {
    const group = openGroup();
    const send = vi.fn(async () => answered(1));
    group.step([request(1, send)]);
    const asked = intents.run(request(1, send));
    await answersCome();
    group.step([]);
    expect((await asked).state).toBe('created');
    expect(send).toHaveBeenCalledTimes(1);
    await intents.idle();
  });

  it('sends nothing when one of its keys was used before', async () => {
    await intents.run(request(1));
    const group = openGroup();
    const send = vi.fn(async () => answered(2));
    const { notJournalled } = group.step([request(2, send), request(1, send)]);
    expect(notJournalled).not.toBeNull();
    expect(send).not.toHaveBeenCalled();
    expect(intents.get(key(2))).toBeNull();
    expect(beside()).toEqual([]);
  });

  it('sends nothing that holds a private key', () => {
    const send = vi.fn(async () => answered(1));
    const secret = {
      ...request(1, send),
      input: { type: 'individual', email: `0x${'ab'.repeat(32)}` } as const,
    };
    expect(openGroup().step([secret]).notJournalled).not.toBeNull();
    expect(send).not.toHaveBeenCalled();
    expect(intents.get(key(1))).toBeNull();
  });

  it('keeps every answer one by one when one of them can’t be kept as it is', async () => {
    const group = openGroup();
    const broken = {
      ...request(1),
      onAnswer: () => {
        throw new TypeError('unforeseen');
      },
    };
    group.step([broken, request(2)]);
    await answersCome();
    const { settled } = group.step([]);
    expect(settled.map(({ state }) => state)).toEqual(['created', 'created']);
    expect(beside()).toMatchObject([{ state: 'created' }, { state: 'created' }]);
    expect(records.get('customer', customerOf(1))).not.toBeNull();
  });

  it('keeps an odd answer by itself and the others in one commit, and sends what comes next', async () => {
    const group = openGroup();
    const odd = {
      ...request(1),
      onAnswer: () => {
        throw new TypeError('unforeseen');
      },
    };
    group.step([odd, ...[2, 3, 4].map((number) => request(number))]);
    await answersCome();
    const checkpoint = vi.spyOn(sqlite, 'checkpoint');
    const send = vi.fn(async () => answered(5));
    const { settled, notJournalled, isJournalled } = group.step([request(5, send)]);
    expect(settled.map(({ state }) => state)).toEqual(Array(4).fill('created'));
    // The odd one takes up to four ways, each with a checkpoint.
    expect(checkpoint.mock.calls.length).toBeLessThanOrEqual(4);
    expect({ notJournalled, isJournalled }).toEqual({ notJournalled: null, isJournalled: false });
    expect(send).not.toHaveBeenCalled();
    expect(group.step([request(5, send)])).toMatchObject({ isJournalled: true });
    expect(send).toHaveBeenCalledTimes(1);
    await answersCome();
    expect(group.step([]).settled).toMatchObject([{ state: 'created' }]);
    expect(beside()).toHaveLength(5);
    group.close();
    expect(groupRoom()).toBe(0);
  });

  it('keeps many odd answers some at a time, and loses none', async () => {
    const group = openGroup(20);
    const odd = (number: number) => ({
      ...request(number),
      onAnswer: () => {
        throw new TypeError('unforeseen');
      },
    });
    group.step(Array.from({ length: 20 }, (_none, index) => odd(index + 1)));
    await answersCome();
    const steps = [group.step([]), group.step([]), group.step([])];
    expect(steps.map(({ settled }) => settled.length)).toEqual([8, 8, 4]);
    expect(group.underWay()).toBe(0);
    expect(beside()).toHaveLength(20);
    expect(intents.list({ state: 'created', offset: 0, limit: 1 }).total).toBe(20);
    group.close();
  });

  it('has room for its answers on a full disk, and sends no more', async () => {
    const group = openGroup(4);
    const large = 'x'.repeat(3_000);
    group.step([1, 2, 3, 4].map((number) => request(number, async () => answered(number, large))));
    await answersCome();
    const { page_count: pages } = sqlite.first('PRAGMA page_count') as { page_count: number };
    sqlite.exec(`PRAGMA max_page_count = ${pages}`);
    for (;;) {
      try {
        sqlite.run('INSERT INTO notes VALUES (?)', ['x'.repeat(5_000)]);
      } catch {
        break;
      }
    }
    const send = vi.fn(async () => answered(5));
    const { settled, notJournalled } = group.step([request(5, send)]);
    expect(settled.map(({ state }) => state)).toEqual(['created', 'created', 'created', 'created']);
    expect(intents.list({ state: 'created', offset: 0, limit: 9 }).total).toBe(4);
    expect(beside()).toMatchObject(Array.from({ length: 4 }, () => ({ state: 'created' })));
    expect(notJournalled).not.toBeNull();
    expect(send).not.toHaveBeenCalled();
    expect(group.step([request(5, send)]).notJournalled?.isDiskFull).toBe(true);
    expect(send).not.toHaveBeenCalled();
  });

  it('takes no more than it holds room for', async () => {
    const group = openGroup(2);
    const { notJournalled } = group.step([1, 2, 3].map((number) => request(number)));
    expect(notJournalled).not.toBeNull();
    expect(group.step([request(1), request(2)]).notJournalled).toBeNull();
  });

  it('that a killed program left is unknown, and holds no room', () => {
    openGroup().step([request(1, () => new Promise(() => undefined))]);
    expect(groupRoom()).toBe(8);
    const reopened = openIntents({ sqlite, records, audit, clock, log });
    expect(reopened.recover()).toMatchObject([{ key: key(1), state: 'unknown', cause: 'restart' }]);
    expect(groupRoom()).toBe(0);
  });
});
