/**
 * For tests: computers of a team as a profile opens them, over a log in memory. A test says in which order their calls
 * of the database are carried out, cuts their lines, stops them at any call, and moves their clocks.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoTime } from '../../../../../platform/clock.ts';
import { systemRandom } from '../../../../../platform/random.ts';
import { checkAhead } from '../../../../../team-log/entry.ts';
import { TeamDatabaseAway } from '../../../../../team-log/errors.ts';
import type { Membership } from '../../../../../team-log/membership.ts';
import type {
  LastHeads,
  MemberRole,
  MembershipPayload,
} from '../../../../../team-log/membership-payload.ts';
import type { PresenceNote, TeamLog } from '../../../../../team-log/team-log.ts';
import { openAudit } from '../../../../core/audit/audit.ts';
import { signingKeyOf } from '../../../../core/audit/signing.ts';
import { createLog } from '../../../../core/foundation/log.ts';
import { createApprovalsPlace } from '../../../../core/intents/approvals.ts';
import { createClaimsPlace } from '../../../../core/intents/claims.ts';
import { openIntents } from '../../../../core/intents/intents.ts';
import {
  closeAll,
  createDesk,
  type TestDesk,
} from '../../../../features/handover/testing/desks.ts';
import {
  type Connected,
  type ConnectedParts,
  connect,
} from '../../../../features/team/connected.ts';
import { createPublishing } from '../../../../features/team/publishing.ts';
import { openTeamState, type TeamState } from '../../../../features/team/team-state.ts';
import { stream } from '../../../../features/team/testing/claimant.ts';
import { logOn, teamOfAll } from '../../../../features/team/testing/memory-log.ts';
import { profileMigrations } from '../../../profile-session.ts';

/** What a profile does with its team beside claims. */
export interface SimulatedUses
  extends Pick<ConnectedParts, 'allowsWithoutDatabase' | 'limitOf' | 'takeOther'> {
  /** Something of the team has changed. */
  readonly onChange?: () => void;
  /** The computer is connected. */
  readonly onConnected?: (connected: Connected, state: TeamState) => void;
}
/** Its key is made of its number, and its person is another one's where that is said. */
export interface SimulatedMember {
  /** null where it joins later. */
  readonly role: MemberRole | null;
  /** 64 hex digits. */
  readonly person?: string;
}
export type SimulatedProfile = ReturnType<typeof openProfile>;
export type SimulatedTeam = ReturnType<typeof createSimulatedTeam>;
export type SimulatedComputer = SimulatedTeam['computers'][number];

const start = Date.parse('2026-11-26T10:00:00.000Z');
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));
const log = createLog({ level: 'silent', destination: { write: () => undefined } });

/** Opens a profile on what is stored. */
function openProfile(desk: TestDesk, clock: { now: () => number }) {
  const { sqlite, records } = desk;
  const audit = openAudit({ sqlite, clock });
  const file = join(tmpdir(), `causeway-simulated-${process.pid}`);
  // Room for outcomes is held beside the database, which has no file.
  const onFile = { ...sqlite, file };
  const intents = openIntents({ sqlite: onFile, records, audit, clock, log });
  intents.recover();
  const places = { claims: createClaimsPlace(), approvals: createApprovalsPlace() };
  return { desk, sqlite, records, audit, intents, clock, ...places };
}

/**
 * @param members the first is an owner; those who join later are the last
 * @param usesOf asked each time that a computer is opened
 */
