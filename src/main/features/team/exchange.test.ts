/** An exchange over a log in memory: what must not get lost, or be said wrongly, between two rounds. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createChain } from '../../../team-log/chain.ts';
import {
  hashOfEntry,
  headOfEntry,
  type SignedEntry,
  streamOfTeam,
} from '../../../team-log/entry.ts';
import { TeamDatabaseAway } from '../../../team-log/errors.ts';
import { currentEpoch, foldMembership, type Membership } from '../../../team-log/membership.ts';
import {
  changeRole,
  chooseBranch,
  followsOf,
  removeMember,
  resolveFork,
} from '../../../team-log/membership-changes.ts';
import { type MembershipPayload, membershipBytes } from '../../../team-log/membership-payload.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { closeAll, createDesk, type TestDesk } from '../handover/testing/desks.ts';
import { factsOf } from './facts.ts';
import { openClaimant, stream } from './testing/claimant.ts';
import { logOn, type Stored, teamOfAll } from './testing/memory-log.ts';

const at = '2026-11-26T10:00:00.000Z';
let desks: TestDesk[];
let opened: ReturnType<typeof openClaimant>[];
beforeEach(() => {
  desks = [];
  opened = [];
});
afterEach(async () => {
  for (const { exchange } of opened) await exchange.close();
  closeAll(desks);
});

const keysOf = (count: number) =>
  Array.from({ length: count }, () => signingKeyOf(randomBytes(32)));

function open(team: string, signing: SigningKey, log: TeamLog, more = {}) {
  const now = () => Date.parse('2026-11-20');
  const desk = createDesk(desks.length + 1, now, profileMigrations);
  desks.push(desk);
  const computer = openClaimant(desk, { signing, team, log, ...more });
  opened.push(computer);
  return { ...computer, desk };
}

/** By a member whose computer is not here. */
function changed(
  stored: Stored,
  team: string,
  by: SigningKey,
  make: (now: Membership) => MembershipPayload,
): SignedEntry {
  const own = streamOfTeam(team);
  const now = foldMembership(team, stored);
  const last = stored.findLast((one) => one.stream === own && one.author === by.publicKey);
  const head = last === undefined ? null : headOfEntry(last);
  const chain = createChain({ signing: by, team, stream: own, head, random: systemRandom });
  const payload = make(now);
  const content = membershipBytes(payload);
  const follows = followsOf(now, payload);
  const entry = chain.next({ kind: 'membership', epoch: null, content, at, follows });
  stored.push(entry);
  return entry;
}

/** First entries of a computer, which say nothing. */
function chainOfFacts(team: string, signing: SigningKey, stored: Stored, count: number) {
  const chain = createChain({ signing, team, stream, head: null, random: systemRandom });
  const start = { computer: signing.publicKey, person: null, computers: {} };
  const epoch = currentEpoch(foldMembership(team, stored));
  const content = factsOf(start, []);
  return Array.from({ length: count }, () => chain.next({ kind: 'facts', epoch, content, at }));
}

it('what a colleague seals to a new key is read, also where the removal comes between', async () => {
  const keys = keysOf(3) as [SigningKey, SigningKey, SigningKey];
  const [owner, reader, gone] = keys;
  const { team, stored } = teamOfAll(keys);
  let isNext = false;
  const log = logOn(stored, null);
  const { exchange, state } = open(team, reader, {
    ...log,
    read(of, after, most) {
      if (isNext && of === stream) {
        isNext = false;
        changed(stored, team, owner, (now) => removeMember(now, gone.publicKey, {}, systemRandom));
        const [next] = chainOfFacts(team, owner, stored, 1);
        expect(next?.epoch).toBe(2);
        stored.push(...(next === undefined ? [] : [next]));
      }
      return log.read(of, after, most);
    },
  });
  await exchange.now();
  isNext = true;
  await exchange.now();
  expect(state.problems()).toEqual([]);
  expect(exchange.headOf(stream, owner.publicKey)?.sequence).toBe(1);
});

