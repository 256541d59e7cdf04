import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreateCustomerInput } from '../../../contract/customer.ts';
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
import type { IntentRequest, Intents } from './types.ts';

let directory: string;
let sqlite: Sqlite;
let records: Records;
let audit: Audit;
let intents: Intents;
let now = 0;
const clock = { now: () => Date.parse('2026-11-20T12:00:00.000Z') + now };
const log = { error: vi.fn(), warn: vi.fn() };

/** Opens the same file again, as a program that starts anew. */
function open() {
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32).fill(1) });
  migrate(sqlite, [...recordsMigrations, ...auditMigrations, ...intentsMigrations]);
  records = openRecords({ sqlite });
  audit = openAudit({ sqlite, clock });
  intents = openIntents({ sqlite, records, audit, clock, log });
}

beforeEach(() => {
  now = 0;
  log.error.mockClear();
  directory = testFolder();
  open();
});
afterEach(() => {
  sqlite.close();
});

const key = (digit: string) => digit.repeat(32);
const input: CreateCustomerInput = { type: 'individual', email: 'ada@example.com' };

function answered(id = 'customer_a', more: object = {}): Answered {
  const body = { id, type: 'individual', verificationProfiles: [], ...more };
  return {
    kind: 'answered',
    status: 201,
    resource: { kind: 'customer', id, body, deviations: [] },
    body,
    bytes: new TextEncoder().encode(JSON.stringify(body)),
    requestId: 'request_1',
  };
}

const refused: WriteOutcome = {
  kind: 'refused',
  cause: 'rate-limited',
  status: 429,
  error: {
    form: 'general',
    messages: ['Slow down'],
    code: null,
    requestId: null,
    statusInBody: null,
  },
  retryAfterMs: 2000,
  requestId: 'request_2',
  sentence: 'The service said no.',
  bytes: new TextEncoder().encode('{"error":{"general":"Slow down"}}'),
};
const notSent: WriteOutcome = { kind: 'not-sent', cause: 'name', sentence: 'No such host.' };
const unknown: WriteOutcome = {
  kind: 'unknown',
  cause: 'timeout',
  status: null,
  error: null,
  requestId: null,
  sentence: 'No answer in time.',
  bytes: null,
};

const request = (
  digit: string,
  outcome: WriteOutcome,
  more: Partial<IntentRequest<'createCustomer'>> = {},
): IntentRequest<'createCustomer'> => ({
  key: key(digit),
  operation: 'createCustomer',
  input,
  send: async () => outcome,
  ...more,
});

const actions = () =>
  audit
    .list({ offset: 0, limit: 100 })
    .rows.map((row) => row.action)
    .reverse();
const roomHeld = () => (sqlite.all('SELECT key FROM intent_room') as object[]).length;

describe('what becomes of a write', () => {
  it.each([
    ['created', answered(), { resourceId: 'customer_a', status: 201, requestId: 'request_1' }],
    [
      'refused',
      refused,
      { cause: 'rate-limited', status: 429, messages: ['Slow down'], retryAfterMs: 2000 },
    ],
    ['not-sent', notSent, { cause: 'name', status: null, sentence: 'No such host.' }],
    ['unknown', unknown, { cause: 'timeout', resourceId: null }],
  ] as const)('is %s', async (state, outcome, facts) => {
    const intent = await intents.run(request('a', outcome));
    expect(intent).toMatchObject({ state, ...facts, settledAt: '2026-11-20T12:00:00.000Z' });
    expect(intents.get(key('a'))).toEqual(intent);
    expect(actions()).toEqual(['customer.create.journalled', `customer.create.${state}`]);
    expect(roomHeld()).toBe(0);
    expect(intents.recover()).toEqual([]);
  });

  it('is in the journal before anything is sent', async () => {
    const send = vi.fn(async () => {
      expect(intents.get(key('a'))).toMatchObject({ state: 'journalled', input, settledAt: null });
      expect(roomHeld()).toBe(1);
      return answered();
    });
    const promise = intents.run(request('a', answered(), { send }));
    expect(intents.get(key('a'))?.state).toBe('journalled');
    await promise;
    expect(send).toHaveBeenCalledOnce();
  });

  it('is unknown when sending fails in an unforeseen way, because it may have been sent', async () => {
    const send = () => Promise.reject(new Error('a bug'));
    const intent = await intents.run(request('a', answered(), { send }));
    expect(intent).toMatchObject({ state: 'unknown', cause: 'internal' });
    expect(log.error).toHaveBeenCalledOnce();
  });

  it('never changes again', async () => {
    await intents.run(request('a', refused));
    expect(() => sqlite.exec("UPDATE intents SET state = 'created'")).toThrow(/never changes/);
    expect(() => sqlite.exec('DELETE FROM intents')).toThrow(/never deleted/);
  });
});

