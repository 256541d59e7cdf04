import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { createSeal } from '../../../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { TeamDatabaseAway } from '../../../../team-log/errors.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import { profileMigrations } from '../../../console/profile-session.ts';
import { signingKeyOf } from '../../../core/audit/signing.ts';
import { closeAll, createDesk } from '../../handover/testing/desks.ts';
import { openTeamState } from '../team-state.ts';
import { openClaimant } from '../testing/claimant.ts';
import { logOn, teamOfAll } from '../testing/memory-log.ts';
import { openSentTwice } from './sent-twice.ts';

let sqlite: Sqlite;
let sentHere: Set<string>;
beforeEach(() => {
  sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, profileMigrations);
  sentHere = new Set();
  const row = { team: 'a', stream: 'b', url: '', ca: null, author: 'own', invitation: null };
  sqlite.transaction(() => openTeamState(sqlite).begin(row, '2026-11-26T10:00:00.000Z'));
});
afterEach(() => sqlite.close());

const twice = () => openSentTwice(sqlite, (key) => sentHere.has(key));

interface More {
  readonly state?: string;
  readonly repeats?: string;
  readonly fingerprint?: string | null;
  readonly input?: string;
}
const known = (key: string, more: More = {}) => {
  const { state = 'created', repeats = null, fingerprint = 'ada@example.com' } = more;
  sqlite.run(
    `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages, repeats, fingerprint)
     VALUES (?, 'createCustomer', ?, ?, '2026-11-26T10:00:00.000Z', '', '[]', ?, ?)`,
    [key, state, more.input ?? '{}', repeats, fingerprint],
  );
};
/** By this computer. */
const send = (key: string, more: More = {}) => {
  sentHere.add(key);
  known(key, more);
};

it('two that were sent while the database was away are found on both computers once it is back', async () => {
  let isAway = false;
  const signing = [1, 2].map(() => signingKeyOf(randomBytes(32)));
  const { team, stored } = teamOfAll(signing, 'operator');
  const log: TeamLog = {
    ...logOn(stored, null),
    append: (entries) =>
      isAway
        ? Promise.reject(new TeamDatabaseAway('It is away.'))
        : logOn(stored, null).append(entries),
  };
  const computers = signing.map((key, index) => {
    const desk = createDesk(index + 1, () => Date.parse('2026-11-20'), profileMigrations);
    const given = { signing: key, team, log, allowsWithoutDatabase: () => true };
    return { desk, key: String(index).repeat(32), ...openClaimant(desk, given) };
  });
  const exchanged = async () => {
    for (const { exchange } of [...computers, ...computers]) await exchange.now();
  };
  await exchanged();
  isAway = true;
  for (const { claims, desk, key } of computers) {
    const asked = { key, operation: 'createCustomer' as const, sameness: 'ada@example.com' };
    expect(await claims.take([asked], [])).toEqual(new Map());
    desk.request(key);
  }
  isAway = false;
  await exchanged();
  const [ada, bob] = computers.map(({ desk }) =>
    openSentTwice(desk.sqlite, () => false).sentTwice(),
  );
  const [one, other] = computers.map(({ key }) => key);
  expect(ada).toEqual([{ own: one, other }]);
  expect(bob).toEqual([{ own: other, other: one }]);
  for (const { exchange } of computers) await exchange.close();
  closeAll(computers.map(({ desk }) => desk));
});

it('one that another computer sent is found where it came to be known later', () => {
  twice().sentWithout(['mine', 'never journalled']);
  send('mine');
  expect(twice().sentTwice()).toEqual([]);
  known('theirs');
  known('of somebody else', { fingerprint: 'bob@example.com' });
  expect(twice().sentTwice()).toEqual([{ own: 'mine', other: 'theirs' }]);
});

it('one that another computer sent is found where this one left the team before, and joined again', () => {
  twice().sentWithout(['mine']);
  send('mine');
  const state = openTeamState(sqlite);
  sqlite.transaction(() => state.forget());
  const row = { team: 'a', stream: 'b', url: '', ca: null, author: 'again', invitation: null };
  sqlite.transaction(() => state.begin(row, '2026-11-27T10:00:00.000Z'));
  known('theirs');
  expect(twice().sentTwice()).toEqual([{ own: 'mine', other: 'theirs' }]);
});

it('so are two without an email, by what was sent', () => {
  twice().sentWithout(['mine']);
  const input = '{"type":"individual"}';
  send('mine', { fingerprint: null, input });
  known('theirs', { fingerprint: null, input });
  known('another', { fingerprint: null, input: '{"type":"business"}' });
  expect(twice().sentTwice()).toEqual([{ own: 'mine', other: 'theirs' }]);
});

it.each<[string, () => void]>([
  ['this computer sent itself', () => send('theirs')],
  ['was refused', () => known('theirs', { state: 'refused' })],
  ['sends the own one again', () => known('theirs', { repeats: 'mine' })],
])('a second one that %s is none', (_what, second) => {
  twice().sentWithout(['mine']);
  send('mine');
  second();
  expect(twice().sentTwice()).toEqual([]);
});

it('what was known before is none, as a person was asked about it; nor where nothing came of the own one', () => {
  twice().sentWithout(['mine', 'failed']);
  known('theirs');
  send('mine');
  send('failed', { state: 'refused', fingerprint: 'bob@example.com' });
  known('theirs too', { fingerprint: 'bob@example.com' });
  expect(twice().sentTwice()).toEqual([]);
});

it('a claim that waited and went later changes nothing: nobody was asked before it was sent', () => {
  twice().sentWithout(['mine']);
  send('mine');
  known('theirs');
  sqlite.exec("INSERT INTO team_claims (hash, author, key) VALUES ('c', 'own', 'mine')");
  expect(twice().sentTwice()).toEqual([{ own: 'mine', other: 'theirs' }]);
});
