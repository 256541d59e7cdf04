/** A profile's files with one customer to erase among others, for tests without a console. */
import { join } from 'node:path';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite } from '../../../../platform/sqlite.ts';
import { signingKeyOf } from '../../../core/audit/signing.ts';
import { openRecords } from '../../../core/records/records.ts';
import { openInbox } from '../../../features/webhooks/inbox/inbox.ts';
import { inboxKeysOf } from '../../../features/webhooks/inbox/sealing.ts';
import { openIntake } from '../../../features/webhooks/intake/intake.ts';
import {
  delivery,
  profileId,
  secrets,
  slotPath,
} from '../../../features/webhooks/testing/deliveries.ts';
import { profileMigrations } from '../../profile-session.ts';
import { eraseCalls, type RunErase } from '../erase-records.ts';
import { createProfileErasures } from '../profile-erasures.ts';

export const erasedId = 'customer_ada';
export const dataKey = new Uint8Array(32).fill(4);
export const inboxKey = new Uint8Array(32).fill(3);

/** Files that were found damaged. */
export const problems: string[] = [];

/** What stands nowhere afterwards. */
export const mark = 'quuxington';

/** What was run, in order. */
export const ran: string[] = [];

/** Here and not in a thread: what is under test may be killed whole. */
const runHere: RunErase = async (name, ...values) => {
  ran.push(name);
  return Reflect.apply(eraseCalls[name], undefined, values) as never;
};

/** `isPlain`: the inbox can be read as it is, so that every byte of it is seen. `isAway`: erasures can't open it. */
export async function openTestProfile(directory: string, isPlain = false, isAway = false) {
  const files = { records: join(directory, 'records.db'), inbox: join(directory, 'inbox.db') };
  const sqlite = openSqlite({ file: files.records, key: dataKey });
  migrate(sqlite, profileMigrations);
  const inbox = await openInbox({
    file: files.inbox,
    key: isPlain ? (null as unknown as Uint8Array) : inboxKey,
  });
  const keys = inboxKeysOf(dataKey);
  return {
    sqlite,
    inbox,
    files,
    keys,
    database: { file: files.records, key: dataKey, sealKey: dataKey },
    erasures: createProfileErasures({
      dataDir: directory,
      installationId: 'ab'.repeat(16),
      profileId,
      directory,
      database: { file: files.records, key: dataKey, sealKey: dataKey },
      sqlite,
      inbox: isAway ? null : inbox,
      run: runHere,
      signal: new AbortController().signal,
      signing: signingKeyOf(new Uint8Array(32).fill(1)),
      backupFolder: () => null,
      person: () => null,
      clock: systemClock,
      log: { warn: () => undefined },
      onProblem: (file, sentence) => problems.push(`${file}: ${sentence}`),
    }),
    async close() {
      await inbox.close();
      sqlite.close();
    },
  };
}

const moment = '2026-11-20T11:00:00.000Z';

/** Events of so many customers, of which the first is erased; each is delivered and taken in. */
export async function fillTestProfile(directory: string, events: number, isPlain = false) {
  const profile = await openTestProfile(directory, isPlain);
  const { sqlite, inbox, keys } = profile;
  await inbox.setProfileKey(profileId, keys.publicKey);
  const slot = { profileId, intentKey: null, reservedAt: moment, webhookId: 'webhook_1' };
  await inbox.reserve({ ...slot, path: slotPath });
  const records = openRecords({ sqlite });
  const log = { error: () => undefined, warn: () => undefined };
  const intake = openIntake({
    inbox,
    sqlite,
    records,
    profileId,
    privateKey: keys.privateKey,
    isProduction: false,
    secrets: { secretsOf: () => secrets },
    clock: systemClock,
    log,
  });
  const bodies = Array.from({ length: events }, (_, at) => {
    const id = at % 3 === 0 ? erasedId : `customer_other${at % 3}`;
    const lastName = at % 3 === 0 ? `Quuxington ${at}` : `Other ${at}`;
    return {
      id: `event_${at}`,
      name: 'customer.create',
      webhookRecords: [],
      mock: false,
      created: moment,
      updated: moment,
      data: {
        customer: { id, type: 'individual', personalInformation: { firstName: 'Z', lastName } },
      },
    };
  });
  for (let at = 0; at < bodies.length; at += 25)
    await inbox.append(bodies.slice(at, at + 25).map((body) => delivery(body)));
  await inbox.append([delivery({ refused: 'Quuxington', of: erasedId }, { signedWith: null })]);
  await intake.catchUp();
  await intake.close();
  await profile.close();
}
