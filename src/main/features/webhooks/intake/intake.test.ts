import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import type { Records } from '../../../core/records/types.ts';
import type { SecretsOfPath } from '../signature-checks/types.ts';
import {
  delivery,
  eventBody,
  openTestInbox,
  profileId,
  receivedAt,
  secrets,
  slotPath,
} from '../testing/deliveries.ts';
import { intakeMigrations, openIntake } from './intake.ts';
import type { Intake, ReadDelivery } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let sqlite: Sqlite;
let records: Records;
let intake: Intake;
let known: SecretsOfPath;
const problems: unknown[] = [];
const keepProblem = (details: unknown) => void problems.push(details);

const open = (isProduction = false) =>
  openIntake({
    inbox: test.inbox,
    sqlite,
    records,
    secrets: { secretsOf: () => known },
    profileId,
    privateKey: test.keys.privateKey,
    isProduction,
    clock: systemClock,
    log: { error: keepProblem, warn: keepProblem },
  });

beforeEach(async () => {
  known = secrets;
  problems.length = 0;
  test = await openTestInbox();
  sqlite = openSqlite({
    file: join(test.directory, 'profile.db'),
    key: new Uint8Array(32).fill(1),
  });
  migrate(sqlite, [...recordsMigrations, ...intakeMigrations]);
  records = openRecords({ sqlite });
  intake = open();
});
afterEach(async () => {
  await intake.close();
  sqlite.close();
  await test.remove();
});

async function take(...bodies: readonly unknown[]): Promise<readonly (ReadDelivery | null)[]> {
  const before = test.inbox.deliveries({ profileId, limit: 1 })[0]?.arrival ?? 0;
  await test.inbox.append(bodies.map((body) => delivery(body)));
  await intake.catchUp();
  return bodies.map((_, index) => intake.read(before + 1 + index));
}

const customer = (status: string, updated: string) => ({
  id: 'customer_1',
  type: 'individual',
  verificationProfiles: [{ name: 'base', status }],
  updated,
});
const webhook = (rate: string, more = {}) => ({
  requestIds: ['request_1'],
  webhook: { id: 'webhook_1', name: 'Desk', status: 'healthy', deliveryRate: rate, ...more },
});

describe('a genuine delivery', () => {
  it.each([
    ['bare', (event: object) => event],
    ['under the key event', (event: object) => ({ event })],
    ['in an envelope', (event: object) => ({ ok: true, data: { event } })],
    [
      'as id, type, createdAt and data',
      ({ id, name, created, data }: ReturnType<typeof eventBody>) => ({
        id,
        type: name,
        createdAt: created,
        data,
      }),
    ],
  ] as const)('is read when its event comes %s', async (_form, wrap) => {
    const [read] = await take(wrap(eventBody('event_1')));
    expect(read).toMatchObject({ role: 'first', eventId: 'event_1', eventName: 'wallet.create' });
    expect(records.get('event', 'event_1')?.body).toMatchObject({
      id: 'event_1',
      name: 'wallet.create',
      data: { wallet: { id: 'wallet_1' } },
      created: '2026-11-20T11:00:00.000Z',
    });
  });

  it.each([
    ['text', 'no JSON'],
    ['a list', []],
    ['another object', { hello: 1 }],
    ['bytes', '\u0000'],
  ])('that is %s is kept as unrecognised, and teaches nothing', async (_what, body) => {
    const [read] = await take(body);
    expect(read).toMatchObject({ role: 'unrecognised', eventId: null });
    expect(problems).toEqual([]);
  });

  it('teaches the resource that it carries', async () => {
    const updated = '2026-11-20T11:30:00.000Z';
    await take(
      eventBody('event_1', {
        name: 'customer.kyc.successful',
        data: { customer: customer('approved', updated) },
      }),
    );
    const [learned] = records.observations('customer', 'customer_1');
    expect(learned).toMatchObject({
      source: 'delivery',
      eventId: 'event_1',
      happenedAt: updated,
      observedAt: new Date(receivedAt).toISOString(),
    });
  });

  it('teaches the status of each webhook in webhookRecords, without any secret', async () => {
    await take(
      eventBody('event_1', { webhookRecords: [webhook('0.98', { secret: 'secret_leaked' }), 7] }),
    );
    expect(records.get('webhook', 'webhook_1')?.body).toMatchObject({ deliveryRate: '0.98' });
    expect(records.observations('webhook', 'webhook_1')[0]?.source).toBe('webhook-record');
    expect(JSON.stringify(sqlite.all('SELECT body FROM observations'))).not.toContain('secret_');
  });

  it('says where it departs from the interface', async () => {
    const [read] = await take({ id: 'event_1', name: 'wallet.create' });
    expect(read?.role).toBe('first');
    expect(read?.deviations.join()).toContain('created');
  });
});