describe('what an answer teaches', () => {
  it('is what was entered and what was answered, in the same transaction as the outcome', async () => {
    const send = async () => {
      now = 1500;
      return answered();
    };
    await intents.run(request('a', answered(), { send }));
    const record = records.get('customer', 'customer_a');
    expect(record?.entered).toEqual(input);
    expect(record?.body).toMatchObject({ id: 'customer_a' });
    expect(record?.firstLearnedAt).toBe('2026-11-20T12:00:00.000Z');
    expect(record?.lastLearnedAt).toBe('2026-11-20T12:00:01.500Z');
    const learned = records.observations('customer', 'customer_a');
    expect(learned.map(({ source, intentKey }) => [source, intentKey])).toEqual([
      ['create-answer', key('a')],
      ['entered', key('a')],
    ]);
  });

  it('holds the exact bytes of the answer', async () => {
    const outcome = answered();
    await intents.run(request('a', outcome));
    const customer = { kind: 'customer', id: 'customer_a' } as const;
    const [answer] = records.observations(customer.kind, customer.id);
    const bytes = records.rawBytes(customer, answer?.observationId ?? '');
    expect(Buffer.from(bytes ?? []).equals(outcome.bytes)).toBe(true);
  });

  it('can be told by the caller', async () => {
    await intents.run(
      request('a', answered(), {
        onAnswer: (answer, intent) => ({
          resourceId: answer.resource.id,
          observations: [],
          sealed: { note: intent.key },
        }),
      }),
    );
    expect(records.get('customer', 'customer_a')).toBeNull();
    expect(intents.readSealed(key('a'), 'note')).toBe(key('a'));
    expect(intents.readSealed(key('a'), 'other')).toBeNull();
  });

  it('is not lost when the caller can’t read it', async () => {
    const onAnswer = () => {
      throw new Error('a bug');
    };
    const intent = await intents.run(request('a', answered(), { onAnswer }));
    expect(intent).toMatchObject({ state: 'created', resourceId: 'customer_a' });
    expect(records.get('customer', 'customer_a')).not.toBeNull();
  });

  const createWebhook = async (secret: unknown) => {
    const body = { id: 'webhook_a', name: 'n', secret };
    return await intents.run({
      key: key('a'),
      operation: 'createWebhook',
      input: { name: 'n', url: 'https://example.com/', events: ['wallet.create'] },
      send: async () => ({
        ...answered(),
        resource: { kind: 'webhook', id: 'webhook_a', body, deviations: [] },
        body: { data: { webhook: body } },
        bytes: new TextEncoder().encode(JSON.stringify({ data: { webhook: body } })),
      }),
    });
  };

  it.each(['', ' ', 'secret_', null])(
    'takes %j for no secret: anybody could sign',
    async (none) => {
      expect(await createWebhook(none)).toMatchObject({ state: 'created' });
      expect(intents.readSealed(key('a'), 'webhook.secret')).toBeNull();
    },
  );

  it('seals a webhook’s secret and shows it nowhere else', async () => {
    const secret = 'secret_0123456789abcdef';
    await createWebhook(secret);
    expect(intents.readSealed(key('a'), 'webhook.secret')).toBe(secret);
    for (const table of ['intents', 'intent_secrets', 'observations', 'records', 'audit_log']) {
      const rows = sqlite.all(`SELECT * FROM ${table}`) as Record<string, unknown>[];
      const texts = rows.flatMap((row) =>
        Object.values(row).map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
        ),
      );
      expect(texts.join('\n')).not.toContain('0123456789abcdef');
    }
  });
});

describe('the key of an intent', () => {
  it('joins a second call to the one under way', async () => {
    let answer: (outcome: WriteOutcome) => void = () => undefined;
    const send = vi.fn(() => new Promise<WriteOutcome>((resolve) => (answer = resolve)));
    const first = intents.run(request('a', answered(), { send }));
    const second = intents.run(request('a', answered(), { send }));
    answer(answered());
    expect(await second).toEqual(await first);
    expect(send).toHaveBeenCalledOnce();
  });

  it('gives what was settled, and sends nothing', async () => {
    const first = await intents.run(request('a', notSent));
    const send = vi.fn(async () => answered());
    expect(await intents.run(request('a', answered(), { send }))).toEqual(first);
    expect(send).not.toHaveBeenCalled();
  });

  it('stands for one content', async () => {
    await intents.run(request('a', refused));
    const other = request('a', answered(), { input: { type: 'business' } });
    await expect(intents.run(other)).rejects.toThrow(/belongs to another request/);
    const send = vi.fn();
    await expect(
      intents.run({
        key: key('a'),
        operation: 'createWebhook',
        input: { name: 'n', url: 'https://example.com/', events: ['wallet.create'] },
        send,
      }),
    ).rejects.toMatchObject({ name: 'IntentConflict' });
    expect(send).not.toHaveBeenCalled();
  });

  it('is the same whatever the order of the keys in its input', async () => {
    const first = await intents.run(request('a', answered()));
    const turned = { email: 'ada@example.com', type: 'individual' } as const;
    expect(await intents.run(request('a', answered(), { input: turned }))).toEqual(first);
  });
});

