/** Claims of a team over a log in memory. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClaimName } from '../../../../team-log/claim.ts';
import { createEpochs } from '../../../../team-log/epochs.ts';
import { LoginRefused, TeamDatabaseAway } from '../../../../team-log/errors.ts';
import { currentEpoch, foldMembership } from '../../../../team-log/membership.ts';
import { profileMigrations } from '../../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../../core/audit/signing.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { closeAll, createDesk, type TestDesk } from '../../handover/testing/desks.ts';
import {
  type Claimant,
  chainFrom,
  openClaimant,
  openClaimants,
  stream,
} from '../testing/claimant.ts';
import { awayWhile, logOn } from '../testing/memory-log.ts';

/** The request with the key c. */
const refused = { state: 'refused', resourceId: null } as Intent;

let desks: TestDesk[];
let opened: Claimant[];
beforeEach(() => {
  desks = [];
  opened = [];
});
afterEach(async () => {
  for (const { exchange } of opened) await exchange.close();
  closeAll(desks);
});

async function twoComputers(given: Parameters<typeof openClaimants>[1] = {}) {
  desks = [1, 2].map((number) =>
    createDesk(number, () => Date.parse('2026-11-20'), profileMigrations),
  );
  const intents = { get: (key: string) => (key === row('c').key ? refused : null) };
  const { all, ...founded } = await openClaimants(desks, { intents, opened, ...given });
  return { ...founded, all: all as [Claimant, Claimant] };
}

const row = (key: string, sameness = 'ada@example.com') => ({
  key: key.repeat(32),
  operation: 'createCustomer' as const,
  sameness,
});

it('a claim that was given back, and taken by a colleague, is not one’s own any more', async () => {
  const { all, stored } = await twoComputers();
  const [ada, bob] = all;
  expect(await ada.claims.take([row('a')], [])).toEqual(new Map());
  // Paused: the row keeps its key.
  ada.claims.release([row('a').key]);
  await ada.exchange.now();
  expect(await bob.claims.take([row('b')], [])).toEqual(new Map());
  const standing = await ada.claims.take([row('a')], []);
  expect([...standing.keys()]).toEqual([row('a').key]);
  expect(stored.filter(({ kind }) => kind === 'claim')).toHaveLength(2);
});

it.each([
  ['by the computer that claimed it', true],
  ['by another member', false],
])('a request that was refused, told %s', async (_, isSignedByIt) => {
  const { all, keys } = await twoComputers({
    isSignedBy: ({ key }, author) =>
      isSignedByIt && key === row('c').key && author === keys[0]?.publicKey,
  });
  const [ada, bob] = all;
  await ada.claims.take([row('c')], []);
  const standing = await bob.claims.take([row('b')], []);
  expect([...standing.keys()]).toEqual(isSignedByIt ? [] : [row('b').key]);
});

it('an own request that the journal has is asked about after a restart, where nobody believed says what came of it', async () => {
  const { all, stored, team, keys } = await twoComputers({
    isSignedBy: () => false,
  });
  const [ada] = all;
  for (const asked of [row('c'), row('a', 'bob@example.com')]) await ada.claims.take([asked], []);
  await ada.exchange.close();
  let resolved: Intent['state'] = 'refused';
  const restarted = openClaimant(desks[0] as TestDesk, {
    signing: keys[0] as SigningKey,
    team,
    log: logOn(stored, null),
    intents: { get: (key) => (key === row('c').key ? { ...refused, state: resolved } : null) },
    isSignedBy: () => false,
  });
  opened.push(restarted);
  await restarted.exchange.now();
  const alike = [row('d'), row('e', 'bob@example.com')];
  const standing = await restarted.claims.take(alike, []);
  // The other one was claimed and never journalled.
  expect([...standing.keys()]).toEqual([row('d').key]);
  resolved = 'absent';
  const [{ sentence } = { sentence: '' }] = (await restarted.claims.take(alike, [])).values();
  expect(sentence).toContain('An owner or operator can reopen it under Unresolved');
});

it('what comes of the team asks nothing of claims while none of this computer is open', async () => {
  const { all } = await twoComputers();
  const [ada] = all;
  const [{ sqlite }] = desks as [TestDesk];
  const asked = vi.spyOn(sqlite, 'all');
  const looks = () => asked.mock.calls.filter(([sql]) => sql.includes('FROM team_claims')).length;
  for (let time = 0; time < 5; time += 1) ada.claims.tidy();
  expect(looks()).toBe(1);
  await ada.claims.take([row('a')], []);
  const before = looks();
  ada.claims.tidy();
  expect(looks()).toBe(before + 1);
});

