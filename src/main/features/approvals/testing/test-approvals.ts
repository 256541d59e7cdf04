/** For tests: approvals of one computer, and what it says and hears in its team. */
import { type Migration, migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { openApprovals } from '../approvals.ts';
import type { TeamVoice } from '../book.ts';
import { at, type DeskTeam } from './team-of-desks.ts';

export function inMemory(migrations: readonly Migration[]): Sqlite {
  const sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, migrations);
  return sqlite;
}

/** Beside parts that do nothing. @param core of the profile, as far as it differs @param uses likewise */
export function openTestApprovals(sqlite: Sqlite, core: object = {}, uses: object = {}) {
  const nothing = () => undefined;
  const profile = {
    sqlite,
    clock: { now: () => Date.parse(at) },
    audit: { append: nothing },
    intents: { get: () => null, ofKeys: () => [] },
    records: {},
    profile: { name: '', baseUrl: '', environment: 'sandbox' },
    notify: nothing,
    person: () => null,
    log: { warn: nothing },
    approvals: { use: nothing },
  };
  const parts = {
    addressBook: {},
    bulk: { runs: { has: () => false } },
    writes: [{ operation: 'createCustomer', titleOf: () => '' }],
    unresolved: { reportersOf: () => [] },
  };
  return openApprovals(Object.assign(profile, core) as never, Object.assign(parts, uses) as never);
}

/** Where nobody has a name, nothing is wrong, and nothing comes of what is said. */
export const voiceIn = (
  desk: DeskTeam,
  who: string,
  changes: Partial<TeamVoice> = {},
): TeamVoice => ({
  own: desk.keyOf(who).publicKey,
  stream: desk.stream,
  membership: desk.membership,
  hasRead: () => true,
  readAt: () => null,
  waitsFrom: () => null,
  nameOf: () => null,
  personOf: () => null,
  isOn: () => true,
  isAway: () => false,
  hasProblems: () => false,
  isLost: () => false,
  now: async () => undefined,
  say: async () => undefined,
  ...changes,
});
