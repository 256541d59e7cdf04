import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { createLog } from '../../../core/foundation/log.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import { intakeMigrations, openIntake } from '../intake/intake.ts';
import type { Intake } from '../intake/types.ts';
import type { SecretsOfPath } from '../signature-checks/types.ts';
import {
  delivery,
  eventBody,
  openTestInbox,
  otherPath,
  profileId,
  secrets,
} from '../testing/deliveries.ts';
import { createDeliverySource } from './delivery-source.ts';
import { openForwarding } from './forwarding.ts';
import { forwardingMigrations } from './migrations.ts';
import type { Forwarder } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let sqlite: Sqlite;
let intake: Intake;
let forwards: Forwarder;
let targetId: string;
let known: SecretsOfPath;

beforeEach(async () => {
  known = 'locked';
  test = await openTestInbox();
  const file = join(test.directory, 'profile.db');
  sqlite = openSqlite({ file, key: new Uint8Array(32).fill(1) });
  migrate(sqlite, [...recordsMigrations, ...intakeMigrations, ...forwardingMigrations]);
  const { inbox, keys } = test;
  const log = createLog({ level: 'silent', destination: { write: () => undefined } });
  const shared = { sqlite, inbox, profileId, privateKey: keys.privateKey, clock: systemClock, log };
  intake = openIntake({
    ...shared,
    records: openRecords({ sqlite }),
    secrets: { secretsOf: () => known },
    isProduction: false,
  });
  forwards = openForwarding({
    ...shared,
    source: createDeliverySource({ ...shared, intake }),
    fetch: () => Promise.reject(new TypeError('paused targets are not sent to')),
    random: systemRandom,
    onChange: () => undefined,
  });
  intake.onTaken(() => forwards.catchUp());
  const input = {
    name: 'Ledger',
    url: 'http://localhost:3000/',
    webhookId: null,
    events: [],
    isForTeam: null,
  };
  targetId = forwards.addTarget(input).id;
  forwards.pauseTarget(targetId, true);
});
afterEach(async () => {
  await forwards.close();
  await intake.close();
  sqlite.close();
  await test.remove();
});

/** Arrivals that were queued, in their order. */
const queued = () =>
  forwards
    .list({ targetId, state: 'waiting', offset: 0, limit: 100 })
    .rows.map(({ arrival }) => arrival)
    .toReversed();

it('what is judged genuine later is forwarded once, however often it came before and after', async () => {
  const held = delivery(eventBody('event_1'), { known });
  await test.inbox.append([held, held]);
  await intake.catchUp();
  expect(queued()).toEqual([]);
  // The secret is there now, and what was held is not judged yet.
  known = secrets;
  await test.inbox.append([delivery(eventBody('event_1'))]);
  await intake.checkSignaturesAgain();
  await test.inbox.append([delivery(eventBody('event_1'))]);
  await intake.catchUp();
  expect(test.inbox.genuineCount(profileId)).toBe(1);
  expect(queued()).toHaveLength(1);
});

it('what comes again after it was judged later is not forwarded again', async () => {
  await test.inbox.append([delivery(eventBody('event_1'), { known })]);
  known = secrets;
  expect(await intake.checkSignaturesAgain()).toBe(1);
  await test.inbox.append([delivery(eventBody('event_1')), delivery(eventBody('event_2'))]);
  await intake.catchUp();
  expect(queued()).toEqual([1, 3]);
});

it('the same event is forwarded for each webhook that it was delivered to', async () => {
  const body = eventBody('event_1');
  const elsewhere = { path: otherPath, signedWith: 'secret_2', known: secrets.toReversed() };
  await test.inbox.append([delivery(body), delivery(body, elsewhere)]);
  await intake.catchUp();
  expect(queued()).toEqual([1, 2]);
});
