import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IncomingDelivery } from '../main/features/webhooks/inbox/types.ts';
import type { NewSignatureCheck } from '../main/features/webhooks/signature-checks/types.ts';
import { type Random, randomHex, systemRandom } from '../platform/random.ts';
import { createChain } from '../team-log/chain.ts';
import { unpackDeliveries } from '../team-log/deliveries.ts';
import { type ChainHead, headOfEntry, noEntry, type SignedEntry } from '../team-log/entry.ts';
import { ChainConflict, TeamDatabaseAway } from '../team-log/errors.ts';
import { currentEpoch } from '../team-log/membership.ts';
import type { EpochKey } from '../team-log/sealing.ts';
import type { SignedHead } from '../team-log/signed-head.ts';
import { createTeam, randomStream } from '../team-log/testing/team.ts';
import { createTeamInbox } from './team-inbox.ts';

const made = createTeam();
const own = made.add('relay');
const { team } = made;
const stream = randomStream();
const path = 'a'.repeat(32);
const MIB = 1024 * 1024;

/** What the log has, and what its next append does instead. */
let entries: SignedEntry[];
let failing: ((sent: readonly SignedEntry[]) => Promise<void>)[];
let appended: (readonly SignedEntry[])[];
let isAdmitted: boolean;
let epoch: EpochKey | null;
let now: number;
let checked: () => Promise<void>;
let conflicts: ChainConflict[];
/** How often the head was read, and what that waits for. */
let heads: number;
let reading: Promise<void>;

const store = (sent: readonly SignedEntry[]): void => {
  for (const entry of sent) {
    const there = entries.find(({ sequence }) => sequence === entry.sequence);
    if (there !== undefined && there.signature !== entry.signature) {
      throw new ChainConflict(stream, entry.sequence, false);
    }
    if (there === undefined) entries.push(entry);
  }
};
const log = {
  check: () => checked(),
  async appendNext(sent: readonly SignedEntry[]): Promise<void> {
    appended.push(sent);
    const instead = failing.shift();
    if (instead === undefined) store(sent);
    else await instead(sent);
  },
  async headsOf() {
    const last = entries.at(-1);
    return last === undefined ? {} : { [own.publicKey]: headOfEntry(last) };
  },
  readAuthor: async (_stream: string, _author: string, after: number) =>
    entries.filter(({ sequence }) => sequence > after),
  async ownHead(): Promise<SignedHead> {
    heads += 1;
    await reading;
    const last = entries.at(-1);
    const head = last === undefined ? null : headOfEntry(last);
    return { head, passed: new Map() };
  },
};
const kept = { of: () => undefined, streams: () => [], keep: () => undefined };
const open = (random: Random = systemRandom, before?: ChainHead) =>
  createTeamInbox({
    log,
    team,
    own,
    kept: { ...kept, of: () => before },
    random,
    clock: { now: () => now },
    view: {
      find: (of) => (of === path ? { stream, secrets: 'unknown-yet' } : null),
      epoch: () => epoch,
      isAdmitted: () => isAdmitted,
      streams: () => new Set([stream]),
    },
    say: { warn: () => undefined },
    onConflict: (error) => conflicts.push(error),
    unjudgedBytes: 2_500,
  });

const verdict = (kind: NewSignatureCheck['kind']): NewSignatureCheck => ({
  kind,
  webhookId: null,
  fingerprint: null,
  signature: null,
});
const delivery = (kind: NewSignatureCheck['kind'] = 'genuine', size = 10): IncomingDelivery => ({
  slotPath: path,
  receivedAt: 1,
  rawHeaders: [],
  body: new Uint8Array(size),
  verdict: verdict(kind),
});
const away = () => Promise.reject(new TeamDatabaseAway('away'));
const sequences = () => entries.map(({ sequence }) => sequence);

beforeEach(() => {
  entries = [];
  failing = [];
  appended = [];
  conflicts = [];
  heads = 0;
  reading = Promise.resolve();
  isAdmitted = true;
  epoch = currentEpoch(made.membership());
  now = 0;
  checked = () => Promise.resolve();
});
afterEach(() => {
  vi.useRealTimers();
});