describe('a slice', () => {
  it.each([
    ['its cursor can’t be moved', 'BEFORE INSERT ON intake WHEN NEW.cursor > 0'],
    ['a delivery of it can’t be kept', 'BEFORE INSERT ON read_deliveries WHEN NEW.arrival = 1'],
  ])('leaves nothing behind where %s, and is taken in whole afterwards', async (_what, when) => {
    await intake.catchUp();
    const written = () =>
      ['SELECT cursor FROM intake', 'SELECT arrival, role FROM read_deliveries'].map((sql) =>
        sqlite.all(sql),
      );
    const before = written();
    // As a full disk does it: what is about the database is no fault of the delivery.
    sqlite.exec(`CREATE TRIGGER stop ${when} BEGIN SELECT RAISE(ABORT, 'stopped'); END`);
    await test.inbox.append([delivery(eventBody('event_1')), delivery(eventBody('event_2'))]);
    await intake.catchUp().catch(() => undefined);
    expect(written()).toEqual(before);
    expect(records.get('event', 'event_1')).toBeNull();
    sqlite.exec('DROP TRIGGER stop');
    await intake.catchUp();
    expect(intake.read(1)).toMatchObject({ role: 'first' });
    expect(intake.read(2)).toMatchObject({ role: 'first' });
    expect(intake.takenInUpTo()).toBe(2);
  });
});

describe('the same event id again', () => {
  const first = eventBody('event_1', { webhookRecords: [webhook('0.5')] });

  it('is a repeat when webhookRecords and updated alone differ, and teaches those', async () => {
    const later = {
      ...first,
      webhookRecords: [webhook('0.9')],
      updated: '2026-11-20T11:59:00.000Z',
    };
    const [, read] = await take(first, later);
    expect(read?.role).toBe('repeat');
    expect(records.get('webhook', 'webhook_1')?.body).toMatchObject({ deliveryRate: '0.9' });
    expect(intake.event('event_1')).toMatchObject({ repeats: 1, differing: 0 });
  });

  it('is flagged when anything else differs, and teaches nothing', async () => {
    const [, read] = await take(first, { ...first, data: { wallet: { id: 'wallet_2' } } });
    expect(read?.role).toBe('differs');
    expect(intake.event('event_1')).toMatchObject({ repeats: 0, differing: 1 });
    expect(records.get('event', 'event_1')?.body).toMatchObject({
      data: { wallet: { id: 'wallet_1' } },
    });
    expect(intake.list({ role: 'differs', limit: 10 })).toHaveLength(1);
  });

  it('in another form with the same content teaches nothing twice', async () => {
    const [, read] = await take(first, { event: first });
    expect(read?.role).toBe('repeat');
    expect(records.observations('event', 'event_1')).toHaveLength(1);
    expect(records.observations('webhook', 'webhook_1')).toHaveLength(1);
  });

  it('is not occupied by what was not genuine', async () => {
    const forged = eventBody('event_1', { data: { wallet: { id: 'wallet_forged' } } });
    await test.inbox.append([delivery(forged, { signedWith: 'secret_stranger' })]);
    const [read] = await take(first);
    expect(read?.role).toBe('first');
    expect(intake.event('event_1')?.differing).toBe(0);
  });
});

