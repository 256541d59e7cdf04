/** What a profile may send before, while and after its team is open. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LimitHours } from '../../../bridge/overview.ts';
import { systemRandom } from '../../../platform/random.ts';
import { hashOfEntry } from '../../../team-log/entry.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import type { MemberRole } from '../../../team-log/membership-payload.ts';
import { presenceNote } from '../../../team-log/presence.ts';
import type { EpochKey } from '../../../team-log/sealing.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { createClaimsPlace } from '../../core/intents/claims.ts';
import { closeAll, createDesk, type TestDesk } from '../handover/testing/desks.ts';
import { teamThat } from '../overview/needs/team.ts';
import { makeInvitation } from './invitation.ts';
import { openTeam, type Team } from './team.ts';
import { keyOf } from './team-secrets.ts';
import { openTeamState } from './team-state.ts';
import { chainFrom, stream } from './testing/claimant.ts';
import { logOn, type Stored, teamOfAll } from './testing/memory-log.ts';

let desk: TestDesk;
let secrets: Map<string, string>;
/** Logs that were opened and not closed. */
let open: number;
let stored: Stored;
let forgotten: string[];
/** The clock of the computer. */
let setBackMs: number;
beforeEach(() => {
  desk = createDesk(1, () => Date.parse('2026-11-20'), profileMigrations);
  secrets = new Map();
  open = 0;
  [stored, setBackMs, forgotten] = [[], 0, []];
});
afterEach(() => {
  vi.useRealTimers();
  closeAll([desk]);
});

const seed = randomBytes(32).toString('hex');
const key = signingKeyOf(Buffer.from(seed, 'hex'));
const wanted = { key: 'a'.repeat(32), operation: 'createCustomer' as const, sameness: 'x' };

async function openOne(
  environment: 'production' | 'sandbox',
  other: Partial<TeamLog> = {},
  more: Partial<ProfileCore> = {},
) {
  const claims = createClaimsPlace();
  const nothing = () => undefined;
  const core = {
    sqlite: desk.sqlite,
    claims,
    random: systemRandom,
    signing: key,
    person: () => null,
    profile: { id: 'p', name: 'Hosted', environment, baseUrl: 'https://service.example.com' },
    clock: { now: () => performance.timeOrigin + performance.now() - setBackMs },
    audit: { append: nothing },
    known: { learn: nothing, values: () => [] },
    intents: { get: () => null },
    log: { warn: nothing, error: nothing },
    anchor: { head: () => null, alarm: () => null },
    ...more,
  } as unknown as ProfileCore;
  const named = {
    get: async (name: string) => secrets.get(name) ?? null,
    set: async (name: string, value: string) => void secrets.set(name, value),
    delete: async (name: string) => void secrets.delete(name),
  };
  const team = await openTeam({
    core,
    installed: {
      vault: { named, isDurable: () => true },
      computerName: () => 'One',
      release: '1',
      reduceErased: () => () => (entry) => entry,
      teamsIn: async () => [],
      tokens: { read: async () => null, keep: async () => '' },
      openTeamLog() {
        open += 1;
        const close = async () => {
          open -= 1;
        };
        return { ...logOn(stored, null), ...other, close };
      },
    },
    onTaken: nothing,
    onChange: nothing,
    namePerson: nothing,
    side: null,
    approvals: {
      take: nothing,
      use: nothing,
      allowsWithoutDatabase: () => false,
      forget: (hashes) => void forgotten.push(...hashes),
      limitOf: () => null,
      openApprovedBy: () => 0,
    },
  });
  return { team, claims };
}

/** In a team of all these, with its key in the vault. */
function begin(all: readonly SigningKey[], role: MemberRole = 'operator'): string {
  const { team, stored: entries } = teamOfAll(all, role);
  stored = entries;
  const row = { team, stream, url: 'postgres://ada@127.0.0.1/x', ca: null, invitation: null };
  desk.sqlite.transaction(() =>
    openTeamState(desk.sqlite).begin({ ...row, author: key.publicKey }, '2026-11-26T10:00:00.000Z'),
  );
  secrets.set('team:p', JSON.stringify({ version: 1, password: 'x', seed, invitations: [] }));
  return team;
}

const epochOf = (team: string) => currentEpoch(foldMembership(team, stored)) as EpochKey;

/** As the database has it of who was there then. */
const noteOf = (
  author: SigningKey,
  epoch: EpochKey,
  at: string,
  login: string,
  has: number | null = 0,
) => {
  const said = { person: null, release: '1', has };
  return { ...presenceNote(author, { epoch, login }, said, systemRandom), login, at };
};

const end = (why: 'removed' | 'conflict') =>
  desk.sqlite.transaction(() => openTeamState(desk.sqlite).end(why));