it('a clock that is set back keeps nothing from being compared and told', async () => {
  const keys = keysOf(2) as [SigningKey, SigningKey];
  const { team, stored } = teamOfAll(keys);
  let now = Date.parse('2036-11-26');
  const { exchange, state } = open(team, keys[0], logOn(stored, null), {
    clock: { now: () => now },
  });
  const [first, second] = chainOfFacts(team, keys[1], stored, 2) as [SignedEntry, SignedEntry];
  stored.push(first);
  await exchange.now();
  now = Date.parse(at);
  stored.push(second);
  await exchange.now();
  const heads = () => stored.filter((one) => one.stream === stream && one.kind === 'heads');
  expect(heads()).toHaveLength(2);
  now += 1_000;
  stored.splice(stored.findIndex((one) => one.stream === stream));
  now = Date.parse('2026-11-20');
  await exchange.now();
  expect(state.problems().map(({ kind }) => kind)).toContain('rolled back');
});

it('what the database lost is missing there until it is back, also once its author went on', async () => {
  const keys = keysOf(2) as [SigningKey, SigningKey];
  const { team, stored } = teamOfAll(keys);
  let now = Date.parse(at);
  const later = async () => {
    now += 120_000;
    await exchange.now();
    return state.problems().map(({ kind, sequence, until }) => [kind, sequence, until]);
  };
  const chain = chainOfFacts(team, keys[0], stored, 4);
  stored.push(...chain.slice(0, 3));
  const { exchange, state } = open(team, keys[1], logOn(stored, null), {
    clock: { now: () => now },
  });
  await exchange.now();
  const lost = stored.splice(stored.indexOf(chain[1] as SignedEntry), 2);
  expect(await later()).toEqual([['rolled back', 2, 3]]);
  stored.push(chain[3] as SignedEntry);
  expect(await later()).toEqual([['rolled back', 2, 3]]);
  stored.push(...lost);
  expect(await later()).toEqual([]);
});

it('a long chain that waited for one entry is taken at once when that comes', async () => {
  const keys = keysOf(2) as [SigningKey, SigningKey];
  const { team, stored } = teamOfAll(keys);
  let now = Date.parse(at);
  const [first, ...more] = chainOfFacts(team, keys[0], stored, 700);
  stored.push(...more);
  const { exchange, state } = open(team, keys[1], logOn(stored, null), {
    clock: { now: () => now },
  });
  await exchange.now();
  expect(state.problems()).toMatchObject([{ kind: 'gap' }]);
  if (first !== undefined) stored.push(first);
  now += 120_000;
  await exchange.now();
  expect(exchange.headOf(stream, keys[0].publicKey)?.sequence).toBe(700);
  expect(state.problems()).toEqual([]);
});

it('a reviewer’s computer signs no claim, so its notes go on being taken', async () => {
  const keys = keysOf(2) as [SigningKey, SigningKey];
  const { team, stored } = teamOfAll(keys, 'reviewer');
  const { exchange, claims, desk } = open(team, keys[1], logOn(stored, null));
  await exchange.now();
  const wanted = { key: 'a'.repeat(32), operation: 'createCustomer' as const, sameness: 'x' };
  await expect(claims.take([wanted], [])).rejects.toMatchObject({
    name: 'NotClaimed',
    why: 'team-role',
  });
  const content = Buffer.from('{}');
  await expect(exchange.say(stream, { kind: 'proposal', content })).rejects.toThrow(RangeError);
  desk.annotations.addNote({ kind: 'customer', id: 'customer_1' }, 'x');
  await exchange.now();
  const written = stored.filter((one) => one.stream === stream).map(({ kind }) => kind);
  expect([...new Set(written)]).toEqual(['facts']);
});

it('a change of members that was to go later, and lost, is told', async () => {
  const keys = keysOf(3) as [SigningKey, SigningKey, SigningKey];
  const [owner, second, third] = keys;
  const { team, stored } = teamOfAll(keys, 'owner');
  const log = logOn(stored, null);
  let isAway = false;
  let lost = 0;
  const { exchange, state } = open(
    team,
    owner,
    {
      ...log,
      append: (entries) =>
        isAway ? Promise.reject(new TeamDatabaseAway('away')) : log.append(entries),
    },
    { onLost: () => (lost += 1) },
  );
  await exchange.now();
  isAway = true;
  const remove = () =>
    exchange.change((now) => removeMember(now, third.publicKey, {}, systemRandom));
  expect(await remove()).toBe(false);
  // A second one has to wait, and does not put the first one's place in doubt.
  await expect(remove()).rejects.toThrow(TeamDatabaseAway);
  expect(state.outbox(9).filter(({ entry }) => entry.kind === 'membership')).toHaveLength(1);
  changed(stored, team, second, () => changeRole(third.publicKey, 'reviewer', {}));
  isAway = false;
  await expect(exchange.now()).rejects.toThrow(/Another owner changed the team/);
  expect(lost).toBe(1);
  expect(state.problems()).toMatchObject([
    { kind: 'fork', author: owner.publicKey, sentence: expect.stringMatching(/was not made/) },
  ]);
  await exchange.now();
  expect(await remove()).toBe(true);
  expect(exchange.membership().members.get(third.publicKey)?.role).toBeNull();
});