describe('a mock event', () => {
  const mock = eventBody('event_1', { mock: true });

  it('is marked and never merged in production, and leaves its id free', async () => {
    await intake.close();
    intake = open(true);
    const [read, real] = await take(mock, eventBody('event_1'));
    expect(read).toMatchObject({ role: 'mock', isMock: true });
    expect(real?.role).toBe('first');
    expect(records.observations('event', 'event_1')).toHaveLength(1);
  });

  it('is merged elsewhere, and still marked', async () => {
    const [read] = await take(mock);
    expect(read).toMatchObject({ role: 'first', isMock: true });
    expect(records.get('event', 'event_1')?.body).toMatchObject({ mock: true });
  });
});

describe('judging again', () => {
  it('makes what was held genuine once the secret is known, and takes it in', async () => {
    known = 'unknown-yet';
    await test.inbox.append([
      delivery(eventBody('event_1'), { known: 'unknown-yet' }),
      delivery(eventBody('event_2'), { known: 'unknown-yet', signedWith: 'secret_stranger' }),
    ]);
    known = 'locked';
    expect(await intake.checkSignaturesAgain()).toBe(0);
    known = secrets;
    expect(await intake.checkSignaturesAgain()).toBe(2);
    expect(intake.read(1)).toMatchObject({ role: 'first', eventId: 'event_1' });
    expect(intake.read(2)).toBeNull();
    expect(test.inbox.delivery(2)).toMatchObject({
      keeping: 'quarantined',
      verdict: { kind: 'wrong' },
    });
    expect(await intake.checkSignaturesAgain()).toBe(0);
  });

  it('frees from the quarantine what another secret turns out to have signed', async () => {
    known = [secrets[1] ?? ([] as never)];
    await test.inbox.append([delivery(eventBody('event_1'), { known })]);
    expect(test.inbox.delivery(1)?.keeping).toBe('quarantined');
    known = secrets;
    expect(await intake.checkSignaturesAgain(slotPath)).toBe(1);
    expect(intake.read(1)?.role).toBe('first');
  });

  it('counts what came again while it was held', async () => {
    const body = eventBody('event_1');
    known = 'locked';
    await test.inbox.append([delivery(body, { known: 'locked' })]);
    await test.inbox.append([delivery(body, { at: receivedAt + 1 })]);
    await intake.catchUp();
    known = secrets;
    await intake.checkSignaturesAgain();
    expect(intake.read(2)?.role).toBe('first');
    // It is the same byte for byte: counted by the inbox, and not stored twice.
    expect(test.inbox.delivery(1)).toBeNull();
    expect(test.inbox.delivery(2)).toMatchObject({ repeats: 1 });
    expect(records.observations('event', 'event_1')).toHaveLength(1);
  });

  it('goes through more than fits one page', async () => {
    const bodies = Array.from({ length: 120 }, (_, index) => eventBody(`event_${index}`));
    known = 'locked';
    await test.inbox.append(bodies.map((body) => delivery(body, { known: 'locked' })));
    known = secrets;
    expect(await intake.checkSignaturesAgain()).toBe(120);
    expect(intake.list({ limit: 500 })).toHaveLength(120);
  });
});

