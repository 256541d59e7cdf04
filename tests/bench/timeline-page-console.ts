/** A served console whose timeline holds made events, all of them indexed by what is really shipped. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { openDataDirectory } from '../../src/main/core/profiles/data-directory.ts';
import { createVault } from '../../src/main/core/vault/vault.ts';
import { lastSequence } from '../../src/main/features/webhooks/inbox/inbox.ts';
import { inboxKeysOf } from '../../src/main/features/webhooks/inbox/sealing.ts';
import { readInboxId } from '../../src/main/features/webhooks/inbox/writer.ts';
import { createReadDeliveries } from '../../src/main/features/webhooks/intake/read-deliveries.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { openSqlite, type SqliteOptions } from '../../src/platform/sqlite.ts';
import { type ServedConsole, serveConsole } from './served-console.ts';
import { fillInboxOf } from './timeline-inbox.ts';

const passphrase = 'nothing but made events';
const profileId = 'built-in';

/**
 * Starts a console, fills its inbox while it is closed, and starts it again.
 *
 * @param isFollowed whether records are made of the events too, and not the timeline alone
 */
export async function serveMadeEvents(
  count: number,
  { isFollowed = false } = {},
): Promise<ServedConsole & { readonly loopFile: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  const dataDir = join(directory, 'data');
  const passphraseFile = join(directory, 'passphrase');
  await writeFile(passphraseFile, passphrase, { mode: 0o600 });
  const more = ['--passphrase-file', passphraseFile];
  const loopFile = join(directory, 'stood-still');
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    await (await serveConsole(dataDir, more)).close();
    await fillInboxIn(dataDir, count, isFollowed);
    const served = await serveConsole(dataDir, more, ['--import', loopWatch(loopFile)]);
    const close = async (): Promise<void> => {
      await served.close();
      await remove();
    };
    return { ...served, loopFile, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Where the program is that watches the loop, and the file that it writes. */
const loopWatch = (file: string): string => {
  const program = new URL('./loop-watch.mjs', import.meta.url);
  program.searchParams.set('file', file);
  return program.href;
};

/** The keys that the console made for itself on its first start. */
async function fillInboxIn(dataDir: string, count: number, isFollowed: boolean): Promise<void> {
  const directory = openDataDirectory({ path: dataDir, random: systemRandom, clock: systemClock });
  try {
    const vault = createVault({
      dataDir,
      random: systemRandom,
      log: pino({ level: 'silent' }),
      installationId: directory.installationId,
      keychain: () => Promise.reject(new Error('not here')),
      hasDatabase: () => true,
    });
    await vault.open();
    await vault.unlock(passphrase);
    const key = await vault.namedKey('inbox-key');
    if (key === null) throw new Error('The console made no inbox.');
    const dataKey = await vault.dataKey(profileId);
    const { publicKey } = inboxKeysOf(dataKey);
    const inbox = { file: join(dataDir, 'inbox.db'), key };
    fillInboxOf({ ...inbox, profileId, publicKey }, count);
    if (isFollowed) return;
    leaveRecordsOut(inbox, {
      file: join(dataDir, 'profiles', profileId, 'records.db'),
      key: dataKey,
    });
  } finally {
    directory.close();
  }
}

/** Says that records were made of all of it: what follows the deliveries there is measured elsewhere. */
function leaveRecordsOut(inbox: SqliteOptions, records: SqliteOptions): void {
  const arrived = openSqlite(inbox);
  const known = openSqlite(records);
  createReadDeliveries(known).moveTo(readInboxId(arrived), lastSequence(arrived));
  known.close();
  arrived.close();
}

/** Resolves when a process uses less than a tenth of a processor. */
export async function untilQuiet(pid: number): Promise<void> {
  const used = (): number => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  for (let before = used(); ; ) {
    await wait(3_000);
    const now = used();
    if (now - before < 30) return;
    before = now;
  }
}

/** Megabytes resident of a process, and the most that it ever had. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}
