/**
 * kill -9 while the keys of all databases are changed: before a step of the file system, of the vault or of SQLite,
 * or at a time within the copying. What must hold each time:
 * - before anything is opened again, the passphrase's file and the recovery copy each have a key for every database;
 * - opened again, every database has every row, and opens what is sealed in it;
 * - nothing of an unfinished copy is left, and the keys can be changed again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  dataKeyName,
  inboxKeyName,
  readKeyRecord,
} from '../../../src/main/core/vault/key-record.ts';
import { createRecoveryCopy } from '../../../src/main/core/vault/recovery-copy.ts';
import type { Vault } from '../../../src/main/core/vault/vault.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { isOpenedBy, openSqlite } from '../../../src/platform/sqlite.ts';
import { endedByKill, tooFewLanded } from '../proof.ts';
import {
  databases,
  firstInboxKey,
  keyNames,
  makeData,
  makeScryptCheap,
  openData,
  profileId,
  recoveryKey,
  rowsIn,
} from './data.ts';

export interface KillReport {
  readonly kills: number;
  /** Kills while it was under way. */
  readonly landed: number;
  /** Steps of a whole change. */
  readonly steps: number;
  /** Databases that were found under their next key, and under that of before. */
  readonly ended: number;
  readonly undone: number;
  readonly breaches: readonly string[];
}

export interface KillRounds {
  readonly directory: string;
  /** Kills before a step, and kills at a time; each is in another place than those of other shares. */
  readonly atSteps: number;
  readonly atTimes: number;
  /** This one of so many shares of all places. */
  readonly share: { readonly index: number; readonly of: number };
}

const small = 60_000;
const large = 6_000_000;

const startChanger = (directory: string, at: number | 'thread') => {
  const script = fileURLToPath(new URL('./changer.ts', import.meta.url));
  return spawn(process.execPath, [script, directory, String(at)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

export async function killRounds(options: KillRounds): Promise<KillReport> {
  const { directory, share } = options;
  makeScryptCheap();
  const breaches: string[] = [];
  let ended = 0;
  let undone = 0;
  let kills = 0;
  let landed = 0;
  const before = (bytes: number) => join(directory, `before-${bytes}`);
  const fresh = (bytes: number): string => {
    const folder = join(directory, 'killed');
    rmSync(folder, { recursive: true, force: true });
    cpSync(before(bytes), folder, { recursive: true });
    return folder;
  };
  const look = async (folder: string, bytes: number, where: string): Promise<void> => {
    kills += 1;
    const found = await inspect(folder, bytes);
    ended += found.ended;
    undone += found.undone;
    breaches.push(...found.breaches.map((breach) => `${where}: ${breach}`));
  };

  await makeData(before(small), small);
  const steps = await wholeRun(fresh(small), 0);
  for (const at of placesIn(steps, options.atSteps, share)) {
    const folder = fresh(small);
    const changer = startChanger(folder, at + 1);
    await endedByKill(once(changer, 'exit'), `step ${at + 1}`);
    landed += 1;
    await look(folder, small, `step ${at + 1} of ${steps}`);
  }
  if (options.atTimes > 0) {
    await makeData(before(large), large);
    const took = await wholeRun(fresh(large), 'thread');
    for (const ms of placesIn(took, options.atTimes, share)) {
      const folder = fresh(large);
      const changer = startChanger(folder, 'thread');
      const exited = once(changer, 'exit');
      await once(changer.stdout, 'data');
      await after(ms);
      changer.kill('SIGKILL');
      const [, signal] = (await exited) as [unknown, NodeJS.Signals | null];
      landed += Number(signal === 'SIGKILL');
      await look(folder, large, `${ms} of ${took} ms`);
    }
  }
  if (ended === 0 || undone === 0) breaches.push('all kills came before the change, or after it');
  breaches.push(...tooFewLanded(landed, kills));
  return { kills, landed, steps, ended, undone, breaches };
}

/** So many whole numbers below `all`, evenly spread; another share's lie between them. */
const placesIn = (all: number, count: number, { index, of }: KillRounds['share']): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(((at * of + index) * all) / (count * of)));

/** Its steps, or its milliseconds. */
async function wholeRun(folder: string, at: 0 | 'thread'): Promise<number> {
  const changer = startChanger(folder, at);
  const exited = once(changer, 'exit');
  const saidAt: number[] = [];
  let said = '';
  for await (const line of createInterface({ input: changer.stdout })) {
    saidAt.push(performance.now());
    said = line;
  }
  const [code] = (await exited) as [number | null];
  if (code !== 0) throw new Error('A change that nobody killed did not end well.');
  return at === 0 ? Number(said) : Math.floor((saidAt.at(-1) ?? 0) - (saidAt[0] ?? 0));
}

/** What does not hold in a folder that a change was cut off in, and how far each key came. Changes them again. */
export async function inspect(folder: string, bytes: number) {
  const breaches: string[] = [];
  const copied = createRecoveryCopy(join(folder, 'recovery.sealed'), systemRandom).open(
    recoveryKey,
  );
  const lacks = databases.filter(({ path, name, keyOf }) => {
    const { key, next } = readKeyRecord(copied.get(name) ?? '');
    return [key, ...next].every((one) => !isOpenedBy(join(folder, path), keyOf(one)));
  });
  breaches.push(...lacks.map(({ path }) => `the recovery copy has no key of ${path}`));

  const { vault } = await openData(folder);
  breaches.push(...(await readAll(vault, folder, bytes)));
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  breaches.push(
    ...left.filter((path) => path.includes('.db.new')).map((path) => `${path} is left`),
  );
  const { secrets } = await vault.forBackup();
  const data = readKeyRecord(secrets.get(dataKeyName(profileId)) ?? '');
  const ended =
    Number(secrets.get(inboxKeyName) !== firstInboxKey) +
    Number(!Buffer.from(data.key).equals(data.sealKey));

  for (const name of keyNames) await vault.changeKey(name);
  breaches.push(...(await readAll(vault, folder, bytes)).map((breach) => `once more: ${breach}`));
  await vault.lock();
  return { ended, undone: keyNames.length - ended, breaches };
}

const factsRow = z.object({ count: z.int(), sum: z.int(), words: z.int() });

async function readAll(vault: Vault, folder: string, bytes: number): Promise<string[]> {
  const keys = new Map([
    [inboxKeyName, await vault.namedKey('inbox-key')],
    [dataKeyName(profileId), await vault.dataKey(profileId)],
  ]);
  const sealKey = await vault.sealKey(profileId);
  const rows = rowsIn(bytes);
  return databases.flatMap(({ path, name, keyOf }) => {
    try {
      const file = join(folder, path);
      const sqlite = openSqlite({ file, key: keyOf(keys.get(name) ?? new Uint8Array()), sealKey });
      try {
        const found = factsRow.parse(
          sqlite.first(
            `SELECT count(*) AS count, sum(fact) AS sum,
               (SELECT count(*) FROM words WHERE words MATCH ?) AS words
             FROM facts WHERE length(text) > 950`,
            [`"${path}"`],
          ),
        );
        const sealed = z
          .object({ bytes: z.instanceof(Uint8Array) })
          .parse(sqlite.first('SELECT bytes FROM sealed'));
        const opened = Buffer.from(sqlite.seal.open(path, sealed.bytes)).toString();
        const isWhole =
          found.count === rows && found.sum === (rows * (rows + 1)) / 2 && found.words === 1;
        return isWhole && opened === path ? [] : [`${path} is not whole`];
      } finally {
        sqlite.close();
      }
    } catch (error) {
      return [`${path}: ${error}`];
    }
  });
}
