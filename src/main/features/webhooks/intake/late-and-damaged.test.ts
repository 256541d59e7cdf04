import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { lastingBytes } from '../../../core/records/erased/lasting.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
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
import type { Intake } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let sqlite: Sqlite;
let intake: Intake;
let known: SecretsOfPath;
let lookUp: () => SecretsOfPath;
const problems: unknown[] = [];
const keepProblem = (details: unknown) => void problems.push(details);

const open = () =>
  openIntake({
    inbox: test.inbox,
    sqlite,
    records: openRecords({ sqlite }),
    secrets: { secretsOf: () => lookUp() },
    profileId,
    privateKey: test.keys.privateKey,
    isProduction: false,
    clock: systemClock,
    log: { error: keepProblem, warn: keepProblem },
  });

beforeEach(async () => {
  known = secrets;
  lookUp = () => known;
  problems.length = 0;
  test = await openTestInbox();
  sqlite = openSqlite({
    file: join(test.directory, 'profile.db'),
    key: new Uint8Array(32).fill(1),
  });
  migrate(sqlite, [...recordsMigrations, ...intakeMigrations]);
  intake = open();
});
afterEach(async () => {
  await intake.close();
  sqlite.close();
  await test.remove();
});

describe('judging again', () => {
  it('comes by itself for one that was judged before the create answer and stored after it', async () => {
    const early = delivery(eventBody('event_1'), { known: 'unknown-yet' });
    // The answer came, and what it has judged again is over before the group is committed.
    await intake.checkSignaturesAgain(slotPath);
    await test.inbox.append([early]);
    await expect.poll(() => intake.read(1)?.role).toBe('first');
    expect(test.inbox.counts(slotPath).held).toBe(0);
  });

  it('comes by itself for all that were stored late while many came at unlocking', async () => {
    const GROUPS = 12;
    const EACH = 20;
    known = 'locked';
    const work: Promise<unknown>[] = [];
    for (let group = 0; group < GROUPS; group++) {
      const judged = Array.from({ length: EACH }, (_, index) =>
        delivery(eventBody(`event_${group}_${index}`), { known }),
      );
      // The vault opens while groups are under way, and what is stored by then is judged again.
      if (group === GROUPS / 2) {
        known = secrets;
        work.push(intake.checkSignaturesAgain());
      }
      work.push(test.inbox.append(judged));
    }
    await Promise.all(work);
    await expect.poll(() => test.inbox.counts(slotPath).held).toBe(0);
    await expect.poll(() => intake.list({ limit: 1_000 }).length).toBe(GROUPS * EACH);
    expect(problems).toEqual([]);
  });

  it('counts exact copies that were held, and goes on past those that went', async () => {
    known = 'locked';
    const copies = [1, 2, 3].map((later) =>
      delivery(eventBody('event_1'), { known, at: receivedAt + later }),
    );
    await test.inbox.append([delivery(eventBody('event_1')), ...copies]);
    await test.inbox.append([delivery(eventBody('event_2'), { known })]);
    known = secrets;
    await intake.checkSignaturesAgain();
    expect(intake.list({ limit: 10 }).map(({ arrival, role }) => [arrival, role])).toEqual([
      [5, 'first'],
      [1, 'first'],
    ]);
    expect(test.inbox.genuineCount(profileId)).toBe(2);
    expect(test.inbox.delivery(1)).toMatchObject({ repeats: 3 });
    expect(intake.takenInUpTo()).toBe(test.inbox.lastSequence());
    expect([intake.damagedCount(), problems]).toEqual([0, []]);
  });

  it('is not tried for what is held for a secret that is not there', async () => {
    known = 'unknown-yet';
    await test.inbox.append([delivery(eventBody('event_1'), { known })]);
    await intake.catchUp();
    expect(test.inbox.verdicts(1)).toHaveLength(1);
    expect(test.inbox.delivery(1)?.keeping).toBe('held');
  });
});

