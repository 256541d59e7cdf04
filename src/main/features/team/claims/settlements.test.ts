/** Claims of a computer that is gone, and what people state of them, over a log in memory. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashOfEntry, type SignedEntry } from '../../../../team-log/entry.ts';
import { TeamDatabaseAway } from '../../../../team-log/errors.ts';
import type { MemberRole } from '../../../../team-log/membership-payload.ts';
import { profileMigrations } from '../../../console/profile-session.ts';
import { signingKeyOf } from '../../../core/audit/signing.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { closeAll, createDesk, type TestDesk } from '../../handover/testing/desks.ts';
import { openClaimant, stream } from '../testing/claimant.ts';
import { logOn, type Stored, teamOfAll } from '../testing/memory-log.ts';

type Claimant = ReturnType<typeof openClaimant>;

let desks: TestDesk[];
let opened: Claimant[];
let now: number;
/** Outcomes as they come to everybody, by key. */
let outcomes: Map<string, Partial<Intent>>;
/** Milliseconds since anybody was seen, by the database. */
let seen: number | null;
let onHear: () => void;
let stored: Stored;
/** Before an entry is in the database. */
let onAppend: (() => Promise<void>) | null;
beforeEach(() => {
  desks = [];
  opened = [];
  now = Date.parse('2026-11-26T10:00:00Z');
  outcomes = new Map();
  seen = 11 * 60_000;
  onHear = () => undefined;
  onAppend = null;
});
afterEach(async () => {
  for (const { exchange } of opened) await exchange.close();
  closeAll(desks);
});

const minutes = (count: number): void => {
  now += count * 60_000;
};

async function computers(count: number, role: MemberRole = 'operator'): Promise<Claimant[]> {
  const keys = Array.from({ length: count }, () => signingKeyOf(randomBytes(32)));
  const founded = teamOfAll(keys, role);
  stored = founded.stored;
  for (const [index, signing] of keys.entries()) {
    const desk = createDesk(index + 1, () => Date.parse('2026-11-20'), profileMigrations);
    desks.push(desk);
    const plain = logOn(stored, null);
    const log: typeof plain = {
      ...plain,
      async append(entries) {
        await plain.append(entries);
        const act = onAppend;
        onAppend = null;
        await act?.();
      },
    };
    const claimant = openClaimant(desk, {
      signing,
      team: founded.team,
      log,
      clock: { now: () => now },
      intents: { get: (key) => (outcomes.get(key) as Intent | undefined) ?? null },
      sinceSeen: () => seen,
      hear: async () => onHear(),
    });
    opened.push(claimant);
    await claimant.exchange.now();
  }
  return opened;
}

const row = (key: string, sameness = 'ada@example.com') => ({
  key: key.repeat(32),
  operation: 'createCustomer' as const,
  sameness,
});
const stated = {
  verdict: 'absent',
  resourceId: null,
  reason: 'It was stolen.',
  checked: 'Dashboard.',
} as const;
const hashOf = async ({ exchange, colleagues }: Claimant) => {
  await exchange.now();
  return (await colleagues.list()).open.map(({ claim }) => claim);
};
const claims = () => stored.filter(({ kind }) => kind === 'claim').length;

it('a request alike asks once more and names the statement, whatever was confirmed before', async () => {
  const [ada, bob, eve] = (await computers(3)) as [Claimant, Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  const before = (await bob.claims.take([row('b')], [])).get(row('b').key);
  expect(before?.name).toMatch(/^claim:/);
  expect(await hashOf(bob)).toEqual([]);
  minutes(11);
  const [open] = (await bob.colleagues.list()).open;
  expect(open).toMatchObject({
    about: 'ada@example.com',
    operation: 'createCustomer',
    isGone: true,
  });
  expect((await bob.colleagues.settle([open?.claim ?? ''], stated)).settled).toHaveLength(1);
  expect((await bob.colleagues.list()).open).toEqual([]);
  const asked = (await eve.claims.take([row('e')], [before?.name ?? ''])).get(row('e').key);
  expect(asked).toMatchObject({ isAllowed: true, name: expect.stringMatching(/^settlement:/) });
  expect(asked?.sentence).toContain('not created. Reason: It was stolen.');
  expect(claims()).toBe(1);
  expect(await eve.claims.take([row('e')], [asked?.name ?? ''])).toEqual(new Map());
  expect(claims()).toBe(2);
});

it('what exists is asked about by its ID, and no run takes it', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  minutes(11);
  const exists = { ...stated, verdict: 'exists', resourceId: 'customer_1' } as const;
  await bob.colleagues.settle(await hashOf(bob), exists);
  const named = (await bob.claims.take([row('b')], [])).get(row('b').key)?.name ?? '';
  const asked = await bob.claims.take([{ ...row('b'), takes: new Set([named]) }], []);
  expect(asked.get(row('b').key)).toMatchObject({ isAllowed: false });
  expect(await bob.claims.take([row('b')], ['customer_1'])).toEqual(new Map());
});

