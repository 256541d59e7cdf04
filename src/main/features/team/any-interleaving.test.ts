/** Computers of a team, stopped and cut off at any moment, in any order, come to the same bytes. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import type { SignedEntry } from '../../../team-log/entry.ts';
import { TeamDatabaseAway } from '../../../team-log/errors.ts';
import type { Member } from '../../../team-log/membership.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { deskAct, perform } from '../handover/testing/acts.ts';
import { closeAll, createDesk, seenAt, type TestDesk } from '../handover/testing/desks.ts';
import { openClaimsTable } from './claims/claims-table.ts';
import { createSignerCheck } from './claims/outcome-beside.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { createPublishing } from './publishing.ts';
import { openTeamState } from './team-state.ts';
import { logOn, type Stored, teamOfAll } from './testing/memory-log.ts';

const at = '2026-11-26T10:00:00.000Z';
const stream = 'ab'.repeat(16);

const monotone = { now: () => performance.timeOrigin + performance.now() };
/** One on which so much passes between two looks that each transaction takes a line. */
const leaping = () => {
  let now = Date.now();
  return { now: () => (now += 100) };
};

function open(desk: TestDesk, signing: SigningKey, log: TeamLog, clock = monotone): Exchange {
  const { sqlite, own } = desk;
  const state = openTeamState(sqlite);
  const row = state.get();
  if (row === null) throw new Error('It is in no team.');
  return createExchange({
    sqlite,
    state,
    row,
    signing,
    log,
    own,
    random: systemRandom,
    takeOther: null,
    known: () => [],
    reduce: () => (entry) => entry,
    isShared: () => true,
    clock,
    report: {
      warn: () => undefined,
      error: (facts: unknown) => {
        throw new Error(JSON.stringify(facts));
      },
    },
    publishing: createPublishing({
      sqlite,
      state,
      own,
      known: () => [],
      start: () => ({ computer: own, person: null, computers: {} }),
    }),
    onTaken: () => undefined,
    onMembers: () => undefined,
    onJoined: () => undefined,
    onLost: () => undefined,
    onChange: () => undefined,
  });
}