describe('a failure that passes', () => {
  it('of the database is got over without another delivery', async () => {
    sqlite.exec('ALTER TABLE intake RENAME TO away');
    await test.inbox.append([delivery(eventBody('event_1'))]);
    await expect.poll(() => problems.length).toBeGreaterThan(0);
    sqlite.exec('ALTER TABLE away RENAME TO intake');
    await expect.poll(() => intake.read(1)?.role).toBe('first');
  });

  it('of the first catching up is got over, too', async () => {
    await intake.close();
    await test.inbox.append([delivery(eventBody('event_1'))]);
    intake = open();
    sqlite.exec('ALTER TABLE intake RENAME TO away');
    await expect(intake.catchUp()).rejects.toThrow('intake');
    sqlite.exec('ALTER TABLE away RENAME TO intake');
    await expect.poll(() => intake.read(1)?.role).toBe('first');
  });

  it('of the look-up of secrets is got over, and what was held for it is judged', async () => {
    let failures = 2;
    lookUp = () => {
      failures -= 1;
      if (failures >= 0) throw new Error('database is locked');
      return known;
    };
    await test.inbox.append([delivery(eventBody('event_1'), { known: 'locked' })]);
    await expect.poll(() => intake.read(1)?.role).toBe('first');
    expect(problems).toHaveLength(1);
  });
});

describe('a damaged delivery', () => {
  it('goes on past one that can’t be opened, which is set apart', async () => {
    known = 'locked';
    await test.inbox.setProfileKey(profileId, new Uint8Array(32).fill(9));
    await test.inbox.append([delivery(eventBody('event_1'), { known })]);
    await test.inbox.setProfileKey(profileId, test.keys.publicKey);
    await test.inbox.append([delivery(eventBody('event_2'), { known })]);
    known = secrets;
    expect(await intake.checkSignaturesAgain()).toBe(1);
    expect(await intake.checkSignaturesAgain()).toBe(0);
    expect(intake.read(2)?.role).toBe('first');
    expect([intake.isDamaged(1), intake.isDamaged(2), intake.damagedCount()]).toEqual([
      true,
      false,
      1,
    ]);
    expect(problems).toHaveLength(1);
  });

  it('goes on past one whose row can’t be read, and says so', async () => {
    await test.inbox.append([delivery(eventBody('event_1'))]);
    await intake.close();
    sqlite.exec('DELETE FROM read_deliveries; DELETE FROM delivered_events; DELETE FROM intake;');
    const raw = openSqlite(test);
    raw.exec('DROP TRIGGER deliveries_never_change');
    raw.run('UPDATE deliveries SET received_at = ? WHERE arrival = 1', [2n ** 60n]);
    raw.close();
    intake = open();
    await test.inbox.append([delivery(eventBody('event_2'))]);
    await intake.catchUp();
    expect(intake.read(2)?.role).toBe('first');
    expect([intake.isDamaged(1), problems.length]).toEqual([true, 1]);
  });
});

it('is a repeat after a rebuild, too, where personal data was taken out of one of both', async () => {
  const { privateKey } = test.keys;
  const data = { wallet: { id: 'wallet_1', nickname: 'Ada' } };
  const updated = '2026-11-20T12:00:00.000Z';
  const others = { wallet: { id: 'wallet_2', nickname: 'Ada' } };
  await test.inbox.append([
    delivery(eventBody('event_1', { data })),
    delivery(eventBody('event_1', { data, updated })),
    delivery(eventBody('event_1', { data: others })),
    delivery(eventBody('event_2', { data })),
    delivery(eventBody('event_2', { data, updated })),
  ]);
  await intake.catchUp();
  const roles = () => [1, 2, 3, 4, 5].map((arrival) => intake.read(arrival)?.role);
  const before = ['first', 'repeat', 'differs', 'first', 'repeat'];
  expect(roles()).toEqual(before);
  await test.inbox.rewrite({ profileId, privateKey, arrivals: [1, 5] }, ({ body }) =>
    lastingBytes(body, {}),
  );
  await intake.rebuild();
  expect(roles()).toEqual(before);
});