it('many of a run are resolved together, and a run that goes on takes them', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  const letters = ['1', '2', '3', '4', '5'];
  const rows = letters.map((letter) => row(letter, `row-${letter}`));
  await ada.claims.take(rows, []);
  minutes(11);
  expect((await bob.colleagues.settle(await hashOf(bob), stated)).settled).toHaveLength(5);
  const mine = ['a', 'b', 'c', 'd', 'e'].map((key, at) => row(key, `row-${letters[at]}`));
  const standing = await bob.claims.take(mine, []);
  expect(standing.size).toBe(5);
  const takes = new Set([...standing.values()].map(({ name }) => name));
  const resumed = mine.map((one) => ({ ...one, takes }));
  expect(await bob.claims.take(resumed, [])).toEqual(new Map());
  // What is resolved later nobody has seen.
  await ada.claims.take([row('6', 'row-6')], []);
  minutes(11);
  await bob.colleagues.settle(await hashOf(bob), { ...stated, verdict: 'unknown' });
  expect((await bob.claims.take([{ ...row('f', 'row-6'), takes }], [])).size).toBe(1);
});

it('what is stated anew of one row leaves what was stated of the rows with it', async () => {
  const [ada, bob, eve] = (await computers(3)) as [Claimant, Claimant, Claimant];
  const numbers = Array.from({ length: 100 }, (_none, index) => index);
  const rows = numbers.map((number) => ({
    ...row('a', `row-${number}`),
    key: number.toString(16).padStart(32, '0'),
  }));
  await ada.claims.take(rows, []);
  minutes(11);
  await bob.colleagues.settle(await hashOf(bob), stated);
  const { stated: listed } = await bob.colleagues.list();
  const first = listed.find(({ about }) => about === 'row-0');
  const unknown = { ...stated, verdict: 'unknown' } as const;
  expect((await bob.colleagues.settle([first?.claim ?? ''], unknown)).settled).toHaveLength(1);
  await eve.exchange.now();
  // The computer that was taken for gone goes on with its file.
  const asked = await ada.claims.take(rows, []);
  expect(asked.size).toBe(rows.length);
  expect(new Set([...asked.values()].map(({ name }) => name)).size).toBe(2);
  expect(claims()).toBe(rows.length);
});

it('the computer that comes back asks too, and does not send what it had claimed', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  minutes(11);
  await bob.colleagues.settle(await hashOf(bob), stated);
  // A row that was prepared and not sent keeps its key.
  const asked = await ada.claims.take([row('a')], []);
  expect(asked.get(row('a').key)?.name).toMatch(/^settlement:/);
  expect(claims()).toBe(1);
});

