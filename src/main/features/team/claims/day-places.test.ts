/** Places within a limit of a day, over a log in memory: what two computers send at once stays within it. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemRandom } from '../../../../platform/random.ts';
import { claimOfPlaces, createClaimName, samenessOfPlaces } from '../../../../team-log/claim.ts';
import { removeMember } from '../../../../team-log/membership-changes.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import { profileMigrations } from '../../../console/profile-session.ts';
import { signingKeyOf } from '../../../core/audit/signing.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { closeAll, createDesk, type TestDesk } from '../../handover/testing/desks.ts';
import { type Claimant, chainFrom, openClaimants } from '../testing/claimant.ts';
import { awayWhile, type Stored } from '../testing/memory-log.ts';

/** A member whose computer is not here. */
const third = signingKeyOf(randomBytes(32));
let desks: TestDesk[];
let opened: Claimant[];
let stored: Stored;
let now: number;
let limit: number | null;
/** Outcomes as they come to everybody, by key. */
let outcomes: Map<string, Partial<Intent>>;
beforeEach(() => {
  desks = [];
  opened = [];
  now = Date.parse('2026-11-26T10:00:00Z');
  limit = 1;
  outcomes = new Map();
});
afterEach(async () => {
  for (const { exchange } of opened) await exchange.close();
  closeAll(desks);
});

async function twoComputers(
  change: (log: TeamLog) => TeamLog = (log) => log,
): Promise<[Claimant, Claimant]> {
  desks = [1, 2].map((number) => createDesk(number, () => now, profileMigrations));
  opened = [];
  const founded = await openClaimants(desks, {
    opened,
    others: [third],
    change,
    clock: { now: () => now },
    intents: { get: (key) => (outcomes.get(key) as Intent | undefined) ?? null },
    limitOf: (operation) => (operation === 'createCustomer' ? limit : null),
    allowsWithoutDatabase: () => true,
    sinceSeen: () => 11 * 60_000,
  });
  stored = founded.stored;
  return founded.all as [Claimant, Claimant];
}

let keys = 0;
/** Each of something else. */
const rows = (count: number) =>
  Array.from({ length: count }, () => {
    keys += 1;
    const key = String(keys).padStart(32, '0');
    return { key, operation: 'createCustomer' as const, sameness: `${key}@example.com` };
  });
const claims = () => stored.filter(({ kind }) => kind === 'claim').length;
const isOver = (left: number) => ({ why: 'day-limit', left });
const known = (desk: number, key: string, state: string) =>
  desks[desk]?.sqlite.run(
    `INSERT INTO intents (key, operation, state, input, journalled_at, sentence, messages)
     VALUES (?, 'createCustomer', ?, '{}', ?, '', '[]')`,
    [key, state, new Date(now).toISOString()],
  );
/** Once nobody was seen for long, a colleague states that what was claimed first was not created. */
async function stateAbsent({ colleagues }: Claimant): Promise<void> {
  now += 11 * 60_000;
  const [open] = (await colleagues.list()).open;
  const stated = { verdict: 'absent', resourceId: null, reason: 'r', checked: 'c' } as const;
  await colleagues.settle([open?.claim ?? ''], stated);
}

it.each([
  [1, 1, 1],
  [5, 4, 4],
  [7, 4, 4],
  [256, 200, 200],
])('within a limit of %i, of %i and %i at once, no more go than that', async (most, one, other) => {
  limit = most;
  const [ada, bob] = await twoComputers();
  const both = await Promise.allSettled([
    ada.claims.take(rows(one), []),
    bob.claims.take(rows(other), []),
  ]);
  const refused = both.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => reason)).toMatchObject([isOver(most - one)]);
  // Those of the one, and one more for all of their places.
  expect(claims()).toBe(one + 1);
});

