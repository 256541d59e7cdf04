/** What counts of the shared token goes by the log and not by clocks, and who had it is named until it was replaced. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { hashOfEntry, type SignedEntry } from '../../../team-log/entry.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { sharedTokens, takeToken } from './shared-token.ts';

const [ada, bob, cy] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const;
const early = '2026-01-01T00:00:00.000Z';
const late = '2030-01-01T00:00:00.000Z';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = openMemorySqlite(null);
  migrate(sqlite, profileMigrations);
});
afterEach(() => sqlite.close());

let sequence = 0;
/** Gives its hash. */
function say(author: string, at: string, more: object): string {
  sequence += 1;
  const entry = { ...template, author, at, sequence };
  const content = { version: 1, secrets: [], isBack: false, ...more };
  takeToken(sqlite, entry, Buffer.from(JSON.stringify(content)));
  return hashOfEntry(entry);
}
const template: SignedEntry = {
  version: 1,
  team: '1'.repeat(64),
  stream: '2'.repeat(32),
  author: ada,
  sequence: 1,
  kind: 'token',
  epoch: 1,
  previous: '0'.repeat(64),
  follows: null,
  at: early,
  payload: '3'.repeat(64),
  signature: '4'.repeat(128),
  bytes: new Uint8Array(),
};
const to = (...members: string[]) => ({
  secrets: members.map((member) => ({ to: member, sealed: 'ab'.repeat(92) })),
});
const counts = (): (string | undefined)[] => sharedTokens(sqlite).last.map(({ entry }) => entry);
const holders = (): string[] => [...sharedTokens(sqlite).holders].toSorted();

it('ends sharing whatever the clocks are', () => {
  const shared = say(ada, late, to(bob));
  const back = say(bob, early, { isBack: true, replaces: [shared] });
  expect(counts()).toEqual([back]);
  // Its author’s own later word takes the place of the earlier one, also under an earlier clock.
  const again = say(bob, '2025-01-01T00:00:00.000Z', { ...to(ada), replaces: [] });
  expect(counts()).toEqual([again]);
  // Of two at once the one that ends sharing counts.
  const other = say(cy, early, { isBack: true });
  expect(counts()).toEqual([other, again]);
});

it('names receivers and sharers until an owner says that it was replaced', () => {
  const shared = say(ada, early, to(bob));
  expect(holders()).toEqual([ada, bob]);
  const back = say(ada, early, { isBack: true, replaces: [shared] });
  const again = say(bob, early, { ...to(cy), replaces: [back] });
  expect(holders()).toEqual([ada, bob, cy]);
  const next = say(bob, early, { ...to(ada), replaces: [again], isReplaced: true });
  expect(holders()).toEqual([ada, bob]);
  say(ada, early, { isBack: true, replaces: [next], isReplaced: true });
  expect(holders()).toEqual([]);
});