it('a computer that comes back before anything is stated claims anew, and that claim stands whatever is stated of the one before', async () => {
  const [ada, bob, eve] = (await computers(3)) as [Claimant, Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  const [first] = await hashOf(bob);
  expect(first).toBeUndefined();
  minutes(11);
  const [old = ''] = await hashOf(bob);
  // It may send from here on; nobody has heard of it since.
  expect(await ada.claims.take([row('a')], [])).toEqual(new Map());
  expect(claims()).toBe(2);
  await expect(bob.colleagues.settle([old], stated)).rejects.toThrow(/Nothing is left/);
  // Stated by who had not read so far.
  const content = { ...stated, version: 1, claims: [old], person: null, replaces: [] };
  await bob.exchange.say(stream, {
    kind: 'settlement',
    content: Buffer.from(JSON.stringify(content)),
  });
  const before = (await eve.claims.take([row('e')], [])).get(row('e').key);
  expect(before).toMatchObject({ name: expect.stringMatching(/^claim:/) });
  expect(before?.isAllowed).toBeUndefined();
  expect(claims()).toBe(2);
  // Once it is gone again the new one is listed, alone.
  minutes(11);
  const open = await hashOf(bob);
  expect(open).toHaveLength(1);
  expect(open).not.toContain(old);
  expect((await bob.colleagues.settle(open, stated)).settled).toHaveLength(1);
  const asked = (await eve.claims.take([row('e')], [])).get(row('e').key);
  expect(asked).toMatchObject({ isAllowed: true });
});

it('what a computer that came back created beside a statement is stated anew', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  minutes(11);
  const old = await hashOf(bob);
  await bob.colleagues.settle(old, stated);
  const asked = (await ada.claims.take([row('a')], [])).get(row('a').key);
  // A person goes on in spite of it.
  await ada.claims.take([{ ...row('a'), takes: new Set([asked?.name ?? '']) }], []);
  expect(claims()).toBe(2);
  outcomes.set(row('a').key, { state: 'created', resourceId: 'customer_9' });
  await bob.exchange.now();
  const [differing] = bob.colleagues.needs().differing;
  expect(differing?.id).toBe(old[0]);
  const exists = { ...stated, verdict: 'exists', resourceId: 'customer_9' } as const;
  await bob.colleagues.settle([differing?.id ?? ''], exists);
  expect(bob.colleagues.needs().differing).toEqual([]);
});

it('a statement is about the claims before it too, where the database loses the last', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  minutes(6);
  await ada.claims.take([row('a')], []);
  minutes(11);
  const open = await hashOf(bob);
  expect(open).toHaveLength(1);
  expect((await bob.colleagues.settle(open, stated)).settled).toHaveLength(1);
  const last = stored.findLastIndex(({ kind }) => kind === 'claim');
  stored.splice(last, 1);
  const asked = (await bob.claims.take([row('b')], [])).get(row('b').key);
  expect(asked).toMatchObject({ isAllowed: true });
});

it('a claim is young for half as long as it takes to be stated anything of', async () => {
  const [ada] = (await computers(1)) as [Claimant];
  await ada.claims.take([row('a')], []);
  minutes(5);
  await ada.claims.take([row('a')], []);
  expect(claims()).toBe(1);
  now += 1;
  await ada.claims.take([row('a')], []);
  expect(claims()).toBe(2);
  // By a clock that was set back nobody can say how old it is.
  minutes(-1);
  await ada.claims.take([row('a')], []);
  expect(claims()).toBe(3);
});

it('all claims of a request that is not sent are given back', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  minutes(6);
  await ada.claims.take([row('a')], []);
  ada.claims.release([row('a').key]);
  await ada.exchange.now();
  await bob.exchange.now();
  expect(await bob.claims.take([row('b')], [])).toEqual(new Map());
  minutes(11);
  expect((await bob.colleagues.list()).open).toEqual([]);
});

it('a computer that slept while it claimed looks again before it sends', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  onAppend = async () => {
    minutes(11);
    await bob.colleagues.settle(await hashOf(bob), stated);
  };
  const asked = await ada.claims.take([row('a')], []);
  expect(asked.get(row('a').key)?.name).toMatch(/^settlement:/);
  // Many at once are asked about in another way.
  onAppend = async () => {
    minutes(11);
    await bob.colleagues.settle(await hashOf(bob), stated);
  };
  const rows = [row('b', 'bob@example.com'), row('c', 'cy@example.com')];
  const names = [...(await ada.claims.take(rows, [])).values()].map(({ name }) => name);
  expect(names).toEqual(rows.map(() => expect.stringMatching(/^settlement:/)));
});

it('nobody states anything of their own claim, nor gives back what another one claimed', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  const claim = stored.find(({ kind }) => kind === 'claim') as SignedEntry;
  const hash = hashOfEntry(claim);
  const say = (by: Claimant, kind: 'settlement' | 'release', content: object) =>
    by.exchange.say(stream, {
      kind,
      content: Buffer.from(JSON.stringify({ version: 1, claims: [hash], ...content })),
    });
  await bob.exchange.now();
  await say(bob, 'release', {});
  await say(ada, 'settlement', { ...stated, person: null, replaces: [] });
  const asked = (await bob.claims.take([row('b')], [])).get(row('b').key);
  expect(asked).toMatchObject({ name: `claim:${hash}` });
  expect(asked?.isAllowed).toBeUndefined();
});

