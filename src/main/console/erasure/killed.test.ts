/** An erasure that is killed at any moment is not begun, or is finished by the next opening; no byte is left behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { signingKeyOf } from '../../core/audit/signing.ts';
import { profileId } from '../../features/webhooks/testing/deliveries.ts';
import { ledgerName, restoredLedgerName, writeLedger } from './ledger.ts';
import { lacksErasures } from './profile-erasures.ts';
import { deliveriesOf, placesOf, textsOf } from './testing/canaries.ts';
import {
  dataKey,
  erasedId,
  fillTestProfile,
  mark,
  openTestProfile,
  problems,
} from './testing/profile.ts';

let root = '';
beforeEach(() => {
  root = testFolder();
});

const events = 150;
const rounds = 8;

const program = (directory: string) => `
  import { erasedId, openTestProfile } from ${JSON.stringify(join(import.meta.dirname, 'testing/profile.ts'))};
  const { erasures, close } = await openTestProfile(${JSON.stringify(directory)});
  process.stdout.write('.');
  await erasures.erase(erasedId, 'asked for');
  process.stdout.write('!');
  await close();
`;

async function run(directory: string, killAfterMs: number | null): Promise<number> {
  const file = join(root, 'erase.ts');
  writeFileSync(file, program(directory));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const begun = performance.now();
  if (killAfterMs !== null) {
    await after(killAfterMs);
    child.kill('SIGKILL');
  } else await once(child.stdout, 'data');
  const took = performance.now() - begun;
  await ended;
  return took;
}

async function stateOf(directory: string) {
  const { sqlite, files, close } = await openTestProfile(directory);
  try {
    const inbox = openSqlite({ file: files.inbox, key: new Uint8Array(32).fill(3) });
    const places = [
      ...placesOf(textsOf(sqlite), [mark]),
      ...placesOf(deliveriesOf(inbox, profileId, dataKey), [mark]),
    ];
    inbox.close();
    const erased = sqlite.texts("SELECT ifnull(finished_at, 'begun') FROM erasures");
    const entries = sqlite.texts('SELECT action FROM audit_log');
    return { places, erased, entries };
  } finally {
    await close();
  }
}

it('is nothing or all, at eight moments; then the next opening completes it', async () => {
  const first = join(root, 'first');
  mkdirSync(first);
  await fillTestProfile(first, events);
  const copyTo = (name: string) => {
    cpSync(first, join(root, name), { recursive: true });
    return join(root, name);
  };
  const before = await stateOf(first);
  expect(before.places.length).toBeGreaterThan(5);
  const whole = copyTo('whole');
  const took = await run(whole, null);
  const done = await stateOf(whole);
  expect(done.places).toEqual([]);
  expect(done.erased).toEqual([expect.not.stringContaining('begun')]);

  const seen = new Set<string>();
  // On a machine that was busier since, a kill at the end comes before anything was begun.
  const isDone = (round: number) => round >= rounds && (seen.has('all') || round > 3 * rounds);
  for (let round = 0; !isDone(round); round += 1) {
    const directory = copyTo(`round-${round}`);
    await run(directory, (took * round) / (rounds - 1));
    const profile = await openTestProfile(directory);
    const wasBegun = profile.sqlite.texts('SELECT customer_id FROM erasures').length > 0;
    await profile.erasures.honour();
    await profile.close();
    const state = await stateOf(directory);
    seen.add(wasBegun ? 'all' : 'nothing');
    expect(state).toEqual(wasBegun ? { ...done, erased: [expect.any(String)] } : before);
    expect(state.erased).not.toContain('begun');
  }
  expect([...seen].toSorted()).toEqual(['all', 'nothing']);
}, 240_000);

it('says of a profile that was not opened since whether the list knows more', async () => {
  const before = join(root, 'before');
  mkdirSync(before);
  await fillTestProfile(before, 3);
  cpSync(before, join(root, 'after'), { recursive: true });
  const profile = await openTestProfile(join(root, 'after'));
  await profile.erasures.erase(erasedId, 'asked for');
  await profile.close();
  const list = readFileSync(join(root, 'after', ledgerName));
  writeFileSync(join(before, restoredLedgerName), list);
  const { sqlite, erasures, close } = await openTestProfile(before);
  const own = signingKeyOf(new Uint8Array(32).fill(1)).publicKey;
  const lacks = () => lacksErasures(before, { sqlite, sealKey: dataKey, own });
  expect(lacks()).toBe(true);
  await erasures.honour();
  expect(lacks()).toBe(false);
  await close();
}, 60_000);

it('keeps a list that is damaged or of another computer aside, and a restored one where it is', async () => {
  await fillTestProfile(root, 3);
  const profile = await openTestProfile(root);
  await profile.erasures.erase(erasedId, 'asked for');
  const [own, restored] = [ledgerName, restoredLedgerName].map((name) => join(root, name));
  const other = signingKeyOf(new Uint8Array(32).fill(9));
  writeLedger(own ?? '', [], other);
  writeFileSync(restored ?? '', 'cut');
  await profile.erasures.honour();
  await profile.close();
  const told = new Set(problems.map((text) => text.split(':')[0]));
  expect([...told]).toEqual([ledgerName, restoredLedgerName]);
  const names = readdirSync(root)
    .filter((name) => name.startsWith('erasures'))
    .toSorted();
  expect(names).toEqual([ledgerName, expect.stringContaining('.damaged-'), restoredLedgerName]);
  expect(readFileSync(own ?? '', 'utf8')).toContain('"sealed"');
}, 60_000);

it('leaves no byte in the files: not in free pages, in the logs, or in indexes of words', async () => {
  await fillTestProfile(root, events, true);
  const profile = await openTestProfile(root, true);
  const { sqlite, files, erasures } = profile;
  const sealed = (sqlite: Sqlite) =>
    sqlite.all('SELECT sealed FROM blocks').map((row) => {
      const { sealed: bytes } = row as { sealed: Uint8Array };
      return Buffer.from(bytes).subarray(0, 48);
    });
  const plain = openSqlite({ file: files.inbox, key: null });
  const before = sealed(plain);
  plain.close();
  const filesWith = (blobs: readonly Buffer[]): string[] =>
    readdirSync(root).filter((name) => {
      const content = readFileSync(join(root, name));
      return blobs.some((blob) => content.includes(blob));
    });
  expect(filesWith(before)).toEqual(['inbox.db']);
  await erasures.erase(erasedId, 'asked for');
  // Blocks have some of everybody, so each of them is another one now.
  expect(filesWith(before)).toEqual([]);

  expect(sqlite.first('PRAGMA freelist_count')).toEqual({ freelist_count: 0 });
  // A page of what was written since: that it is finished.
  expect(statSync(`${files.records}-wal`).size).toBeLessThan(20_000);
  // Runs of three letters, of which the index of words is made.
  sqlite.exec("CREATE VIRTUAL TABLE temp.runs USING fts5vocab('main', 'record_search', 'row')");
  const runs = (texts: string) =>
    sqlite.texts(`SELECT term FROM temp.runs WHERE term IN (${texts}) ORDER BY term`);
  expect(runs("'quu', 'uux', 'uxi', 'oth', 'the'")).toEqual(['oth', 'the']);
  await profile.close();
}, 60_000);
