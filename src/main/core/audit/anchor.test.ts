import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { type Anchor, openAnchor } from './anchor.ts';
import { auditMigrations, openAudit } from './audit.ts';
import { isIntactHead, type SigningKey, signingKeyOf } from './signing.ts';

let directory: string;
let database: string;
let file: string;
let open: { readonly sqlite: Sqlite; readonly anchor: Anchor }[];
const clock = { now: () => Date.parse('2026-11-24T12:00:00.000Z') };
const key = signingKeyOf(new Uint8Array(32).fill(1));

beforeEach(() => {
  directory = testFolder();
  [database, file, open] = [join(directory, 'records.db'), join(directory, 'anchor.json'), []];
});
afterEach(async () => {
  for (const one of open) await shut(one);
});

function start(signedWith: SigningKey = key) {
  const sqlite = openSqlite({ file: database, key: new Uint8Array(32) });
  migrate(sqlite, auditMigrations);
  const parts = { file, key: signedWith, installationId: 'i', profileId: 'built-in' };
  const log = { error: (facts: unknown) => expect.fail(String(facts)) };
  const anchor = openAnchor({ ...parts, sqlite, clock, log });
  const audit = openAudit({ sqlite, clock, onAppend: anchor.touch });
  const append = (count: number) => {
    for (let at = 0; at < count; at++) audit.append({ action: 'a', facts: { at } });
  };
  const one = { sqlite, anchor, append };
  open.push(one);
  return one;
}
async function shut(one: { readonly sqlite: Sqlite; readonly anchor: Anchor }) {
  open = open.filter((other) => other.anchor !== one.anchor);
  await one.anchor.close();
  one.sqlite.close();
}
const copy = (to: string) => {
  for (const end of ['', '-wal']) {
    if (existsSync(database + end)) copyFileSync(database + end, to + end);
  }
};
const bring = (from: string) => {
  for (const end of ['', '-wal', '-shm']) {
    rmSync(database + end, { force: true });
    if (existsSync(from + end)) copyFileSync(from + end, database + end);
  }
};

it('signs the log as it is, and goes on from there', async () => {
  const one = start();
  one.append(7);
  const head = await one.anchor.now();
  expect(head).toMatchObject({ sequence: 7, profileId: 'built-in', key: key.publicKey });
  if (head === null) throw new Error('It was not signed.');
  expect(isIntactHead(head)).toBe(true);
  expect(isIntactHead({ ...head, sequence: 8 })).toBe(false);
  await shut(one);
  const again = start();
  again.append(600);
  const later = await again.anchor.now();
  expect(later?.sequence).toBe(607);
  // The tree that grew is the one that is made at once.
  rmSync(file);
  again.sqlite.exec('DELETE FROM audit_keys');
  await shut(again);
  rmSync(file, { force: true });
  expect((await start().anchor.now())?.root).toBe(later?.root);
});

it('is anchored by itself soon after an entry, and when it is closed', async () => {
  const one = start();
  one.append(1);
  await expect.poll(() => one.anchor.head()?.sequence).toBe(1);
  one.append(2);
  await shut(one);
  expect(JSON.parse(readFileSync(file, 'utf8')).head.sequence).toBe(3);
});

it('takes no alarm at an anchor that lags behind', async () => {
  const one = start();
  one.append(2);
  await one.anchor.now();
  copyFileSync(file, `${file}.before`);
  one.append(3);
  await shut(one);
  copyFileSync(`${file}.before`, file);
  expect(start().anchor.alarm()).toBeNull();
});

describe('notices and names', () => {
  const problems: [string, string, (older: string) => void][] = [
    ['a database of before', 'cut', bring],
    ['a deleted database', 'cut', () => bring(join(directory, 'absent'))],
    ['a missing anchor', 'missing', () => rmSync(file)],
    ['a cut anchor', 'unreadable', () => writeFileSync(file, readFileSync(file).subarray(0, 99))],
    [
      'a changed anchor',
      'unreadable',
      () => writeFileSync(file, readFileSync(file, 'utf8').replace('"sequence":9', '"sequence":2')),
    ],
  ];
  it.each(problems)('%s: %s', async (_name, problem, change) => {
    const one = start();
    one.append(4);
    await one.anchor.now();
    copy(join(directory, 'older.db'));
    one.append(5);
    await shut(one);
    change(join(directory, 'older.db'));
    const changed = start();
    expect(changed.anchor.alarm()?.problem).toBe(problem);
    // Nothing is anchored over it.
    const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
    changed.append(20);
    expect(await changed.anchor.now()).toBeNull();
    expect(changed.anchor.head()).toBeNull();
    expect(existsSync(file) ? readFileSync(file, 'utf8') : null).toBe(before);
  });

  it('another database of the same length', async () => {
    const one = start();
    one.append(3);
    await shut(one);
    bring(join(directory, 'absent'));
    const sqlite = openSqlite({ file: database, key: new Uint8Array(32) });
    migrate(sqlite, auditMigrations);
    const audit = openAudit({ sqlite, clock });
    for (let at = 0; at < 3; at++) audit.append({ action: 'other', facts: {} });
    sqlite.close();
    expect(start().anchor.alarm()).toMatchObject({ problem: 'replaced', found: 3 });
  });

  it('an anchor signed with a key that never signed this log', async () => {
    const one = start();
    one.append(3);
    await shut(one);
    const other = start(signingKeyOf(new Uint8Array(32).fill(2)));
    // A key that was lost and made anew: the log knows who signed before.
    expect(other.anchor.alarm()).toBeNull();
    expect((await other.anchor.now())?.key).not.toBe(key.publicKey);
    other.sqlite.exec(`DELETE FROM audit_keys WHERE public_key <> '${key.publicKey}'`);
    await shut(other);
    expect(start().anchor.alarm()?.problem).toBe('foreign');
  });
});

it('is anchored again once a person says why, and keeps the anchor of before', async () => {
  const one = start();
  one.append(2);
  await one.anchor.now();
  copy(join(directory, 'older.db'));
  one.append(3);
  await shut(one);
  bring(join(directory, 'older.db'));
  const older = start();
  expect(older.anchor.alarm()).toMatchObject({ problem: 'cut', found: 2 });
  await older.anchor.accept('restored from a copy');
  expect(older.anchor.alarm()).toBeNull();
  expect(older.anchor.head()?.sequence).toBe(2);
  expect(JSON.parse(readFileSync(file, 'utf8')).before).toMatchObject([
    { problem: 'cut', reason: 'restored from a copy', head: { sequence: 5 } },
  ]);
  await shut(older);
  expect(start().anchor.alarm()).toBeNull();
});