it('what nobody claimed before is claimed in one question, and what somebody did is looked up', async () => {
  const asked: string[] = [];
  const { all } = await twoComputers({
    change: (log) => ({
      ...log,
      following(names) {
        asked.push('following');
        return log.following(names);
      },
      append(entries) {
        if (entries.some(({ kind }) => kind === 'claim')) asked.push('append');
        return log.append(entries);
      },
    }),
  });
  const [ada, bob] = all;
  await ada.claims.take([row('a')], []);
  expect(asked.splice(0)).toEqual(['append']);
  const standing = await bob.claims.take([row('b')], []);
  expect([...standing.keys()]).toEqual([row('b').key]);
  expect(asked.slice(0, 2)).toEqual(['append', 'following']);
  // Nothing of the one that was refused waits to be sent.
  expect(bob.state.toSend()).toBe(0);
});

it('what was given back is claimed anew where nobody took it, and nobody else sends it then', async () => {
  const { all } = await twoComputers();
  const [ada, bob] = all;
  await ada.claims.take([row('a')], []);
  ada.claims.release([row('a').key]);
  await ada.exchange.now();
  expect(await ada.claims.take([row('a')], [])).toEqual(new Map());
  expect((await bob.claims.take([row('b')], [])).size).toBe(1);
});

it('a second one that came to nothing leaves the first to be asked about', async () => {
  const { all, keys } = await twoComputers({
    isSignedBy: ({ key }, author) => key === row('c').key && author === keys[1]?.publicKey,
  });
  const [ada, bob] = all;
  // Under way, or of a computer that is gone.
  await ada.claims.take([row('a')], []);
  const first = (await bob.claims.take([row('b')], [])).get(row('b').key)?.name ?? '';
  expect(await bob.claims.take([row('b')], [first])).toEqual(new Map());
  bob.claims.release([row('b').key]);
  await bob.exchange.now();
  const asked = (await bob.claims.take([row('d')], [])).get(row('d').key);
  expect(asked?.name).toBe(first);
  // So does one that the service refused.
  expect(await bob.claims.take([row('c')], [first])).toEqual(new Map());
  expect((await bob.claims.take([row('d')], [])).get(row('d').key)?.name).toBe(first);
  expect(await bob.claims.take([row('d')], [first])).toEqual(new Map());
});

it('a second one that a person included asks about a claim that nobody here can have known of', async () => {
  const { all } = await twoComputers({ isSignedBy: () => false });
  const [ada, bob] = all;
  const second = (...of: Parameters<typeof row>) => ({ ...row(...of), isSecond: true });
  // Of one file: what this computer itself claims is in the way of none.
  expect(await bob.claims.take([row('1'), second('2')], [])).toEqual(new Map());
  expect([...(await ada.claims.take([second('a')], [])).keys()]).toEqual([row('a').key]);
  // Of the request that is here the run itself looks whether anybody can have known.
  await bob.claims.take([row('c', 'bob@example.com')], []);
  expect(await ada.claims.take([second('d', 'bob@example.com')], [])).toEqual(new Map());
});

it('the same is the same however its letters are composed', async () => {
  const { all } = await twoComputers();
  const [ada, bob] = all;
  await ada.claims.take([row('a', '{"name":"Zo\u00eb"}')], []);
  const standing = await bob.claims.take([row('b', '{"name":"Zoe\u0308"}')], []);
  expect([...standing.keys()]).toEqual([row('b').key]);
});

it('what was claimed by a try that failed is given back, and what was claimed before it is not', async () => {
  let claimed = 0;
  const { all } = await twoComputers({
    change: (log) => ({
      ...log,
      async append(entries) {
        await log.append(entries);
        claimed += entries.filter(({ kind }) => kind === 'claim').length;
      },
      following(names) {
        if (claimed !== 2) return log.following(names);
        claimed += 1;
        // The row that is alike follows what was claimed just now.
        return Promise.reject(new TeamDatabaseAway('It is away.'));
      },
    }),
  });
  const [ada, bob] = all;
  await ada.claims.take([row('1', 'before@example.com')], []);
  const alike = [row('1', 'before@example.com'), row('a'), { ...row('b'), isSecond: true }];
  await expect(ada.claims.take(alike, [])).rejects.toThrow(/does not respond/);
  await ada.exchange.now();
  expect(await bob.claims.take([row('d')], [])).toEqual(new Map());
  expect((await bob.claims.take([row('e', 'before@example.com')], [])).size).toBe(1);
});

