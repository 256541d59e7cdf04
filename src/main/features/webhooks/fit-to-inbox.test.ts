import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { systemRandom } from '../../../platform/random.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { auditMigrations } from '../../core/audit/audit.ts';
import { createLog } from '../../core/foundation/log.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import { retentionMigrations } from '../retention/feature.ts';
import { teamDeliveriesMigrations } from '../team/deliveries/migrations.ts';
import { fitToInbox } from './fit-to-inbox.ts';
import { createDeliverySource } from './forwarding/delivery-source.ts';
import { openForwarding } from './forwarding/forwarding.ts';
import { forwardingMigrations } from './forwarding/migrations.ts';
import { intakeMigrations, openIntake } from './intake/intake.ts';
import {
  delivery,
  eventBody,
  openTestInbox,
  profileId,
  receivedAt,
  secrets,
} from './testing/deliveries.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let sqlite: Sqlite;
let isIndexRemoved = false;
/** Ids of the events that the target was sent; it refuses those that begin with “refused”. */
const sent: string[] = [];
const clock = { now: () => receivedAt };
const log = createLog({ level: 'silent', destination: { write: () => undefined } });

beforeEach(async () => {
  test = await openTestInbox();
  sqlite = openSqlite({
    file: join(test.directory, 'profile.db'),
    key: new Uint8Array(32).fill(1),
  });
  migrate(sqlite, [
    ...recordsMigrations,
    ...auditMigrations,
    ...intakeMigrations,
    ...forwardingMigrations,
    ...retentionMigrations,
    ...teamDeliveriesMigrations,
  ]);
  sent.length = 0;
  isIndexRemoved = false;
});
afterEach(async () => {
  sqlite.close();
  await test.remove();
});

let at = receivedAt;
const arrive = (...ids: readonly string[]) =>
  test.inbox.append(
    ids.map((id) => {
      at += 1;
      return delivery(eventBody(id), { at });
    }),
  );

/** As the profile's opening does it. */
function open() {
  const { inbox, keys } = test;
  fitToInbox({
    sqlite,
    inbox,
    profileId,
    clock,
    log,
    removeIndex: () => {
      isIndexRemoved = true;
    },
  });
  const { privateKey } = keys;
  const intake = openIntake({
    inbox,
    sqlite,
    records: openRecords({ sqlite }),
    profileId,
    privateKey,
    clock,
    log,
    isProduction: false,
    secrets: { secretsOf: () => secrets },
  });
  const forwards = openForwarding({
    sqlite,
    clock,
    log,
    random: systemRandom,
    onChange: () => undefined,
    source: createDeliverySource({ inbox, intake, profileId, privateKey }),
    fetch: async (_url, init) => {
      const { id } = JSON.parse(Buffer.from(init?.body as Uint8Array).toString());
      sent.push(id);
      return new Response(null, { status: id.startsWith('refused') ? 500 : 200 });
    },
  });
  return {
    forwards,
    async goOn(count: number) {
      await intake.catchUp();
      forwards.catchUp();
      await expect.poll(() => sent.length).toBe(count);
    },
    async close() {
      await forwards.close();
      await intake.close();
    },
  };
}
const target = {
  name: 'Ledger',
  url: 'http://127.0.0.1/',
  webhookId: null,
  events: [],
  isForTeam: null,
};

/** Three that came before an older inbox is put back, of which the last two are lost. */
async function losing(): Promise<void> {
  await arrive('before the target');
  const opened = open();
  await opened.goOn(0);
  opened.forwards.addTarget(target);
  await arrive('sent');
  await opened.goOn(1);
  await test.inbox.close();
  copyFileSync(test.file, `${test.file}-older`);
  await test.reopen();
  await arrive('lost', 'refused and lost');
  await opened.close();
}

async function putOlderBack(): Promise<void> {
  await test.inbox.close();
  copyFileSync(`${test.file}-older`, test.file);
  await test.reopen();
}

