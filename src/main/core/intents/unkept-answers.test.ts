/** What happens when this machine fails between journal and outcome: nothing is lost silently. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../audit/audit.ts';
import type { Audit } from '../audit/types.ts';
import { recordsMigrations } from '../records/migrations.ts';
import { openRecords } from '../records/records.ts';
import type { Records } from '../records/types.ts';
import type { WriteOutcome } from '../service/outcomes.ts';
import { openIntents } from './intents.ts';
import { intentsMigrations } from './migrations.ts';
import type { IntentRequest, Intents } from './types.ts';

let sqlite: Sqlite;
let records: Records;
let audit: Audit;
let intents: Intents;
const clock = { now: () => Date.parse('2026-11-20T12:00:00.000Z') };
const log = { error: vi.fn(), warn: vi.fn() };

beforeEach(() => {
  sqlite = testDatabase([...recordsMigrations, ...auditMigrations, ...intentsMigrations]);
  records = openRecords({ sqlite });
  audit = openAudit({ sqlite, clock });
  intents = openIntents({ sqlite, records, audit, clock, log });
});

const key = (digit: string) => digit.repeat(32);

function answered(id = 'customer_a'): WriteOutcome {
  const body = { id, type: 'individual' };
  const resource = { kind: 'customer', id, body, deviations: [] } as const;
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { kind: 'answered', status: 201, resource, body, bytes, requestId: null };
}
const notSent: WriteOutcome = { kind: 'not-sent', cause: 'name', sentence: 'No such host.' };

const request = (
  digit: string,
  outcome: WriteOutcome,
  more: Partial<IntentRequest<'createCustomer'>> = {},
): IntentRequest<'createCustomer'> => ({
  key: key(digit),
  operation: 'createCustomer',
  input: { type: 'individual' },
  send: async () => outcome,
  ...more,
});
const actions = () => audit.list({ offset: 0, limit: 9 }).rows.map((row) => row.action);
const roomHeld = () => sqlite.all('SELECT key FROM intent_room').length;

describe('an answer that can’t be written down', () => {
  let isBroken = false;
  beforeEach(() => {
    isBroken = true;
    const observeAll: Records['observeAll'] = (observations) => {
      if (isBroken) throw new Error('the disk is gone');
      records.observeAll(observations);
    };
    intents = openIntents({ sqlite, records: { observeAll }, audit, clock, log });
  });

  it('is said to be so, and stands as not settled', async () => {
    const intent = await intents.run(request('a', answered()));
    expect(intent).toMatchObject({ state: 'unknown', cause: 'not-kept' });
    expect(intents.get(key('a'))?.state).toBe('journalled');
    expect(actions()).toEqual(['customer.create.journalled']);
    expect(roomHeld()).toBe(1);
  });

  it('is held, and kept as soon as that works', async () => {
    await intents.run(request('a', answered()));
    const send = vi.fn(async () => answered());
    expect(await intents.run(request('a', answered(), { send }))).toMatchObject({
      cause: 'not-kept',
    });
    isBroken = false;
    expect(await intents.run(request('a', answered(), { send }))).toMatchObject({
      state: 'created',
      resourceId: 'customer_a',
    });
    expect(send).not.toHaveBeenCalled();
    expect(records.get('customer', 'customer_a')).not.toBeNull();
    expect(roomHeld()).toBe(0);
  });

  it('is kept with the next write, and before closing', async () => {
    await intents.run(request('a', answered()));
    isBroken = false;
    await intents.run(request('b', notSent));
    expect(intents.get(key('a'))?.state).toBe('created');

    isBroken = true;
    await intents.run(request('c', answered('customer_c')));
    isBroken = false;
    await intents.idle();
    expect(intents.get(key('c'))?.state).toBe('created');
  });

  it('is not taken for one that a restart lost', async () => {
    await intents.run(request('a', answered()));
    expect(intents.recover()).toEqual([]);
  });
});

describe('when the journal can’t be written', () => {
  it('nothing is sent, and the same key may be used when it can', async () => {
    const append = vi.spyOn(audit, 'append').mockImplementationOnce(() => {
      throw new Error('no');
    });
    const send = vi.fn(async () => answered());
    await expect(intents.run(request('a', answered(), { send }))).rejects.toMatchObject({
      name: 'NotStored',
      isDiskFull: false,
      message: 'The request could not be stored. Nothing was sent.',
    });
    expect(send).not.toHaveBeenCalled();
    expect(intents.get(key('a'))).toBeNull();
    expect(roomHeld()).toBe(0);
    append.mockRestore();
    expect(await intents.run(request('a', answered(), { send }))).toMatchObject({
      state: 'created',
    });
    expect(roomHeld()).toBe(0);
  });
});

describe('when a lost intent can’t be settled', () => {
  it('the profile opens all the same, and the next time settles it', async () => {
    void intents.run(request('a', answered(), { send: () => new Promise(() => undefined) }));
    const append = vi.spyOn(audit, 'append').mockImplementation(() => {
      throw new Error('no');
    });
    const reopened = openIntents({ sqlite, records, audit, clock, log });
    expect(reopened.recover()).toMatchObject([{ state: 'unknown', cause: 'restart' }]);
    expect(reopened.get(key('a'))?.state).toBe('journalled');
    append.mockRestore();
    reopened.recover();
    expect(reopened.get(key('a'))?.state).toBe('unknown');
  });
});