describe('following the inbox', () => {
  it('takes in what comes without being asked, and tells who listens', async () => {
    const taken = new Promise<readonly ReadDelivery[]>((resolve) => intake.onTaken(resolve));
    await test.inbox.append([delivery(eventBody('event_1'))]);
    expect(await taken).toMatchObject([{ eventId: 'event_1' }]);
  });

  it('goes on where it was after a restart', async () => {
    await take(eventBody('event_1'));
    await intake.close();
    await test.inbox.append([delivery(eventBody('event_2'))]);
    expect(intake.read(2)).toBeNull();
    intake = open();
    await intake.catchUp();
    expect(intake.read(2)?.role).toBe('first');
    expect(intake.list({ limit: 10 })).toHaveLength(2);
  });

  it('goes on past what can’t be opened, and says so', async () => {
    await test.inbox.setProfileKey(profileId, new Uint8Array(32).fill(9));
    await test.inbox.append([delivery(eventBody('event_1'))]);
    await test.inbox.setProfileKey(profileId, test.keys.publicKey);
    const [read] = await take(eventBody('event_2'));
    expect(read?.role).toBe('first');
    expect(problems).toHaveLength(1);
    expect([intake.isDamaged(1), intake.damagedCount()]).toEqual([true, 1]);
    await intake.rebuild();
    expect(intake.damagedCount()).toBe(1);
  });

  it('is filtered by path, name and event', async () => {
    await take(eventBody('event_1'), eventBody('event_2', { name: 'payout.create' }));
    const ids = (query: object) =>
      intake.list({ limit: 10, ...query }).map(({ eventId }) => eventId);
    expect(ids({})).toEqual(['event_2', 'event_1']);
    expect(ids({ eventName: 'payout.create' })).toEqual(['event_2']);
    expect(ids({ eventId: 'event_1' })).toEqual(['event_1']);
    expect(ids({ slotPath: 'ab'.repeat(16) })).toEqual([]);
    expect(ids({ before: 2 })).toEqual(['event_1']);
  });
});

describe('rebuilding', () => {
  const dump = () =>
    JSON.stringify([
      sqlite.all('SELECT * FROM read_deliveries ORDER BY arrival'),
      sqlite.all('SELECT * FROM delivered_events ORDER BY event_id'),
      sqlite.all('SELECT observation_id FROM observations ORDER BY observation_id'),
      sqlite.all('SELECT kind, id, body, observations FROM records ORDER BY kind, id'),
    ]);

  it('gives the same again, in whatever order things became genuine, with its progress', async () => {
    known = 'locked';
    await test.inbox.append([delivery(eventBody('event_late'), { known: 'locked' })]);
    const bodies = Array.from({ length: 150 }, (_, index) =>
      eventBody(`event_${index % 100}`, { updated: `2026-11-20T11:00:00.${100 + index}Z` }),
    );
    await take(...bodies, eventBody('event_late', { data: {} }));
    known = secrets;
    await intake.checkSignaturesAgain();
    const before = dump();
    expect(before).toContain('differs');
    const progress: { done: number; total: number }[] = [];
    await intake.rebuild((step) => progress.push(step));
    expect(dump()).toBe(before);
    expect(progress[0]).toEqual({ done: 0, total: 152 });
    expect(progress.at(-1)).toEqual({ done: 152, total: 152 });
  });

  it('brings back what was lost', async () => {
    await take(eventBody('event_1'), eventBody('event_1', { data: {} }));
    const before = dump();
    sqlite.exec('DELETE FROM read_deliveries; DELETE FROM delivered_events;');
    sqlite.exec("DELETE FROM records WHERE kind = 'event'");
    records.rebuild();
    await intake.rebuild();
    expect(dump()).toBe(before);
  });

  it('begins anew when the inbox is another one', async () => {
    await take(eventBody('event_1'));
    await intake.close();
    await test.remove();
    const directory = test.directory;
    test = await openTestInbox();
    expect(test.directory).not.toBe(directory);
    await test.inbox.append([delivery(eventBody('event_2'))]);
    intake = open();
    await intake.catchUp();
    expect(intake.list({ limit: 10 }).map(({ eventId }) => eventId)).toEqual(['event_2']);
    // The record of what the old inbox taught stays: observations never go.
    expect(records.get('event', 'event_1')).not.toBeNull();
  });
});
