/** What an earlier version left of an erased customer goes once less of a body stays. */
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { lastingBytes } from '../../core/records/erased/lasting.ts';
import { withoutGuards } from '../../core/records/erased/without-guards.ts';
import { profileId } from '../../features/webhooks/testing/deliveries.ts';
import { profileMigrations } from '../profile-session.ts';
import { deliveriesOf, placesOf, textsOf } from './testing/canaries.ts';
import {
  dataKey,
  erasedId,
  fillTestProfile,
  inboxKey,
  openTestProfile,
  ran,
} from './testing/profile.ts';

let root = '';
beforeEach(() => {
  root = testFolder();
});

const day = '1987-06-05';
const born = `${day}T00:00:00.000Z`;
const migration = '2026-11-29-records-erased-again';

/** As the version before would leave a profile: a moment under any name stays, in rows and in the inbox. */
async function leaveAsBefore(): Promise<void> {
  const { sqlite, inbox, keys, erasures, close } = await openTestProfile(root, false, true);
  const arrivals = [1, 2, 3, 4];
  await inbox.rewrite({ profileId, privateKey: keys.privateKey, arrivals }, ({ body }) =>
    Buffer.from(body).includes(erasedId)
      ? Buffer.from(
          JSON.stringify({ ...JSON.parse(Buffer.from(lastingBytes(body)).toString()), dob: born }),
        )
      : null,
  );
  await erasures.erase(erasedId, 'asked for');
  sqlite.transaction(() =>
    withoutGuards(sqlite, ['observations'], () =>
      sqlite.run(`UPDATE observations SET body = json_set(body, '$.dob', '${born}') WHERE id = ?`, [
        erasedId,
      ]),
    ),
  );
  sqlite.run("UPDATE erasures SET finished_at = 'then', parts_left = NULL");
  sqlite.run('DELETE FROM erased_deliveries');
  sqlite.run('DELETE FROM migrations WHERE id = ?', [migration]);
  await close();
}

function placesIn(sqlite: Sqlite): string[] {
  const inbox = openSqlite({ file: join(root, 'inbox.db'), key: inboxKey });
  try {
    return [
      ...placesOf(textsOf(sqlite), [day]),
      ...placesOf(deliveriesOf(inbox, profileId, dataKey), [day]),
    ];
  } finally {
    inbox.close();
  }
}

it('at the next opening, in rows and in deliveries, also those that were refused', async () => {
  await fillTestProfile(root, 3);
  await leaveAsBefore();
  const before = openSqlite({ file: join(root, 'records.db'), key: dataKey });
  expect(placesIn(before)).toEqual(
    expect.arrayContaining([
      `observations.body: ${day}`,
      `delivery 1: ${day}`,
      `delivery 4: ${day}`,
    ]),
  );
  migrate(before, profileMigrations);
  before.close();
  const { sqlite, erasures, close } = await openTestProfile(root);
  ran.length = 0;
  await erasures.honour();
  expect(ran).toEqual(['sweepAgain', 'purge']);
  expect(placesIn(sqlite)).toEqual([]);
  await erasures.honour();
  expect(ran).toEqual(['sweepAgain', 'purge']);
  await close();
}, 60_000);

it('at an opening that carries out an erasure of the list, too', async () => {
  await fillTestProfile(root, 3);
  const earlier = await openTestProfile(root);
  await earlier.erasures.erase('customer_other1', 'asked for');
  // As in an older copy of the database: the list alone tells of it.
  earlier.sqlite.exec('DELETE FROM erasures; DELETE FROM erased_ids');
  await earlier.close();
  await leaveAsBefore();
  const { sqlite, erasures, close } = await openTestProfile(root);
  ran.length = 0;
  await erasures.honour();
  expect(placesIn(sqlite)).toEqual([]);
  expect(ran).toEqual(['sweepAgain', 'survey', 'erase', 'purge']);
  await close();
}, 60_000);