it('what fits is sent after another’s, and a kind without a limit takes no place', async () => {
  limit = 3;
  const [ada, bob] = await twoComputers();
  const both = [ada.claims.take(rows(1), []), bob.claims.take(rows(2), [])];
  expect((await Promise.all(both)).map(({ size }) => size)).toEqual([0, 0]);
  await expect(ada.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
  const before = claims();
  const [row] = rows(1);
  await ada.claims.take(
    [{ ...row, operation: 'createWebhook', key: row?.key ?? '', sameness: 'x' }],
    [],
  );
  expect(claims()).toBe(before + 1);
});

it('a request has one place, however often it is asked about', async () => {
  const [ada] = await twoComputers();
  const row = rows(1);
  await ada.claims.take(row, []);
  await ada.claims.take(row, []);
  expect(claims()).toBe(2);
});

it.each(['given back', 'refused', 'stated as not created'])(
  'a place of a request that was %s is free again',
  async (what) => {
    const [ada, bob] = await twoComputers();
    const row = rows(1);
    const key = row[0]?.key ?? '';
    await ada.claims.take(row, []);
    await expect(bob.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
    if (what === 'given back') {
      ada.claims.release([key]);
      await ada.exchange.now();
    } else if (what === 'refused') {
      known(1, key, 'refused');
      outcomes.set(key, { state: 'refused', resourceId: null });
    } else {
      await stateAbsent(bob);
    }
    expect(await bob.claims.take(rows(1), [])).toEqual(new Map());
    await expect(bob.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
  },
);

it('a request that was stated as not created takes a place anew where it is claimed again', async () => {
  limit = 2;
  const [ada, bob] = await twoComputers();
  const [row] = rows(1) as [ReturnType<typeof rows>[number]];
  const claimAgain = async () => {
    const [standing] = (await ada.claims.take([row], [])).values();
    return await ada.claims.take([{ ...row, takes: new Set([standing?.name ?? '']) }], []);
  };
  await ada.claims.take([row], []);
  await bob.exchange.now();
  await stateAbsent(bob);
  await bob.claims.take(rows(2), []);
  // While she slept others took what was free.
  await expect(claimAgain()).rejects.toMatchObject(isOver(0));
  limit = 3;
  await bob.exchange.now();
  expect(await claimAgain()).toEqual(new Map());
  // Her new place counts, though what was stated of the claim before stands.
  await expect(bob.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
  await bob.exchange.now();
  await expect(bob.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
});

it('a place of a computer that joined again counts, though the one of before became free', async () => {
  limit = 1;
  const [ada, again] = await twoComputers();
  const [row] = rows(1) as [ReturnType<typeof rows>[number]];
  await ada.claims.take([row], []);
  await again.exchange.now();
  await stateAbsent(again);
  const [standing] = (await again.claims.take([row], [])).values();
  await again.claims.take([{ ...row, takes: new Set([standing?.name ?? '']) }], []);
  for (const { claims, exchange } of [again, ada]) {
    await exchange.now();
    await expect(claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
  }
});

it('a place of a request that was given back and claimed again counts, also before that claim is read', async () => {
  const [ada, bob] = await twoComputers();
  const row = rows(1);
  await ada.claims.take(row, []);
  ada.claims.release(row.map(({ key }) => key));
  for (const { exchange } of [ada, bob]) await exchange.now();
  await ada.claims.take(row, []);
  await expect(bob.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
});

it('rows of the same as others of the call fit beside them, or none is claimed', async () => {
  limit = 3;
  const [ada] = await twoComputers();
  const some = rows(4).map((row) => ({ ...row, isSecond: true, sameness: 'x' }));
  await expect(ada.claims.take(some, [])).rejects.toMatchObject(isOver(3));
  expect(claims()).toBe(0);
  await ada.claims.take(some.slice(0, 3), []);
  await expect(ada.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
});

it('goes through all of a day only where the limit is near, and once', async () => {
  limit = 5;
  const [ada] = await twoComputers();
  const sqlite = desks[0]?.sqlite as TestDesk['sqlite'];
  const asked = vi.spyOn(sqlite, 'first');
  const counts = () => asked.mock.calls.filter(([sql]) => sql.includes('key NOT IN')).length;
  await ada.claims.take(rows(4), []);
  expect(counts()).toBe(0);
  known(0, 'f'.repeat(32), 'refused');
  await ada.claims.take(rows(1), []);
  expect(counts()).toBe(0);
  limit = 8;
  for (const row of rows(2)) {
    known(0, row.key, 'created');
    await ada.claims.take([row], []);
  }
  expect(counts()).toBe(1);
  asked.mockRestore();
});

it('what is known without a place counts, and once what has one', async () => {
  limit = 3;
  const [ada] = await twoComputers();
  known(0, 'f'.repeat(32), 'created');
  const row = rows(1);
  await ada.claims.take(row, []);
  known(0, row[0]?.key ?? '', 'unknown');
  await expect(ada.claims.take(rows(2), [])).rejects.toMatchObject(isOver(1));
  await ada.claims.take(rows(1), []);
});

it('a limit counts as it is by now, whatever it was before on that day', async () => {
  limit = 2;
  const [ada, bob] = await twoComputers();
  await ada.claims.take(rows(2), []);
  limit = 1;
  await expect(bob.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
  limit = 3;
  await bob.claims.take(rows(1), []);
  await expect(ada.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
});

it('a place is of its day: after midnight (UTC) a request takes one of the next', async () => {
  let atMidnight = () => {};
  const [ada, bob] = await twoComputers((log) => ({
    ...log,
    async append(entries) {
      await log.append(entries);
      if (entries.some(({ kind }) => kind === 'claim')) atMidnight();
    },
  }));
  now = Date.parse('2026-11-26T23:59:59.999Z');
  atMidnight = () => {
    atMidnight = () => {};
    now += 1;
  };
  await ada.claims.take(rows(1), []);
  // Its claim, and a place of each day.
  expect(claims()).toBe(3);
  await expect(bob.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
});

it('a computer that passed over the places of others learns of them as it takes one', async () => {
  limit = 4;
  const [ada, bob] = await twoComputers();
  for (const _ of [1, 2]) await ada.claims.take(rows(1), []);
  await bob.exchange.now();
  // As an earlier version did.
  desks[1]?.sqlite.run('DELETE FROM team_places');
  await bob.claims.take(rows(1), []);
  await expect(bob.claims.take(rows(2), [])).rejects.toMatchObject(isOver(1));
});

it('without the database what is known here counts, where owners let it be sent', async () => {
  let isAway = false;
  const [ada, bob] = await twoComputers((log) => awayWhile(() => isAway, log));
  limit = 2;
  await bob.claims.take(rows(1), []);
  await ada.exchange.now();
  isAway = true;
  await expect(ada.claims.take(rows(2), [])).rejects.toMatchObject(isOver(1));
  expect(await ada.claims.take(rows(1), [])).toEqual(new Map());
});

it('what an owner’s new key seals is read with that key', async () => {
  const [ada, bob] = await twoComputers();
  await ada.exchange.change((now) => removeMember(now, third.publicKey, {}, systemRandom));
  await ada.claims.take(rows(1), []);
  await expect(bob.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
});

/** Of the third, in the place of the first of the day. */
function placeByThird({ exchange }: Claimant, content: string, place: object = {}): void {
  const { team, epochs } = exchange.membership();
  const chain = chainFrom(third, team);
  const nameOf = createClaimName(() => exchange.epochs.secretOf(1));
  const follows = nameOf(samenessOfPlaces({ ...ofOtherDay, day: '2026-11-26' }));
  const at = new Date(now).toISOString();
  const said = { content: Buffer.from(content), epoch: epochs[0] ?? null, at, follows };
  stored.push(chain.next({ kind: 'claim', ...said, ...place }));
}

it('of who may not claim, a place counts as none, whatever it holds', async () => {
  const [ada, bob] = await twoComputers();
  await ada.exchange.change((now) => removeMember(now, third.publicKey, {}, systemRandom));
  placeByThird(ada, 'what nobody can read');
  await bob.claims.take(rows(1), []);
  await expect(ada.claims.take(rows(1), [])).rejects.toMatchObject(isOver(0));
});

const ofRequest = { version: 1, key: 'e'.repeat(32), operation: 'createCustomer', person: null };
const ofOtherDay = { operation: 'createCustomer', day: '2026-11-27', after: null };
const otherPlaces = claimOfPlaces({ ...ofOtherDay, keys: [ofRequest.key] }, null);

it.each([
  ['what nobody can read', 'what nobody can read'],
  ['a claim of a request', JSON.stringify({ ...ofRequest, sameness: 'x' })],
  ['places of another day', JSON.stringify(otherPlaces)],
  ['what says no version', '{}'],
  ['what nobody can open', '{}', { epoch: { number: 1, publicKey: third.sealingKey } }],
])('%s in the place of the next is named, and takes none', async (_, content, more?: object) => {
  const [ada, bob] = await twoComputers();
  placeByThird(ada, content, more);
  const both = await Promise.allSettled([ada, bob].map(({ claims: of }) => of.take(rows(1), [])));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: isOver(0) });
  const named = { kind: 'unreadable', author: third.publicKey, sequence: 1 };
  for (const { state } of [ada, bob]) expect(state.problems()).toMatchObject([named]);
});

it.each([
  ['that can’t be opened', 1, (key: string) => ({ epoch: { number: 2, publicKey: key } })],
  ['that is not what was asked for', 1, () => ({ follows: 'f'.repeat(64) })],
  ['of a later version', 2, () => ({})],
  ['of a branch', 1, (key: string) => ({ epoch: { number: 1, publicKey: key } }), [{} as never]],
])('nothing is sent past a place %s', async (_, version, place, resolved = []) => {
  const [ada] = await twoComputers((log) => ({
    ...log,
    following: async (names) =>
      stored.filter(({ follows }) => follows?.startsWith('ff') || names.includes(follows ?? '-')),
  }));
  const content = JSON.stringify({ ...ofRequest, version, sameness: 'x' });
  placeByThird(ada, content, place(third.sealingKey));
  vi.spyOn(ada.exchange, 'membership').mockReturnValue({ ...ada.exchange.membership(), resolved });
  await expect(ada.claims.take(rows(2), [])).rejects.toMatchObject({ why: 'team-problem' });
});

it('what waited to be claimed and was claimed by others meanwhile stops nothing else', async () => {
  let isAway = false;
  const [ada, bob] = await twoComputers((log) => awayWhile(() => isAway, log));
  const row = rows(1);
  isAway = true;
  await ada.claims.take(row, []);
  expect(ada.state.toSend()).toBeGreaterThan(0);
  isAway = false;
  await bob.claims.take(
    row.map((one) => ({ ...one, key: 'b'.repeat(32) })),
    [],
  );
  await expect(ada.claims.take(rows(2), [])).rejects.toMatchObject(isOver(0));
});

it('a database that lets two take the same place is told as a problem, and both count', async () => {
  limit = 2;
  const [ada, bob] = await twoComputers((log) => ({
    ...log,
    following: async () => [],
    // Whatever they follow.
    async append(entries) {
      stored.push(...entries);
    },
  }));
  await Promise.all([ada, bob].map(({ claims: of }) => of.take(rows(1), [])));
  for (const { exchange } of [ada, bob]) await exchange.now();
  for (const { state, claims: of } of [ada, bob]) {
    expect(state.problems()).toMatchObject([
      { kind: 'fork', sentence: expect.stringMatching(/limit/) },
    ]);
    await expect(of.take(rows(1), [])).rejects.toMatchObject(isOver(0));
  }
});