it.each([
  ['fewer', ['new 1']],
  ['more', ['new 1', 'new 2', 'new 3']],
])('behind an older inbox %s that are new go on once, and nothing else', async (_, ids) => {
  await losing();
  let opened = open();
  await opened.goOn(3);
  await opened.close();
  sqlite.exec(
    'INSERT INTO retention_done VALUES (1); INSERT INTO erased_deliveries VALUES (2), (3)',
  );
  const { inboxId } = test.inbox;
  sqlite.run('INSERT INTO team_told_deliveries VALUES (?, 4)', [inboxId]);
  sqlite.exec(`INSERT INTO erasures (customer_id, at, reason, finished_at, parts_left)
    VALUES ('customer_1', '1', '', 'then', NULL), ('customer_2', '2', '', NULL, '["pages"]'),
      ('customer_3', '3', '', NULL, NULL)`);
  expect(isIndexRemoved).toBe(false);

  await putOlderBack();
  await arrive(...ids);
  sent.length = 0;
  opened = open();
  expect(sqlite.texts('SELECT CAST(arrival AS TEXT) FROM erased_deliveries')).toEqual(['2']);
  expect(sqlite.texts('SELECT 1 FROM retention_done')).toEqual([]);
  expect(sqlite.all('SELECT * FROM team_told_deliveries')).toEqual([{ inbox: inboxId, up_to: 2 }]);
  // What waits there to be checked may name them again.
  expect(sqlite.all('SELECT finished_at, parts_left FROM erasures')).toEqual([
    { finished_at: null, parts_left: '["inbox"]' },
    { finished_at: null, parts_left: '["pages","inbox"]' },
    { finished_at: null, parts_left: null },
  ]);
  sqlite.exec('DELETE FROM erased_deliveries');
  await opened.goOn(ids.length);
  await expect.poll(() => opened.forwards.targets()[0]).toMatchObject({ waiting: 0, failed: 1 });
  expect(sent).toEqual(ids);
  expect(opened.forwards.ofDelivery(3)).toMatchObject([{ state: 'delivered' }]);
  expect(sqlite.texts("SELECT sentence FROM forwards WHERE state = 'failed'")).toEqual([
    'The delivery is no longer stored or can’t be read, so it can’t be forwarded.',
  ]);
  expect(isIndexRemoved).toBe(true);
  await opened.close();

  await open().close();
  expect(sqlite.texts('SELECT action FROM audit_log')).toEqual(['deliveries.older-inbox']);
});

it('what was lost while it waited goes on when it is sent again', async () => {
  await losing();
  let opened = open();
  await opened.goOn(3);
  await opened.close();
  await putOlderBack();
  await arrive('refused and lost');
  sent.length = 0;
  opened = open();
  await opened.goOn(1);
  expect(sent).toEqual(['refused and lost']);
  await opened.close();
});

it('of another inbox nothing is taken for done, or for erased', async () => {
  await arrive('one');
  let opened = open();
  await opened.goOn(0);
  opened.forwards.addTarget(target);
  await arrive('two');
  await opened.goOn(1);
  await opened.close();
  sent.length = 0;
  sqlite.exec('INSERT INTO retention_done VALUES (1); INSERT INTO erased_deliveries VALUES (1)');
  const gone = test;
  test = await openTestInbox();
  await arrive('unrelated');
  opened = open();
  expect(
    sqlite.texts('SELECT 1 FROM retention_done UNION SELECT 1 FROM erased_deliveries'),
  ).toEqual([]);
  await opened.goOn(1);
  await opened.close();
  const content = test.inbox.content(1, test.keys.privateKey);
  expect(Buffer.from(content?.body ?? []).toString()).toContain('unrelated');
  // What was forwarded of the one before is known when it comes back.
  const other = test;
  test = gone;
  opened = open();
  expect(opened.forwards.ofDelivery(2)).toMatchObject([{ state: 'delivered' }]);
  await opened.close();
  await other.remove();
});