/** Somebody writes, merges a file of another one, or exchanges for a while and is stopped: a kill keeps what was committed, and no more. */
const step = fc.oneof(
  fc.record({ desk: fc.nat(2), act: deskAct }),
  fc.record({ desk: fc.nat(2), of: fc.nat(2) }),
  fc.record({
    desk: fc.nat(2),
    cut: fc.record({ after: fc.nat(9), late: fc.boolean() }),
    isSlow: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function exchange(
  desk: TestDesk,
  signing: SigningKey,
  log: TeamLog,
  clock = monotone,
): Promise<void> {
  const opened = open(desk, signing, log, clock);
  await opened.now().catch((error: unknown) => {
    if (!(error instanceof TeamDatabaseAway)) throw error;
  });
  expect(opened.status().state).not.toBe('conflict');
  await opened.close();
}

/** Of so many desks, whose clocks are a day apart and go on with each look. */
function createTeam(count: number) {
  let tick = 0;
  const desks = Array.from({ length: count }, (_, at) =>
    createDesk(
      at + 1,
      () => Date.parse(at === 0 ? '2026-11-20' : '2026-11-21') + tick++,
      profileMigrations,
    ),
  );
  const keys = desks.map(() => signingKeyOf(randomBytes(32)));
  const { team, stored } = teamOfAll(keys);
  for (const [index, { sqlite }] of desks.entries()) {
    const author = keys[index]?.publicKey ?? '';
    const row = { team, stream, url: '', ca: null, author, invitation: null };
    openTeamState(sqlite).begin(row, at);
  }
  const of = (index: number) => [desks[index], keys[index]] as [TestDesk, SigningKey];
  return { desks, stored, of };
}
type Team = ReturnType<typeof createTeam>;

async function live({ stored, of }: Team, steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    const [desk, signing] = of(one.desk);
    if ('act' in one) perform(desk, one.act);
    else if ('of' in one) desk.merge(of(one.of)[0].save());
    else await exchange(desk, signing, logOn(stored, one.cut), one.isSlow ? leaping() : monotone);
  }
  for (const _ of [1, 2]) {
    for (const index of [0, 1, 2]) await exchange(...of(index), logOn(stored, null));
  }
}

/** What lists are made of, without the numbers of rows. */
const listedAt = ({ sqlite }: TestDesk): string =>
  JSON.stringify([
    ...['customer_columns', 'customer_queue', 'virtual_account_columns'].map((table) =>
      (sqlite.all(`SELECT * FROM ${table} ORDER BY id`) as { record: number }[]).map(
        ({ record: _row, ...row }) => row,
      ),
    ),
    sqlite.all('SELECT * FROM customer_statuses ORDER BY customer_id, status'),
    sqlite.all('SELECT * FROM record_counts ORDER BY kind'),
    sqlite.all(
      `SELECT kind, id, text FROM record_search JOIN records ON record = record_search.rowid
       ORDER BY kind, id`,
    ),
  ]);

/** Who of them is believed of a request that another one told: all say the same of it. */
function believedAt({ sqlite }: TestDesk, own: string, authors: readonly string[]): string[] {
  const table = openClaimsTable(
    sqlite,
    () => [],
    () => '',
    () => undefined,
  );
  const tenures = [{ role: 'operator', until: null }];
  const members = new Map([[authors[0] ?? '', { tenures } as unknown as Member]]);
  const check = createSignerCheck(table, () => ({ members }), own);
  const told = sqlite.texts(
    "SELECT DISTINCT id FROM handover_entries WHERE what = 'request' ORDER BY id",
  );
  return told.flatMap((key) =>
    authors
      .filter((author) => author !== own)
      .map((author) => `${key} ${author} ${check({ key }, author)}`),
  );
}

function expectOneBelief({ desks, of }: Team): void {
  const keys = desks.map((_, index) => of(index)[1].publicKey);
  const said = desks.flatMap((desk, index) => believedAt(desk, keys[index] ?? '', keys));
  const asked = said.map((one) => one.slice(0, one.lastIndexOf(' ')));
  expect(new Set(said).size).toBe(new Set(asked).size);
}

function expectTheSame(desks: readonly TestDesk[]): void {
  const [first, ...others] = desks as [TestDesk, ...TestDesk[]];
  for (const desk of desks) {
    const listed = listedAt(desk);
    desk.records.rebuild();
    expect(listedAt(desk)).toBe(listed);
    expect(openTeamState(desk.sqlite).problems()).toEqual([]);
    expect(openTeamState(desk.sqlite).toSend()).toBe(0);
  }
  for (const other of others) {
    expect(other.save().lines).toEqual(first.save().lines);
    expect(seenAt(other)).toBe(seenAt(first));
  }
}

it('in any order, with any cuts and restarts, all have the same', async () => {
  const steps = fc.array(step, { minLength: 6, maxLength: 24 });
  const property = fc.asyncProperty(steps, async (all) => {
    const team = createTeam(3);
    try {
      await live(team, all);
      expectTheSame(team.desks);
      expectOneBelief(team);
      // Nothing is told twice: each fact has one entry of the log, unless two had it by themselves.
      const { stored, of } = team;
      const before = stored.length;
      for (const index of [0, 1, 2]) await exchange(...of(index), logOn(stored, null));
      expect(stored.slice(before).filter(({ kind }) => kind === 'facts')).toEqual([]);
    } finally {
      closeAll(team.desks);
    }
  });
  await fc.assert(property, { numRuns: 10, endOnFailure: true });
}, 120_000);

/** For each entry in turn, anew from the first after the last. */
const draws = fc.array(
  fc.record({ place: fc.nat(99), isTwice: fc.boolean(), isLate: fc.boolean() }),
  { minLength: 1, maxLength: 30 },
);
type Draws = typeof draws extends fc.Arbitrary<infer One> ? One : never;

/** Shows entries of several authors in another order, some of them twice, and some not before `isAll`. */
function disordered(stored: Stored, drawn: Draws, isAll: () => boolean): TeamLog {
  const drawOf = (entry: SignedEntry) => drawn[stored.indexOf(entry) % drawn.length];
  const visible = () => stored.filter((entry) => isAll() || drawOf(entry)?.isLate !== true);
  const placeOf = (entry: SignedEntry): number => drawOf(entry)?.place ?? 0;
  const shown = logOn(stored, null);
  return {
    ...shown,
    async read(of, after, most) {
      // Who is a member is known.
      if (of !== stream) return await shown.read(of, after, most);
      const given = visible().filter((entry) => entry.stream === of);
      const entries = [...given, ...given.filter((entry) => drawOf(entry)?.isTwice)];
      const round = `${isAll()} ${given.length}`;
      return {
        entries:
          after?.seen === round
            ? []
            : entries.toSorted((one, other) => placeOf(one) - placeOf(other)),
        cursor: { system: '1', seen: round, reading: null },
        isLast: true,
      };
    },
    readAuthor: (of, author, after, most) =>
      logOn(visible(), null).readAuthor(of, author, after, most),
    headsOf: (of) => logOn(visible(), null).headsOf(of),
  };
}

it('shown in any order, twice and late, entries of several authors come to the same', async () => {
  const steps = fc.array(step, { minLength: 6, maxLength: 24 });
  const property = fc.asyncProperty(steps, draws, async (all, drawn) => {
    const team = createTeam(4);
    const [reader, signing] = team.of(3);
    let isAll = false;
    let now = Date.parse(at);
    const reading = () =>
      open(
        reader,
        signing,
        disordered(team.stored, drawn, () => isAll),
        { now: () => now },
      );
    try {
      await live(team, all);
      const opened = reading();
      await opened.now();
      isAll = true;
      // What is missing is looked for from time to time.
      now += 120_000;
      await opened.now();
      await opened.close();
      expectTheSame(team.desks);
      expectOneBelief(team);
    } finally {
      closeAll(team.desks);
    }
  });
  await fc.assert(property, { numRuns: 6, endOnFailure: true });
}, 120_000);