export function createSimulatedTeam(
  members: readonly SimulatedMember[],
  usesOf: (computer: number, profile: SimulatedProfile) => SimulatedUses,
) {
  const keys = members.map((_, index) => signingKeyOf(new Uint8Array(32).fill(index + 1)));
  const first = members.filter(({ role }) => role !== null);
  const { team, stored } = teamOfAll(
    keys.slice(0, first.length),
    first.slice(1).map(({ role }) => role ?? 'operator'),
    [],
    first.slice(1).map(({ person }) => person),
  );
  let now = start;
  let isHeld = false;
  /** Calls to the database that wait to be carried out. */
  const calls: (() => void)[] = [];
  /** Counts whatever is asked of the database. */
  let asked = 0;
  let checking = 0;
  /** What stopped an exchange that no database can have caused. */
  const failures: unknown[] = [];
  const notes = new Map<string, PresenceNote>();

  /** Waits until nothing goes on by itself. */
  async function quiet(): Promise<void> {
    const most = asked + 2_000;
    for (let still = 0, before = asked; still < 6; still += 1) {
      await turn();
      if (asked > most) throw new Error('It asks the database for ever.');
      if (before !== asked || checking > 0) still = 0;
      before = asked;
    }
  }

  const computers = members.map(({ role }, index) => createComputer(index, role !== null));

  function createComputer(index: number, isMember: boolean) {
    const signing = keys[index] as (typeof keys)[number];
    const line = { isDown: false, cutAfter: null as number | null, isLate: false, skew: 0 };
    const clock = { now: () => now + line.skew };
    const desk = createDesk(index + 1, clock.now, profileMigrations);
    /** Number of the running process. Calls of a stopped process are never carried out. */
    let life = 0;

    /** Whether the database carries the next call out: with `isLate` also that after which the line is cut. */
    function isCarriedOut(): boolean {
      const isCut = line.cutAfter === 0;
      if (line.cutAfter !== null) line.cutAfter -= 1;
      if (isCut) line.isDown = true;
      return !line.isDown || (isCut && line.isLate);
    }

    /** Makes one call over the line as it is when the call's turn comes. */
    async function over<Result>(of: number, work: () => Promise<Result>): Promise<Result> {
      asked += 1;
      if (isHeld) await new Promise<void>((run) => calls.push(run));
      if (of !== life) return await new Promise<never>(() => undefined);
      const result = isCarriedOut() ? await work() : null;
      if (line.isDown || result === null) throw new TeamDatabaseAway('cut off');
      return result;
    }

    function logOf(life: number): TeamLog {
      const plain = logOn(stored, null);
      /** Signatures are checked on other threads, which `quiet` would not see. */
      const read: TeamLog['read'] = async (...given) => {
        const page = await plain.read(...given);
        checking += 1;
        await checkAhead(page.entries).finally(() => {
          checking -= 1;
        });
        return page;
      };
      const by = <Key extends 'append' | 'readAuthor' | 'following' | 'headsOf'>(key: Key) => {
        const work = plain[key] as (...given: unknown[]) => Promise<unknown>;
        return ((...given: unknown[]) => over(life, () => work(...given))) as TeamLog[Key];
      };
      return {
        ...plain,
        check: () => over(life, () => plain.check('desk')),
        append: by('append'),
        readAuthor: by('readAuthor'),
        headsOf: by('headsOf'),
        following: by('following'),
        read: (...given) => over(life, () => read(...given)),
        presence: {
          say: (noteFor) =>
            over(life, async () => {
              const note = noteFor(String(index));
              notes.set(note.author, { ...note, login: String(index), at: isoTime(now) });
            }),
          list: () => over(life, async () => ({ now: isoTime(now), notes: [...notes.values()] })),
        },
      };
    }

    const state = openTeamState(desk.sqlite);
    const begin = (): void => {
      const row = { team, stream, url: '', ca: null, author: signing.publicKey, invitation: null };
      desk.sqlite.transaction(() => state.begin(row, isoTime(start)));
    };
    if (isMember) begin();

    function open() {
      life += 1;
      const profile = openProfile(desk, clock);
      return { ...profile, connected: connectOf(profile, usesOf(index, profile)) };
    }

    /** null where it is in no team. */
    function connectOf(
      profile: SimulatedProfile,
      { onConnected, ...uses }: SimulatedUses,
    ): Connected | null {
      const { sqlite, own } = desk;
      const row = state.get();
      if (row === null) return null;
      const nothing = () => undefined;
      const connected = connect({
        sqlite,
        state,
        row,
        signing,
        clock,
        own,
        log: logOf(life),
        random: systemRandom,
        environment: 'production',
        intents: profile.intents,
        places: profile.claims,
        records: { customerNames: () => new Map() },
        onTaken: nothing,
        onChange: nothing,
        onMembers: nothing,
        onJoined: nothing,
        onLost: nothing,
        known: () => [],
        reduce: () => (entry) => entry,
        isShared: () => true,
        report: { warn: nothing, error: (facts: unknown) => failures.push(facts) },
        anchor: { head: () => null, alarm: () => null },
        secrets: () => ({ version: 1, password: '', seed: '', invitations: [] }),
        release: '1',
        person: () => null,
        record: (action, facts) => void profile.audit.append({ action, facts: { ...facts } }),
        publishing: createPublishing({
          sqlite,
          state,
          own,
          known: () => [],
          start: () => ({ computer: own, person: null, computers: {} }),
        }),
        ...uses,
      });
      onConnected?.(connected, state);
      return connected;
    }
    let opened = open();
    const connected = (): Connected => {
      if (opened.connected === null) throw new TypeError('It is in no team.');
      return opened.connected;
    };

    return {
      index,
      line,
      desk,
      state,
      clock,
      own: signing.publicKey,
      at: () => ({ ...opened, connected: connected() }),
      isInTeam: () => opened.connected !== null,
      profile: () => opened,
      keys: { signing: signing.publicKey, sealing: signing.sealingKey },
      role: () => opened.connected?.membership().members.get(signing.publicKey)?.role ?? null,
      /** Joins with the open profile. An owner admits the computer after that. */
      join(): void {
        if (opened.connected !== null) return;
        begin();
        opened = { ...opened, connected: connectOf(opened, usesOf(index, opened)) };
      },
      /** Changes the members as an owner. Does nothing where the database does not answer, or the change goes later. */
      async change(make: (now: Membership) => MembershipPayload): Promise<void> {
        await connected()
          .change(make)
          .catch((error: unknown) => {
            if (!(error instanceof TeamDatabaseAway)) throw error;
          });
      },
      /** Last heads of an author that are here, by stream. */
      headsOf: (author: string): LastHeads =>
        Object.fromEntries(
          connected().streams.flatMap((of) => {
            const head = connected().headOf(of, author);
            return head === null ? [] : [[of, head]];
          }),
        ),
      /** Stopped at whatever it does, and opened again. */
      restart(): void {
        opened = open();
      },
      /** Exchanges as a running computer does, which is then seen. False where the exchange failed. */
      async exchange(): Promise<boolean> {
        const isDone = await connected()
          .now()
          .then(
            () => true,
            (error: unknown) => {
              if (error instanceof TeamDatabaseAway) return false;
              throw error;
            },
          );
        await connected().hearNow();
        await quiet();
        return isDone;
      },
    };
  }

  return {
    team,
    stored,
    computers,
    failures,
    quiet,
    /** Where what is thrown would be taken for a failure of something else. */
    check(expectation: () => void): void {
      try {
        expectation();
      } catch (error) {
        failures.push(error);
      }
    },
    now: () => now,
    pass(ms: number): void {
      now += ms;
    },
    /**
     * Begins all at once and carries out their calls of the database one after another, until they are done or wait for
     * something else.
     * @param next which of the calls that wait comes, after what happens before it
     */
    async together(begin: () => void, next: (step: number) => Promise<number>): Promise<void> {
      isHeld = true;
      begin();
      for (let step = 0; step < 400; step += 1) {
        await quiet();
        if (calls.length === 0) break;
        const chosen = await next(step);
        const [run] = calls.splice(chosen % calls.length, 1);
        run?.();
      }
      isHeld = false;
      for (const run of calls.splice(0)) run();
      await quiet();
    },
    close(): void {
      closeAll(computers.map(({ desk }) => desk));
    },
  };
}
