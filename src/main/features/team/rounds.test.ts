/** What a round of the exchange, and closing it, leave behind: what was read by when, and what waits. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createChain } from '../../../team-log/chain.ts';
import { TeamDatabaseAway } from '../../../team-log/errors.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { createBook } from '../approvals/book.ts';
import { createGate } from '../approvals/gate.ts';
import { closeAll, createDesk, type TestDesk } from '../handover/testing/desks.ts';
import { factsOf } from './facts.ts';
import { openClaimant, stream } from './testing/claimant.ts';
import { logOn, type Stored, teamOfAll } from './testing/memory-log.ts';
import { silentVoice, voiceOf } from './voice.ts';

const at = '2026-11-26T10:00:00.000Z';
let keys: [SigningKey, SigningKey];
let team: string;
let stored: Stored;
let now: number;
let desk: TestDesk;
let opened: ReturnType<typeof openClaimant> | null;
beforeEach(() => {
  keys = [signingKeyOf(randomBytes(32)), signingKeyOf(randomBytes(32))];
  ({ team, stored } = teamOfAll(keys));
  now = Date.parse(at);
  desk = createDesk(1, () => now, profileMigrations);
  opened = null;
});
afterEach(async () => {
  await opened?.exchange.close();
  closeAll([desk]);
});

function open(log: TeamLog) {
  opened = openClaimant(desk, { signing: keys[0], team, log, clock: { now: () => now } });
  return opened;
}

it('says as it closes nothing after a claim that waits', async () => {
  const log = logOn(stored, null);
  let isAway = false;
  const { exchange, claims, state } = open({
    ...log,
    append: (entries) =>
      isAway ? Promise.reject(new TeamDatabaseAway('away')) : log.append(entries),
  });
  const chain = createChain({ signing: keys[1], team, stream, head: null, random: systemRandom });
  const epoch = currentEpoch(foldMembership(team, stored));
  const content = factsOf({ computer: keys[1].publicKey, person: null, computers: {} }, []);
  // Of the first it says at once that it has it, of the second later.
  for (const _ of [1, 2]) {
    stored.push(chain.next({ kind: 'facts', epoch, content, at }));
    await exchange.now();
  }
  isAway = true;
  const wanted = { key: 'a'.repeat(32), operation: 'createCustomer' as const, sameness: 'x' };
  await expect(claims.take([wanted], [])).rejects.toMatchObject({ name: 'NotClaimed' });
  expect(exchange.status()).toEqual({ state: 'on' });
  await exchange.close();
  expect(state.outbox(9).map(({ entry }) => entry.kind)).toEqual(['claim']);
});

it('reads before a write where it only sent lately', async () => {
  const log = logOn(stored, null);
  let reads = 0;
  const { exchange, state } = open({
    ...log,
    read(...asked) {
      reads += 1;
      return log.read(...asked);
    },
  });
  const row = state.get();
  if (row === null) throw new Error('It is in no team.');
  const clock = { now: () => now };
  const addressBook = { isPaidInto: () => true, follow: async () => undefined };
  const unresolved = { isSentHere: () => false, reportersOf: () => [] };
  const book = createBook({
    unresolved,
    addressBook,
    clock,
    intents: { get: () => null },
    bulk: { runs: { has: () => false } },
    store: {
      forget: () => undefined,
      take: () => null,
      all: () => [],
      countOf: () => 0,
      proposal: () => null,
    },
  });
  book.use(voiceOf({ row, state, connected: { ...exchange, nameOf: () => null } as never }));
  const gate = createGate({
    book,
    addressBook,
    clock,
    sqlite: desk.sqlite,
    digestOf: () => '',
    audit: { append: () => undefined } as never,
  });
  const readsToWrite = async () => {
    const before = reads;
    const input = { email: 'ada@example.com' };
    await gate.require({ key: 'a'.repeat(32), operation: 'createCustomer', input } as never);
    return reads - before;
  };
  await exchange.now();
  now += 30_000;
  expect(await readsToWrite()).toBe(0);
  now += 1;
  desk.annotations.addNote({ kind: 'customer', id: 'customer_1' }, 'x');
  exchange.wake();
  await vi.waitFor(() => expect(stored.at(-1)?.kind).toBe('facts'));
  await vi.waitFor(() => expect(state.toSend()).toBe(0));
  expect(Date.parse(state.get()?.exchanged_at ?? '')).toBe(now);
  expect(await readsToWrite()).toBeGreaterThan(0);
  expect(await readsToWrite()).toBe(0);
  // Nor is anything known where the clock was set back.
  now -= 1;
  expect(await readsToWrite()).toBeGreaterThan(0);
});

it('says from which of its own entries on the database may lack some', async () => {
  const log = logOn(stored, null);
  let isAway = true;
  const append: TeamLog['append'] = (entries) =>
    isAway ? Promise.reject(new TeamDatabaseAway('away')) : log.append(entries);
  opened = openClaimant(desk, {
    signing: keys[0],
    team,
    log: { ...log, append },
    clock: { now: () => now },
    takeOther: () => undefined,
  });
  const { exchange, state } = opened;
  await exchange.now();
  const row = state.get();
  if (row === null) throw new Error('It is in no team.');
  const connected = { ...exchange, own: keys[0].publicKey, nameOf: () => null };
  const voice = voiceOf({ row, state, connected: connected as never });
  expect(voice.waitsFrom()).toBeNull();
  const policy = Buffer.from('a policy');
  await expect(voice.say('policy', policy)).rejects.toBeInstanceOf(TeamDatabaseAway);
  const [waiting] = state.outbox(9);
  expect(waiting?.entry.kind).toBe('policy');
  expect([voice.waitsFrom(), silentVoice(row, state, desk.sqlite).waitsFrom()]).toEqual([
    waiting?.entry.sequence,
    waiting?.entry.sequence,
  ]);
  isAway = false;
  await exchange.now();
  expect(voice.waitsFrom()).toBeNull();
});