it('sends the same bytes again before the next entry, whether or not they had come', async () => {
  const inbox = open();
  await inbox.append([delivery()]);
  failing.push(away, async (sent) => {
    store(sent);
    await away();
  });
  await expect(inbox.append([delivery()])).rejects.toThrow(TeamDatabaseAway);
  await expect(inbox.append([delivery()])).rejects.toThrow(TeamDatabaseAway);
  await inbox.append([delivery()]);
  expect(sequences()).toEqual([1, 2, 3]);
  expect(appended.map((sent) => sent.map(({ sequence }) => sequence))).toEqual([
    [1],
    [2],
    [2],
    [2],
    [3],
  ]);
  expect(entries.map(({ previous }) => previous).slice(1)).toEqual(
    entries.slice(0, -1).map((entry) => headOfEntry(entry).hash),
  );
});

it('makes nothing more while one waits, however many come', async () => {
  const inbox = open();
  failing.push(...Array.from({ length: 10 }, () => away));
  for (let group = 0; group < 8; group += 1)
    await expect(inbox.append([delivery('genuine', 100_000)])).rejects.toThrow(TeamDatabaseAway);
  await expect(inbox.sayReceived(1_000, 2_000)).rejects.toThrow(TeamDatabaseAway);
  await expect(inbox.settle()).rejects.toThrow(TeamDatabaseAway);
  expect(appended).toHaveLength(10);
  const [first] = appended;
  for (const sent of appended) expect(sent).toEqual(first);
  await inbox.settle();
  expect(sequences()).toEqual([1]);
});

it('is settled where nothing waits once the database would take entries', async () => {
  const inbox = open();
  checked = away;
  await expect(inbox.settle()).rejects.toThrow(TeamDatabaseAway);
  checked = () => Promise.resolve();
  await inbox.settle();
  expect(appended).toEqual([]);
});

it('rejects where the database takes too long, and waits for it before it sends more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const inbox = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  failing.push(async (sent) => {
    await promise;
    store(sent);
  });
  const first = expect(inbox.append([delivery()])).rejects.toThrow('took longer');
  await vi.advanceTimersByTimeAsync(4_000);
  await first;
  const second = expect(inbox.append([delivery()])).rejects.toThrow('took longer');
  await vi.advanceTimersByTimeAsync(4_000);
  await second;
  expect(appended).toHaveLength(1);
  resolve();
  await inbox.append([delivery()]);
  expect(sequences()).toEqual([1, 2]);
});

it('reads a long chain once, however many wait for it meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const inbox = open();
  const { promise, reject } = Promise.withResolvers<void>();
  reading = promise;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const late = expect(inbox.append([delivery()])).rejects.toThrow('took longer');
    await vi.advanceTimersByTimeAsync(4_000);
    await late;
  }
  expect(heads).toBe(1);
  reject(new TeamDatabaseAway('away'));
  await expect(promise).rejects.toThrow('away');
  reading = Promise.resolve();
  await inbox.append([delivery()]);
  await inbox.append([delivery()]);
  expect(heads).toBe(2);
  expect(sequences()).toEqual([1, 2]);
});

it('begins anew behind what the process before it left, and ends where another one writes on', async () => {
  const inbox = open();
  const before = createChain({ signing: own, team, stream, head: null, random: systemRandom });
  const other = () =>
    before.next({ kind: 'deliveries', epoch, at: 'then', content: new Uint8Array(1) });
  failing.push((sent) => {
    entries.push(other());
    store(sent);
    return Promise.resolve();
  });
  await expect(inbox.append([delivery()])).rejects.toThrow(ChainConflict);
  expect(conflicts).toEqual([]);
  await inbox.append([delivery()]);
  expect(sequences()).toEqual([1, 2]);

  failing.push((sent) => {
    entries.push({ ...other(), sequence: 3 });
    store(sent);
    return Promise.resolve();
  });
  await expect(inbox.append([delivery()])).rejects.toThrow(ChainConflict);
  expect(conflicts).toHaveLength(1);
  await expect(inbox.append([delivery()])).rejects.toThrow(TeamDatabaseAway);
  expect(appended).toHaveLength(3);
});

it('takes nothing where its chain is longer than it was, and another one', async () => {
  await open().append([delivery()]);
  await open().append([delivery()]);
  const [first] = entries.map(headOfEntry);
  const forked = open(systemRandom, { sequence: 1, hash: noEntry });
  await expect(forked.append([delivery()])).rejects.toThrow('was set back');
  expect(sequences()).toEqual([1, 2]);
  // What somebody else put in that place says nothing.
  entries.unshift({ ...entries[0], signature: '0'.repeat(128) } as SignedEntry);
  await open(systemRandom, first).append([delivery()]);

  expect(sequences()).toEqual([1, 1, 2, 3]);
});