describe('after a restart', () => {
  /** Journals, and never hears an answer. */
  const runUnanswered = (digit: string) =>
    void intents.run(request(digit, unknown, { send: () => new Promise(() => undefined) }));

  it('an intent without an outcome is unknown, told once and never sent again', async () => {
    runUnanswered('a');
    await intents.run(request('b', answered()));
    sqlite.close();
    open();
    expect(roomHeld()).toBe(1);

    expect(intents.recover()).toEqual([
      expect.objectContaining({ key: key('a'), state: 'unknown', cause: 'restart' }),
    ]);
    expect(roomHeld()).toBe(0);
    expect(intents.recover()).toEqual([]);
    expect(actions().at(-1)).toBe('customer.create.unknown');
    expect(verifyLog(sqlite).brokenAt).toBeNull();

    const send = vi.fn(async () => answered());
    expect(await intents.run(request('a', answered(), { send }))).toMatchObject({
      state: 'unknown',
    });
    expect(send).not.toHaveBeenCalled();
  });

  it('its key alone finds out as well', async () => {
    runUnanswered('a');
    sqlite.close();
    open();
    const send = vi.fn(async () => answered());
    expect(await intents.run(request('a', answered(), { send }))).toMatchObject({
      state: 'unknown',
      cause: 'restart',
    });
    expect(send).not.toHaveBeenCalled();
  });

  it('leaves an intent alone that is under way in this process', () => {
    runUnanswered('a');
    expect(intents.recover()).toEqual([]);
    expect(intents.get(key('a'))?.state).toBe('journalled');
    expect(roomHeld()).toBe(1);
  });
});

describe('lists', () => {
  it('are newest first, by operation and state, a page at a time', async () => {
    for (const [digit, outcome] of [
      ['a', answered()],
      ['b', refused],
      ['c', answered('customer_c')],
    ] as const) {
      await intents.run(request(digit, outcome));
    }
    const keys = (query: object) =>
      intents.list({ offset: 0, limit: 10, ...query }).rows.map((row) => row.key[0]);
    expect(keys({})).toEqual(['c', 'b', 'a']);
    expect(keys({ state: 'created' })).toEqual(['c', 'a']);
    expect(keys({ state: 'created', limit: 1, offset: 1 })).toEqual(['a']);
    expect(keys({ state: 'created', before: 'c'.repeat(32) })).toEqual(['a']);
    expect(keys({ operation: 'createWebhook' })).toEqual([]);
    expect(intents.list({ offset: 0, limit: 1, state: 'created' }).total).toBe(2);
  });

  it('find what is alike, but for what surely does not exist', async () => {
    const fingerprint = 'customer_a|USD-USDC|0xab';
    for (const [digit, outcome] of [
      ['a', answered()],
      ['b', refused],
      ['c', notSent],
      ['d', unknown],
    ] as const) {
      await intents.run(request(digit, outcome, { fingerprint }));
    }
    const alike = intents.findAlike('createCustomer', fingerprint);
    expect(alike.map((intent) => intent.key[0])).toEqual(['d', 'a']);
    expect(intents.findAlike('createVirtualAccount', fingerprint)).toEqual([]);
    expect(intents.findAlike('createCustomer', 'other')).toEqual([]);
  });

  it('find what is alike in whatever form its accents are stored', async () => {
    const composed = 'ren\u00e9';
    const decomposed = 'rene\u0301';
    await intents.run(request('a', answered(), { fingerprint: `${decomposed}@example.com` }));
    const named = (firstName: string) => ({ ...input, personalInformation: { firstName } });
    await intents.run(request('b', unknown, { input: named(decomposed) }));
    const keysOf = (found: readonly { key: string }[]) => found.map((intent) => intent.key[0]);
    const alike = intents.findAlike('createCustomer', `${composed}@example.com`);
    expect(keysOf(alike)).toEqual(['a']);
    expect(keysOf(intents.findSame('createCustomer', named(composed)))).toEqual(['b']);
    expect(intents.get(key('b'))?.input).toEqual(named(decomposed));
  });
});

describe('idle', () => {
  it('waits for what is under way', async () => {
    let answer: (outcome: WriteOutcome) => void = () => undefined;
    const send = () => new Promise<WriteOutcome>((resolve) => (answer = resolve));
    void intents.run(request('a', answered(), { send }));
    let isIdle = false;
    const idle = intents.idle().then(() => {
      isIdle = true;
    });
    await Promise.resolve();
    expect(isIdle).toBe(false);
    answer(answered());
    await idle;
    expect(intents.get(key('a'))?.state).toBe('created');
  });
});