it('a write that is under way while the profile closes is not sent', async () => {
  begin([key]);
  const { team, claims } = await openOne('sandbox');
  expect(claims.isUsed()).toBe(true);
  await team.close();
  expect(claims.isUsed()).toBe(true);
  await expect(claims.take([wanted], [])).rejects.toThrow(/being closed/);
});

it.each([
  ['removed', () => end('removed'), /removed this computer/],
  ['in conflict', () => end('conflict'), /in use twice/],
  ['restored', () => secrets.clear(), /no key of its team/],
] as const)(
  'in production a profile that is %s sends nothing until it has left',
  async (_what, make, why) => {
    begin([key]);
    make();
    const { team, claims } = await openOne('production');
    await expect(claims.take([wanted], [])).rejects.toThrow(why);
    await team.leave();
    expect(claims.isUsed()).toBe(false);
    begin([key]);
    make();
    const other = await openOne('sandbox');
    expect(other.claims.isUsed()).toBe(false);
  },
);

it('in production a profile that no owner has admitted yet sends nothing', async () => {
  const owner = signingKeyOf(randomBytes(32));
  begin([owner]);
  const { team, claims } = await openOne('production');
  await vi.waitFor(() => expect(team.view().team?.state).toBe('waiting'));
  await expect(claims.take([wanted], [])).rejects.toThrow(/No owner has admitted this computer/);
  await team.leave();
  expect(claims.isUsed()).toBe(false);
  begin([owner]);
  const other = await openOne('sandbox');
  await vi.waitFor(() => expect(other.team.view().team?.state).toBe('waiting'));
  expect(await other.claims.take([wanted], [])).toEqual(new Map());
  await other.team.close();
});

const access = { user: 'ada', password: 'x', ca: null };
const founding = { ...access, name: 'Own', personName: 'Ada', database: 'postgres://127.0.0.1/x' };

it.each([
  ['leaves', (team) => team.leave()],
  [
    'founds another team after it was removed',
    async (team) => {
      end('removed');
      await team.found(founding);
    },
  ],
  [
    'asks to be admitted again after it was removed',
    async (team) => {
      end('removed');
      const about = { baseUrl: 'https://service.example.com', environment: 'sandbox' } as const;
      const where = { team: 'b'.repeat(64), stream, database: founding.database };
      const until = '2999-01-01T00:00:00.000Z';
      await team.join(
        makeInvitation(keyOf({ seed }), { ...about, ...where, until }, systemRandom),
        {
          ...access,
          name: 'Own',
        },
      );
    },
  ],
] satisfies [string, (team: Team) => Promise<unknown>][])(
  'forgets the approvals that were never sent when it %s',
  async (_what, goes) => {
    const inTeam = begin([key]);
    const send = async () => undefined;
    const { team } = await openOne('sandbox', { requests: { send, list: async () => [] } });
    await team.close();
    const entry = chainFrom(key, inTeam).next({
      kind: 'policy',
      epoch: epochOf(inTeam),
      content: new Uint8Array(),
      at: '2026-11-26T10:00:00.000Z',
    });
    desk.sqlite.transaction(() => openTeamState(desk.sqlite).send(entry));
    await goes(team);
    expect(forgotten).toEqual([hashOfEntry(entry)]);
    const waiting = openTeamState(desk.sqlite)
      .outbox(10)
      .map((one) => hashOfEntry(one.entry));
    expect(waiting).not.toContain(hashOfEntry(entry));
    await team.close();
  },
);

it('founds a team although its name for the person can’t be kept', async () => {
  const logged: string[] = [];
  const log = { warn: () => undefined, error: (_facts: object, text: string) => logged.push(text) };
  const audit = {
    append({ action }: { readonly action: string }) {
      if (action === 'person.named') throw new Error('full');
    },
  };
  const { team } = await openOne('production', {}, {
    log,
    audit,
    person: () => ({ by: 'ada' }),
  } as unknown as Partial<ProfileCore>);
  expect(await team.found(founding)).toMatch(/^[0-9a-f]{64}$/);
  expect(logged).toEqual([expect.stringContaining('was not kept')]);
  await team.close();
});

it('an exchange of before ends when another team is founded', async () => {
  begin([key]);
  const { team } = await openOne('production');
  await vi.waitFor(() => expect(team.view().team?.state).toBe('on'));
  expect(open).toBe(1);
  end('removed');
  stored = [];
  await team.found(founding);
  expect(team.view().team?.state).toBe('on');
  expect(open).toBe(1);
  await team.close();
  expect(open).toBe(0);
});

