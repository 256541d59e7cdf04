/** A computer's audit log that is cut, or written anew, does not fit what it told the others. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import type { SignedEntry } from '../../../team-log/entry.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import type { AnchorAlarm } from '../../core/audit/anchor.ts';
import { openAudit } from '../../core/audit/audit.ts';
import { type SignedHead, signHead } from '../../core/audit/signing.ts';
import { createAuditHeads } from './audit-heads.ts';
import { openTeamState } from './team-state.ts';
import { keyOfSeed } from './testing/computer.ts';

const key = keyOfSeed('7'.repeat(64));
let now: number;
let own: Sqlite;
let other: Sqlite;
const clock = { now: () => now };

const opened = (): Sqlite => {
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, profileMigrations);
  return sqlite;
};
beforeEach(() => {
  now = Date.parse('2026-11-26T10:00:00.000Z');
  [own, other] = [opened(), opened()];
});
afterEach(() => {
  own.close();
  other.close();
});

/** The computer, and one that follows it. */
function twoComputers() {
  let alarm: AnchorAlarm | null = null;
  const head = (): SignedHead | null => {
    const [hash] = own.texts('SELECT hash FROM audit_log ORDER BY sequence DESC LIMIT 1');
    const [count] = own.texts(
      'SELECT CAST(max(sequence) AS TEXT) FROM audit_log WHERE sequence > 0 HAVING count(*) > 0',
    );
    if (hash === undefined) return null;
    return signHead(key, {
      installationId: 'here',
      profileId: 'one',
      sequence: Number(count),
      hash,
      root: '0'.repeat(64),
      at: new Date(now).toISOString(),
    });
  };
  const anchor = { head: () => (alarm === null ? head() : null), alarm: () => alarm };
  const nothing = { head: () => null, alarm: () => null };
  const state = openTeamState(other);
  let author = key.publicKey;
  let joined = 0;
  const openMine = () =>
    createAuditHeads({ sqlite: own, state: openTeamState(own), anchor, clock, own: author });
  let mine = openMine();
  const log: [SignedEntry, Uint8Array][] = [];
  const theirs = createAuditHeads({ sqlite: other, state, anchor: nothing, clock, own: 'other' });
  const audit = openAudit({ sqlite: own, clock });
  let sequence = 0;
  return {
    alarm: (next: AnchorAlarm) => {
      alarm = next;
    },
    act: (action: string) => audit.append({ action, facts: {} }),
    /** What it tells within the hour: whether it did. */
    tell(): boolean {
      const content = mine.due();
      if (content === null) return false;
      sequence += 1;
      const entry = {
        author,
        stream: '1'.repeat(32),
        sequence,
        at: new Date(now).toISOString(),
      } as SignedEntry;
      log.push([entry, content]);
      mine.take(entry, content);
      theirs.take(entry, content);
      return true;
    },
    /** Under another key, after it left the team. @param reads of what was told before */
    joinAgain(reads = log.length): void {
      own.transaction(() => openTeamState(own).forget());
      joined += 1;
      author = String(joined).padStart(64, 'f');
      mine = openMine();
      for (const [entry, content] of log.slice(0, reads)) mine.take(entry, content);
    },
    problems: () => state.problems().map(({ kind }) => kind),
    theirs,
  };
}

const later = (): void => {
  now += 3_600_000;
};
const cut = (from: number): void =>
  own.exec(
    `DROP TRIGGER audit_log_never_goes;
     DELETE FROM audit_log WHERE sequence >= ${from};
     UPDATE sqlite_sequence SET seq = ${from - 1} WHERE name = 'audit_log'`,
  );

it('tells at most once an hour, and only while it grows', () => {
  const { act, tell, problems } = twoComputers();
  expect(tell()).toBe(false);
  act('one');
  expect(tell()).toBe(true);
  act('two');
  expect(tell()).toBe(false);
  later();
  expect(tell()).toBe(true);
  later();
  expect(tell()).toBe(false);
  expect(problems()).toEqual([]);
});

it.each([
  ['a cut end', 0],
  ['a cut end that grew as long again', 2],
  ['a cut end that grew longer', 4],
])('%s is named by others', (_what, more) => {
  const { act, tell, problems } = twoComputers();
  for (const action of ['one', 'two', 'three']) act(action);
  expect(tell()).toBe(true);
  later();
  cut(2);
  for (let at = 0; at < more; at += 1) act('another');
  // Of the same length by chance: an entry more tells it.
  if (more === 2) act('more');
  expect(tell()).toBe(true);
  expect(problems()).toEqual(['audit']);
});

it.each([
  ['a cut end', 2, 0, ['audit']],
  ['a cut end that grew longer', 2, 4, ['audit']],
  ['a log that only grew', null, 2, []],
])('%s, told after its computer joined again: %j', (_what, from, more, named) => {
  const { act, tell, problems, joinAgain } = twoComputers();
  for (const action of ['one', 'two', 'three']) act(action);
  expect(tell()).toBe(true);
  if (from !== null) cut(from);
  for (let at = 0; at < more; at += 1) act('another');
  joinAgain();
  expect(tell()).toBe(true);
  expect(problems()).toEqual(named);
});

it('names none that joined again over a database that lost what it told', () => {
  const { act, tell, problems, joinAgain } = twoComputers();
  for (const action of ['one', 'two']) {
    act(action);
    expect(tell()).toBe(true);
    later();
  }
  for (const reads of [1, 0]) {
    act('left');
    joinAgain(reads);
    expect(tell()).toBe(true);
    later();
  }
  expect(problems()).toEqual([]);
});

it('a log that does not fit its own head is named, and what is not signed is not read', () => {
  const { act, alarm, tell, problems, theirs } = twoComputers();
  act('one');
  tell();
  later();
  alarm({ problem: 'cut', anchored: null, found: 1 });
  expect(tell()).toBe(true);
  expect(problems()).toEqual(['audit']);
  // The same is told once.
  later();
  expect(tell()).toBe(false);
  expect(problems()).toEqual(['audit']);
  const entry = { author: key.publicKey, stream: '1'.repeat(32), sequence: 9 } as SignedEntry;
  const head = signHead(key, {
    installationId: 'here',
    profileId: 'one',
    sequence: 9,
    hash: 'a'.repeat(64),
    root: '0'.repeat(64),
    at: 'now',
  });
  const forged = { version: 1, head: { ...head, sequence: 10 }, before: null, alarm: null };
  expect(() => theirs.take(entry, Buffer.from(JSON.stringify(forged)))).toThrow('not signed');
});

it('tells on after its clock was set back', () => {
  const { act, tell, problems } = twoComputers();
  now += 24 * 3_600_000;
  act('one');
  expect(tell()).toBe(true);
  now -= 24 * 3_600_000;
  act('two');
  expect(tell()).toBe(true);
  act('three');
  expect(tell()).toBe(false);
  later();
  expect(tell()).toBe(true);
  expect(problems()).toEqual([]);
});