it('stores nothing that is forged, nor after it was removed', async () => {
  const inbox = open();
  const group = (['wrong', 'missing', 'other-webhook', 'duplicate-keys'] as const).map((kind) =>
    delivery(kind),
  );
  expect(await inbox.append(group)).toEqual(group.map(() => 'quarantined'));
  expect(appended).toEqual([]);
  isAdmitted = false;
  await expect(inbox.append([delivery()])).rejects.toThrow(TeamDatabaseAway);
  expect(inbox.slot(randomHex(systemRandom, 16))).toBeNull();
});

it('takes what nobody can judge here within what an hour allows', async () => {
  const inbox = open();
  const large = delivery('not-yet-judged', 1_000);
  expect(await inbox.append([large, large])).toEqual(['held', 'held']);
  expect(await inbox.append([large, delivery()])).toEqual(['hold-full', 'kept']);
  now += 60 * 60 * 1_000;
  expect(await inbox.append([large])).toEqual(['held']);
});

it('counts the headers of what nobody can judge here, which are stored, too', async () => {
  const bare = { ...delivery('not-yet-judged', 0), rawHeaders: ['x', '"'.repeat(500)] };
  expect(await open().append([bare, bare, bare])).toEqual(['held', 'held', 'hold-full']);
});

it('says when it received, in the chain of its deliveries', async () => {
  const inbox = open();
  const [first] = await Promise.all([
    inbox.append([delivery()]),
    inbox.sayReceived(1_000, 2_000),
    inbox.append([delivery()]),
  ]);
  expect(first).toEqual(['kept']);
  expect(entries.map(({ kind, sequence }) => [kind, sequence])).toEqual([
    ['deliveries', 1],
    ['coverage', 2],
    ['deliveries', 3],
  ]);
});

it('puts what its sender could send into as many entries as it fills, whatever its headers are', async () => {
  const inbox = open();
  await inbox.append([delivery()]);
  // Four bytes each on the wire, and seven as they are stored.
  const rawHeaders = Array.from({ length: 2_000 }, () => ['a', '']).flat();
  const odd = { ...delivery(), rawHeaders };
  const group = [
    delivery('genuine', MIB),
    delivery('genuine', MIB - 1_000),
    ...Array.from({ length: 200 }, () => odd),
  ];
  expect(new Set(await inbox.append(group))).toEqual(new Set(['kept']));
  await inbox.append([delivery()]);
  expect(sequences()).toEqual(entries.map((_, at) => at + 1));
  expect(entries.length).toBeGreaterThan(4);
  const epochs = made.epochs();
  const stored = entries.flatMap((entry) => unpackDeliveries(epochs.open(entry)));
  expect(stored.map(({ rawHeaders: of, body }) => [of.length, body.length])).toEqual(
    [delivery(), ...group, delivery()].map(({ rawHeaders: of, body }) => [of.length, body.length]),
  );
});

it('leaves no gap where an entry can’t be made after another one of its group', async () => {
  let left = 1;
  const random: Random = {
    bytes(count) {
      if (left === 0) throw new Error('no random bytes');
      left -= 1;
      return systemRandom.bytes(count);
    },
  };
  const inbox = open(random);
  const group = Array.from({ length: 3 }, () => delivery('genuine', MIB));
  await expect(inbox.append(group)).rejects.toThrow('no random bytes');
  left = 10;
  await inbox.append([delivery()]);
  expect(sequences()).toEqual([1]);
  expect(entries[0]?.previous).toBe(noEntry);
});

it('seals to the key that the team has once what failed before is settled', async () => {
  const inbox = open();
  failing.push(away);
  await expect(inbox.append([delivery()])).rejects.toThrow(TeamDatabaseAway);
  const later = { number: 2, publicKey: epoch?.publicKey ?? '' };
  failing.push((sent) => {
    epoch = later;
    store(sent);
    return Promise.resolve();
  });
  await inbox.append([delivery()]);
  failing.push(away);
  await expect(inbox.sayReceived(1, 2)).rejects.toThrow(TeamDatabaseAway);
  failing.push((sent) => {
    epoch = { ...later, number: 3 };
    store(sent);
    return Promise.resolve();
  });
  await inbox.sayReceived(1, 2);
  expect(entries.map((entry) => entry.epoch)).toEqual([1, 2, 2, 3]);

  failing.push(away, (sent) => {
    isAdmitted = false;
    store(sent);
    return Promise.resolve();
  });
  await expect(inbox.append([delivery()])).rejects.toThrow(TeamDatabaseAway);
  await expect(inbox.append([delivery()])).rejects.toThrow('takes nothing now');
  expect(sequences()).toEqual([1, 2, 3, 4, 5]);
});