it('a computer is behind by what it has had the time to read, and not by what only came', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const other = signingKeyOf(randomBytes(32));
  const inTeam = begin([key, other]);
  const epoch = epochOf(inTeam);
  const at = '2026-11-26T00:00:00.000Z';
  const note = noteOf(other, epoch, at, 'bob');
  const content = Buffer.from('{"version":1,"heads":{}}');
  stored.push(chainFrom(other, inTeam).next({ kind: 'heads', epoch, content, at }));
  const { team } = await openOne('production', {
    presence: {
      say: async () => undefined,
      list: async () => ({ now: at, notes: [note] }),
    },
  });
  const behind = () => team.view().team?.members.find(({ isOwn }) => !isOwn)?.behind;
  await vi.waitFor(() => expect(team.view().team?.state).toBe('on'));
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(behind()).toBe(0));
  setBackMs = -70_000;
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(behind()).toBe(1));
  await team.close();
});

it('goes on looking who is there after its clock was set back, and asks for open invitations alone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  begin([key]);
  const invitations = [
    { id: 'a'.repeat(64), code: 'x', until: '2020-11-01T00:00:00.000Z' },
    { id: 'b'.repeat(64), code: 'x', until: '2999-11-01T00:00:00.000Z' },
  ];
  secrets.set('team:p', JSON.stringify({ version: 1, password: 'x', seed, invitations }));
  const asked: (readonly string[])[] = [];
  let looks = 0;
  const { team } = await openOne('production', {
    requests: {
      send: () => Promise.reject(new TypeError('Not asked for here.')),
      async list(ids) {
        asked.push(ids);
        return [];
      },
    },
    presence: {
      say: async () => undefined,
      async list() {
        looks += 1;
        return { now: '2026-11-26T00:00:00.000Z', notes: [] };
      },
    },
  });
  await vi.waitFor(() => expect(team.view().team?.state).toBe('on'));
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(looks).toBe(1));
  setBackMs = 3_600_000;
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(looks).toBe(2));
  expect(new Set(asked.flat())).toEqual(new Set(['b'.repeat(64)]));
  await team.close();
});

it('shows owners alone by which login each computer was there last', async () => {
  const bob = signingKeyOf(randomBytes(32));
  const loginsOf = async (all: readonly SigningKey[]) => {
    const epoch = epochOf(begin(all));
    const note = noteOf(bob, epoch, '2026-11-26T00:01:00.000Z', 'ada');
    const notes = [
      noteOf(key, epoch, '2026-11-26T00:01:00.000Z', 'ada'),
      noteOf(bob, epoch, '2026-11-26T00:00:00.000Z', 'bob'),
      note,
      // Nobody else makes it look so.
      { ...note, login: 'forged', at: '2026-11-26T00:02:00.000Z' },
    ];
    const list = async () => ({ now: '2026-11-26T00:02:00.000Z', notes });
    const { team } = await openOne('production', {
      presence: { say: async () => undefined, list },
    });
    await vi.waitFor(
      () =>
        expect(team.view().team?.members.map(({ seenAt }) => seenAt)).toEqual([note.at, note.at]),
      10_000,
    );
    const logins = team.view().team?.members.map(({ login }) => login);
    await team.close();
    return logins;
  };
  expect(await loginsOf([key, bob])).toEqual(['ada', 'ada']);
  expect(await loginsOf([bob, key])).toEqual([null, null]);
});

it('a relay that the database has not seen for ten minutes is on the overview', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const relay = signingKeyOf(randomBytes(32));
  const epoch = epochOf(begin([key, relay], 'relay'));
  const note = noteOf(relay, epoch, '2026-11-26T00:00:00.000Z', 'relay1', null);
  /** Nobody else makes it look seen. */
  const copies = (at: string) => [
    { ...note, login: 'another', at },
    { ...note, login: null, signature: note.unbound, at },
  ];
  let now = '2026-11-26T00:10:00.000Z';
  const { team } = await openOne('production', {
    presence: {
      say: async () => undefined,
      list: async () => ({ now, notes: [note, ...copies(now)] }),
    },
  });
  const question = { knownAt: null, moment: Date.parse('2026-11-26'), limits: {} as LimitHours };
  const needs = async () => {
    await vi.advanceTimersByTimeAsync(4_000);
    const { items } = await teamThat(team, () => null).find(question);
    return items.filter(({ what }) => what[0] === 'team-relay');
  };
  const seenAt = () => team.view().team?.members.find(({ role }) => role === 'relay')?.seenAt;
  await vi.waitFor(() => expect(team.view().team?.state).toBe('on'));
  expect(await needs()).toEqual([]);
  await vi.waitFor(() => expect(seenAt()).toBe(note.at));
  now = '2026-11-26T00:10:01.000Z';
  const item = { id: relay.publicKey, at: note.at, name: null, what: ['team-relay'] };
  setBackMs = 3_600_000;
  await vi.waitFor(async () => expect(await needs()).toEqual([item]));
  await team.close();
});