it('says of others where they stand once they wrote more, and all of it while something is missing', async () => {
  const keys = keysOf(3) as [SigningKey, SigningKey, SigningKey];
  const [own, writer] = keys;
  const { team, stored } = teamOfAll(keys);
  let now = performance.timeOrigin + performance.now();
  const clock = { now: () => now };
  const chain = createChain({ signing: writer, team, stream, head: null, random: systemRandom });
  const epoch = currentEpoch(foldMembership(team, stored));
  const start = { computer: writer.publicKey, person: null, computers: {} };
  const writes = () =>
    stored.push(chain.next({ kind: 'facts', epoch, content: factsOf(start, []), at }));
  const { exchange } = open(team, own, logOn(stored, null), { clock });
  const said = () =>
    stored
      .filter(
        (one) => one.kind === 'heads' && one.author === own.publicKey && one.stream === stream,
      )
      .map((one) => JSON.parse(Buffer.from(exchange.epochs.open(one)).toString()).heads);
  const later = async () => {
    now += 61_000;
    await exchange.now();
  };
  writes();
  await exchange.now();
  expect(said()).toEqual([{ [writer.publicKey]: { sequence: 1, hash: expect.any(String) } }]);
  writes();
  await exchange.now();
  expect(said()).toHaveLength(1);
  await later();
  await later();
  expect(said().map((heads) => heads[writer.publicKey].sequence)).toEqual([1, 2]);
  // The database is set back: who reads it from now on has to learn of what is gone.
  stored.splice(
    stored.findLastIndex((one) => one.author === writer.publicKey),
    1,
  );
  await later();
  expect(said().map((heads) => heads[writer.publicKey].sequence)).toEqual([1, 2, 2]);
});

it('a fact that is too large for an entry is told, and stops nothing', async () => {
  const keys = keysOf(1) as [SigningKey];
  const { team, stored } = teamOfAll(keys);
  const { exchange, state, desk } = open(team, keys[0], logOn(stored, null));
  const observed = { kind: 'customer', source: 'read', observedAt: at } as const;
  for (const [id, email] of [
    ['customer_1', 'x'.repeat(5 * 1024 * 1024)],
    ['customer_2', 'x'.repeat(300_000)],
    ['customer_3', 'ada@example.com'],
  ] as const) {
    desk.sqlite.transaction(() => void desk.records.observe({ ...observed, id, body: { email } }));
  }
  await exchange.now();
  expect(exchange.status()).toEqual({ state: 'on' });
  expect(stored.filter(({ kind }) => kind === 'facts')).toHaveLength(2);
  expect(state.problems()).toMatchObject([
    { sentence: expect.stringMatching(/too large for the team’s log/) },
  ]);
});

it('a profile that is said to be of another service is named', async () => {
  const keys = keysOf(2) as [SigningKey, SigningKey];
  const { team, stored } = teamOfAll(keys);
  const own = streamOfTeam(team);
  const head = headOfEntry(stored.at(-1) as SignedEntry);
  const chain = createChain({ signing: keys[0], team, stream: own, head, random: systemRandom });
  const epoch = currentEpoch(foldMembership(team, stored));
  const say = (baseUrl: string) => {
    const content = Buffer.from(JSON.stringify({ stream, baseUrl, environment: 'production' }));
    stored.push(chain.next({ kind: 'stream', epoch, content, at }));
  };
  const isShared = ({ baseUrl }: { baseUrl: string }) => baseUrl === 'https://service.example.com';
  const { exchange, state } = open(team, keys[1], logOn(stored, null), { isShared });
  say('https://service.example.com');
  await exchange.now();
  expect(state.problems()).toEqual([]);
  say('https://elsewhere.example.com');
  await exchange.now();
  expect(state.problems()).toMatchObject([
    { kind: 'elsewhere', sentence: expect.stringContaining('of another service') },
  ]);
});