it('without the database it is sent only where an owner allowed it and it does not answer, and is marked', async () => {
  let failure: Error | null = null;
  let isAllowed = false;
  const told: unknown[] = [];
  const { all, stored } = await twoComputers({
    change: (log) => ({
      ...log,
      following: (names) => (failure === null ? log.following(names) : Promise.reject(failure)),
    }),
    allowsWithoutDatabase: () => isAllowed,
    record: (action, facts) => told.push([action, facts]),
  });
  const [ada] = all;
  await vi.waitFor(() => expect(ada.exchange.status().state).toBe('on'));
  const asked = [row('a'), row('b', 'bob@example.com')];
  failure = new TeamDatabaseAway('It is away.');
  await expect(ada.claims.take(asked, [])).rejects.toMatchObject({ why: 'team-away' });
  isAllowed = true;
  failure = new Error('Something else.');
  await expect(ada.claims.take(asked, [])).rejects.toThrow('Something else.');
  failure = new LoginRefused('It refuses.', 'Change the login.');
  await expect(ada.claims.take(asked, [])).rejects.toThrow('It refuses.');
  expect(told).toEqual([]);
  failure = new TeamDatabaseAway('It is away.');
  expect(await ada.claims.take(asked, [])).toEqual(new Map());
  const intentKeys = asked.map(({ key }) => key).join(' ');
  const facts = { operation: 'createCustomer', requests: 2, intentKeys };
  expect(told).toEqual([['sent-without-claim', facts]]);
  // Where a colleague turns out to have sent the same, it is pointed out.
  expect(desks[0]?.sqlite.texts('SELECT key FROM team_sent_without')).toEqual(
    asked.map(({ key }) => key),
  );
  expect(stored.filter(({ kind }) => kind === 'claim')).toEqual([]);
});

it.each(['now', 'say'] as const)(
  'a claim that waited, with which a colleague was faster, stops nothing else (%s)',
  async (what) => {
    let isAway = false;
    const { all } = await twoComputers({ change: (log) => awayWhile(() => isAway, log) });
    const [ada, bob] = all;
    isAway = true;
    await expect(ada.claims.take([row('a')], [])).rejects.toThrow(/does not respond/);
    isAway = false;
    expect(ada.state.toSend()).toBe(1);
    expect(await bob.claims.take([row('b')], [])).toEqual(new Map());
    const content = Buffer.from(JSON.stringify({ version: 1, claims: ['e'.repeat(64)] }));
    if (what === 'now') await ada.exchange.now();
    else await ada.exchange.say(stream, { kind: 'release', content });
    expect(ada.state.toSend()).toBe(0);
    expect((await ada.claims.take([row('a')], [])).size).toBe(1);
  },
);

it('what is tried again before it was given back stays claimed', async () => {
  const { all, stored } = await twoComputers();
  const [ada, bob] = all;
  await ada.claims.take([row('a')], []);
  const again = ada.claims.take([row('a')], []);
  ada.claims.release([row('a').key]);
  expect(await again).toEqual(new Map());
  await ada.exchange.now();
  const releases = stored.filter(({ kind }) => kind === 'release').length;
  const claims = stored.filter(({ kind }) => kind === 'claim').length;
  // Either it was not given back, or it was claimed once more after that.
  expect(claims).toBe(releases + 1);
  expect((await bob.claims.take([row('b')], [])).size).toBe(1);
});

it('what a colleague claimed is asked about, also where the database has lost it', async () => {
  const { all, stored } = await twoComputers();
  const [ada, bob] = all;
  await ada.claims.take([row('a')], []);
  await bob.exchange.now();
  const at = stored.findIndex(({ kind }) => kind === 'claim');
  const [lost] = stored.splice(at, 1);
  const alike = [row('b'), row('d', 'dora@example.com')];
  for (const asked of [alike.slice(0, 1), alike]) {
    const standing = await bob.claims.take(asked, []);
    expect([...standing.keys()]).toEqual([row('b').key]);
  }
  expect(stored.filter(({ follows }) => follows === lost?.follows)).toEqual([]);
  // A person goes on in spite of it.
  const { name = '' } = (await bob.claims.take([row('b')], [])).get(row('b').key) ?? {};
  const before = bob.state.problems().map(({ kind }) => kind);
  expect(await bob.claims.take([row('b')], [name])).toEqual(new Map());
  expect(stored.filter(({ follows }) => follows === lost?.follows)).toHaveLength(1);
  // Both may have been sent, and it is said so.
  const told = bob.state.problems().filter(({ kind }) => !before.includes(kind));
  expect(told).toMatchObject([
    { kind: 'fork', sentence: expect.stringContaining('Check with the service whether two exist') },
  ]);
});

it('a claim by nobody of the team is believed in nothing, and a person is asked', async () => {
  const { all, stored, team, keys } = await twoComputers();
  const [ada] = all;
  const stranger = signingKeyOf(randomBytes(32));
  const membership = foldMembership(team, stored);
  const epochs = createEpochs(keys[0] as SigningKey, membership);
  const { key, operation, sameness } = row('c');
  const content = Buffer.from(
    JSON.stringify({ version: 1, key, operation, sameness, person: 'Ada' }),
  );
  const chain = chainFrom(stranger, team);
  const follows = createClaimName(() => epochs.secretOf(1))({ operation, sameness });
  const epoch = currentEpoch(membership);
  stored.push(chain.next({ kind: 'claim', epoch, content, follows, at: '2026-11-26T10:00:00Z' }));
  // It names a request that was refused, so that it looks as if the next one may send.
  const standing = await ada.claims.take([row('a')], []);
  const { name, sentence } = standing.get(row('a').key) ?? { name: '', sentence: '' };
  expect(sentence).toMatch(/^Somebody who may not send for this team/);
  expect(await ada.claims.take([row('a')], [name])).toEqual(new Map());
});