it('its own outcome stands beside the statement, and a difference is named until somebody states it anew', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  minutes(11);
  await bob.colleagues.settle(await hashOf(bob), stated);
  const [listed] = (await bob.colleagues.list()).stated;
  expect(listed).toMatchObject({ outcome: null, isDifferent: false });
  outcomes.set(row('a').key, { state: 'refused', resourceId: null });
  expect(bob.colleagues.needs().differing).toEqual([]);
  expect(await bob.claims.take([row('b')], [])).toEqual(new Map());
  outcomes.set(row('a').key, { state: 'created', resourceId: 'customer_9' });
  seen = 0;
  expect((await bob.colleagues.list()).stated).toMatchObject([
    { outcome: { state: 'created', resourceId: 'customer_9' }, isDifferent: true },
  ]);
  expect(bob.colleagues.needs().differing).toHaveLength(1);
  const again = { ...stated, verdict: 'exists', resourceId: 'customer_9' } as const;
  await bob.colleagues.settle([listed?.claim ?? ''], again);
  expect((await bob.colleagues.list()).stated).toMatchObject([
    { isDifferent: false, statements: [again] },
  ]);
});

it('two who state different things at once are told, and a request alike is not allowed', async () => {
  const [ada, bob, eve] = (await computers(3)) as [Claimant, Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  minutes(11);
  const claim = await hashOf(bob);
  const other = { ...stated, verdict: 'exists', resourceId: 'customer_1' } as const;
  await hashOf(eve);
  await Promise.all([bob.colleagues.settle(claim, stated), eve.colleagues.settle(claim, other)]);
  const asked = (await bob.claims.take([row('b')], [])).get(row('b').key);
  expect(asked).toMatchObject({ isAllowed: false, sentence: expect.stringMatching(/differ/) });
  const [both] = (await bob.colleagues.list()).stated;
  expect(both).toMatchObject({ isDifferent: true, statements: [{}, {}] });
});

it('a statement that goes later is told as one, not as failed', async () => {
  const [ada, bob] = (await computers(2)) as [Claimant, Claimant];
  await ada.claims.take([row('a')], []);
  minutes(11);
  const claim = await hashOf(bob);
  onHear = () => {
    onAppend = () => Promise.reject(new TeamDatabaseAway('cut off'));
  };
  expect(await bob.colleagues.settle(claim, stated)).toMatchObject({ isSent: false });
  await bob.exchange.now();
  expect(stored.filter(({ kind }) => kind === 'settlement')).toHaveLength(1);
});

it('nothing is resolved while that computer may be sending, nor by who may not', async () => {
  const [ada, bob] = (await computers(2, 'approver')) as [Claimant, Claimant];
  await bob.claims.take([row('b')], []);
  const [claim] = stored.filter(({ kind }) => kind === 'claim');
  minutes(9);
  const hash = claim === undefined ? '' : hashOfEntry(claim);
  await expect(ada.colleagues.settle([hash], stated)).rejects.toThrow(/Nothing is left/);
  minutes(2);
  // Whatever the clock here says.
  minutes(60);
  for (const since of [60_000, null]) {
    seen = since;
    await expect(ada.colleagues.settle([hash], stated)).rejects.toThrow(/Nothing is left/);
  }
  seen = 11 * 60_000;
  // It came back since this computer asked.
  onHear = () => {
    seen = 0;
  };
  await expect(ada.colleagues.settle([hash], stated)).rejects.toThrow(/Nothing is left/);
  onHear = () => undefined;
  seen = 11 * 60_000;
  await expect(bob.colleagues.settle([hash], stated)).rejects.toThrow(/Nothing is left/);
  expect((await ada.colleagues.settle([hash], stated)).settled).toHaveLength(1);
  await ada.claims.take([row('a', 'other@example.com')], []);
  minutes(11);
  await expect(bob.colleagues.settle(await hashOf(bob), stated)).rejects.toThrow(RangeError);
});