it('while members are forked nothing is sealed or claimed, until owners resolve it', async () => {
  const keys = keysOf(3) as [SigningKey, SigningKey, SigningKey];
  const { team, stored } = teamOfAll(keys, 'owner');
  const aside = [...stored];
  const third = keys[2].publicKey;
  const one = changed(stored, team, keys[0], () => changeRole(third, 'reviewer', {}));
  const other = changed(aside, team, keys[1], (now) => removeMember(now, third, {}, systemRandom));
  const ada = open(team, keys[0], logOn(stored, null));
  const cy = open(team, keys[2], logOn(stored, null));
  for (const { exchange } of [ada, cy]) await exchange.now();
  stored.push(other);
  for (const { exchange } of [ada, cy]) await exchange.now();
  const before = stored.length;
  ada.desk.annotations.addNote({ kind: 'customer', id: 'customer_1' }, 'x');
  cy.desk.annotations.addNote({ kind: 'customer', id: 'customer_2' }, 'x');
  const row = { key: 'a'.repeat(32), operation: 'createCustomer' as const, sameness: 'x' };
  for (const { exchange, claims } of [ada, cy]) {
    await exchange.now();
    expect(exchange.membership().fork).not.toBeNull();
    await expect(claims.take([row], [])).rejects.toThrow('forked');
    const said = exchange.say(stream, { kind: 'proposal', content: Buffer.from('{}') });
    await expect(said).rejects.toThrow(RangeError);
  }
  expect(stored.length).toBe(before);
  expect(cy.exchange.status().state).toBe('waiting');
  const { head: tip } = foldMembership(team, [...aside.slice(0, -1), one]);
  await ada.exchange.change((now) => chooseBranch(now, tip ?? ''));
  const choice = stored.at(-1) as SignedEntry;
  changed(stored, team, keys[1], (now) => resolveFork(now, tip ?? '', choice));
  for (const { exchange } of [ada, cy]) await exchange.now();
  expect(hashOfEntry(one)).toBe(tip);
  expect(cy.exchange.status().state).toBe('on');
  const facts = stored.filter(({ kind }) => kind === 'facts').map(({ author }) => author);
  expect(new Set(facts)).toEqual(new Set([keys[0].publicKey, third]));
  expect((await ada.claims.take([row], [])).size).toBe(0);
});

it('what comes between facts is taken again where storing it failed, and once', async () => {
  const keys = keysOf(2) as [SigningKey, SigningKey];
  const { team, stored } = teamOfAll(keys);
  const taken: string[] = [];
  let isFull = true;
  const { exchange, desk } = open(team, keys[0], logOn(stored, null), {
    takeOther({ kind, sequence }: SignedEntry) {
      if (isFull) {
        isFull = false;
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      }
      taken.push(`${kind} ${sequence}`);
    },
  });
  await exchange.now();
  const other = createDesk(9, () => Date.parse(at), profileMigrations);
  desks.push(other);
  const linesOf = (id: string) => {
    other.sqlite.transaction(
      () =>
        void other.records.observe({
          kind: 'customer',
          source: 'read',
          observedAt: at,
          id,
          body: { id },
        }),
    );
    return other.save().lines;
  };
  const chain = createChain({ signing: keys[1], team, stream, head: null, random: systemRandom });
  const epoch = currentEpoch(foldMembership(team, stored));
  const start = { computer: keys[1].publicKey, person: null, computers: {} };
  for (const id of ['customer_1', 'customer_2']) {
    stored.push(chain.next({ kind: 'facts', epoch, content: factsOf(start, linesOf(id)), at }));
    if (id === 'customer_1')
      stored.push(chain.next({ kind: 'settlement', epoch, content: Buffer.from('{}'), at }));
  }
  await exchange.now().catch(() => undefined);
  await exchange.now();
  await exchange.now();
  expect(taken).toEqual(['settlement 2']);
  for (const id of ['customer_1', 'customer_2'])
    expect(desk.records.get('customer', id)).not.toBeNull();
});
