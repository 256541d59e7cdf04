/** A real PostgreSQL: what is appended is durable and read by everybody, whoever writes beside it. */
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SignedEntry, TeamSigning } from './entry.ts';
import { ChainConflict, TeamDatabaseAway } from './errors.ts';
import { removeMember } from './membership-changes.ts';
import { membershipBytes } from './membership-payload.ts';
import type { Cursor } from './read.ts';
import { openTeamLog, type TeamLog } from './team-log.ts';
import {
  insertAsItIs,
  type PostgresServer,
  startPostgres,
  type TeamDatabase,
} from './testing/postgres.ts';
import { at, createTeam, randomStream } from './testing/team.ts';

let server: PostgresServer;
let database: TeamDatabase;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await startPostgres();
  database = await server.createTeamDatabase();
});
afterEach(async () => {
  await Promise.all(undo.splice(0).map((one) => one()));
});
afterAll(() => server.stop());

const all = { entries: 10_000, bytes: 100_000_000 };

function opened(team: string, url = database.desk): TeamLog {
  const log = openTeamLog({ url, team });
  undo.push(() => log.close());
  return log;
}

/** A team whose members are in the log already, and a stream for facts. */
async function story() {
  const made = createTeam();
  const operator = made.add('operator');
  const log = opened(made.team);
  await log.append(made.entries);
  const stream = randomStream();
  const facts = (count: number, by: TeamSigning = operator, text = 'fact') =>
    Array.from({ length: count }, (_, number) => made.fact(by, stream, `${text} ${number}`));
  return { ...made, operator, log, stream, facts };
}

/** All that comes from a cursor on, page by page. */
async function readOn(
  log: TeamLog,
  stream: string,
  after: Cursor | null,
  most = all,
): Promise<{ entries: SignedEntry[]; cursor: Cursor }> {
  const entries: SignedEntry[] = [];
  for (let cursor = after; ; ) {
    const page = await log.read(stream, cursor, most);
    entries.push(...page.entries);
    // A cursor is kept as JSON.
    cursor = JSON.parse(JSON.stringify(page.cursor)) as Cursor;
    if (page.entries.length === 0) return { entries, cursor };
  }
}

describe('appending', () => {
  it('gives back what was appended, in order, and each entry once', async () => {
    const { log, entries, own, stream, facts, operator, owner } = await story();
    expect((await readOn(log, own, null)).entries).toEqual(entries);
    const written = [...facts(5), ...facts(3, owner)];
    await log.append(written);
    const first = await readOn(log, stream, null, { entries: 3, bytes: 1_000_000 });
    expect(first.entries).toEqual(written);
    const more = facts(2);
    await log.append(more);
    const second = await readOn(log, stream, first.cursor);
    expect(second.entries).toEqual(more);
    expect((await log.read(stream, second.cursor, all)).entries).toEqual([]);
    const one = { entries: 100, bytes: 1 };
    expect((await log.read(stream, null, one)).entries).toEqual(written.slice(0, 1));
    expect((await readOn(log, stream, null, one)).entries).toEqual([...written, ...more]);
    expect(await log.readAuthor(stream, operator.publicKey, 2, { ...all, entries: 2 })).toEqual(
      written.slice(2, 4),
    );
    expect(Object.keys(await log.headsOf(stream)).sort()).toEqual(
      [operator.publicKey, owner.publicKey].sort(),
    );
    expect((await log.headsOf(stream))[operator.publicKey]?.sequence).toBe(7);
  });

  it('the same again changes nothing, alone or among new ones', async () => {
    const { log, stream, facts } = await story();
    const [one, two, three] = facts(3) as [SignedEntry, SignedEntry, SignedEntry];
    await log.append([one, two]);
    await log.append([one, two]);
    await log.append([two, three]);
    expect((await readOn(log, stream, null)).entries).toEqual([one, two, three]);
  });

  it('the same again under another login is what is there, as of a claim whose answer was lost', async () => {
    const { team, log, stream, facts, operator, chainOf, membership } = await story();
    const claim = (by: TeamSigning, follows: string, content = 'x') =>
      chainOf(by, stream).next({
        kind: 'claim',
        epoch: membership().epochs[0] ?? null,
        at,
        follows,
        content: Buffer.from(content),
      });
    const [own, other, free] = ['a', 'b', 'c'].map((name) => claim(operator, name.repeat(64))) as [
      SignedEntry,
      SignedEntry,
      SignedEntry,
    ];
    await log.append([own, other]);
    const login = `next_${database.name}`;
    await server.run(`CREATE ROLE ${login} LOGIN PASSWORD 'word' IN ROLE causeway_desk`);
    const { host, pathname } = new URL(database.desk);
    const again = opened(team, `postgres://${login}:word@${host}${pathname}`);
    await again.append([own]);
    const [fact] = facts(1) as [SignedEntry];
    await again.append([own, fact, other, free]);
    expect((await readOn(log, stream, null)).entries).toEqual([own, other, fact, free]);
    // Somebody's forgery of it in its place is another one.
    const taken = claim(operator, 'd'.repeat(64));
    await log.append([{ ...taken, bytes: Buffer.from('else') }]);
    await expect(again.append([taken])).rejects.toMatchObject({ isFollowed: true });
  });

  it('another entry in the same place, or a second change of members, is a conflict and nothing is written', async () => {
    const { log, stream, facts, operator, add, entries, membership, own, chainOf, owner } =
      await story();
    const [one, two] = facts(2) as [SignedEntry, SignedEntry];
    await log.append([one]);
    const forked = { ...one, signature: 'a'.repeat(128) };
    await expect(log.append([two, forked])).rejects.toThrow(ChainConflict);
    expect((await readOn(log, stream, null)).entries).toEqual([one]);

    const second = add('owner');
    await log.append(entries);
    const follows = membership().head;
    const [ours, theirs] = [owner, second].map((by) =>
      chainOf(by, own).next({
        kind: 'membership',
        epoch: null,
        at,
        follows,
        content: membershipBytes(
          removeMember(
            membership(),
            operator.publicKey,
            {},
            { bytes: (length) => Buffer.alloc(length, 7) },
          ),
        ),
      }),
    ) as [SignedEntry, SignedEntry];
    await log.append([ours]);
    const refused = await log.append([theirs]).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'ChainConflict', isFollowed: true });
    await log.append([ours]);
    // Of a group that entry is named, not another that follows something and is free, or is there already.
    const [there, free] = ['a', 'b'].map((name) =>
      chainOf(owner, stream).next({
        kind: 'claim',
        epoch: membership().epochs[0] ?? null,
        at,
        follows: name.repeat(64),
        content: Buffer.from('x'),
      }),
    ) as [SignedEntry, SignedEntry];
    await log.append([there]);
    await expect(log.append([there, free, theirs])).rejects.toMatchObject({
      isFollowed: true,
      stream: own,
      sequence: theirs.sequence,
    });
    expect((await readOn(log, own, null)).entries).toEqual([...entries, ours]);
  });
});

describe('reading', () => {
  it('skips no entry while others write in transactions of any length', async () => {
    const { team, log, stream, fact, add, entries } = await story();
    const writers = Array.from({ length: 6 }, () => add('operator'));
    await log.append(entries);
    const sql = postgres(database.desk, { max: 8, onnotice: () => undefined });
    undo.push(() => sql.end());
    let isDone = false;
    // Each appends by the log, in transactions that stay open for a while after the insert.
    const hold = async (writer: TeamSigning, number: number) => {
      for (let round = 0; round < 12; round += 1) {
        const group = [0, 1].map((part) => fact(writer, stream, `${number} ${round} ${part}`));
        await sql.begin(async (step) => {
          await step`SELECT pg_current_xact_id()`;
          await pause((number * 7 + round * 13) % 23);
          for (const entry of group) await insertAsItIs(step, entry);
          await pause((number * 11 + round * 5) % 31);
        });
        written.push(...group);
      }
    };
    const written: SignedEntry[] = [];
    const reader = async (most: { entries: number; bytes: number }) => {
      const reading = opened(team);
      const got: SignedEntry[] = [];
      let cursor: Cursor | null = null;
      while (!isDone) {
        const page: Awaited<ReturnType<typeof readOn>> = await readOn(
          reading,
          stream,
          cursor,
          most,
        );
        got.push(...page.entries);
        cursor = page.cursor;
      }
      got.push(...(await readOn(reading, stream, cursor, most)).entries);
      return got;
    };
    const readers = [reader(all), reader({ entries: 3, bytes: 1_000_000 })];
    await Promise.all(writers.map((writer, number) => hold(writer, number)));
    isDone = true;
    const signatures = (list: readonly SignedEntry[]) =>
      list.map(({ signature }) => signature).sort();
    for (const got of await Promise.all(readers)) {
      // Each once, and each author in order.
      expect(signatures(got)).toEqual(signatures(written));
      for (const { publicKey } of writers) {
        const sequences = got
          .filter(({ author }) => author === publicKey)
          .map((entry) => entry.sequence);
        expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
      }
    }
    expect(written).toHaveLength(6 * 12 * 2);
  });

  it('a transaction that stays open holds nobody up, and its entries come once it ends', async () => {
    const { log, stream, facts } = await story();
    const [early, late, later] = facts(3) as [SignedEntry, SignedEntry, SignedEntry];
    const sql = postgres(database.desk, { max: 1, onnotice: () => undefined });
    undo.push(() => sql.end());
    let end: () => void = () => undefined;
    const ending = new Promise<void>((resolve) => {
      end = resolve;
    });
    let began: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const open = sql.begin(async (step) => {
      await insertAsItIs(step, early);
      began();
      await ending;
    });
    await begun;
    await log.append([late]);
    const first = await readOn(log, stream, null);
    expect(first.entries).toEqual([late]);
    await log.append([later]);
    const second = await readOn(log, stream, first.cursor);
    expect(second.entries).toEqual([later]);
    end();
    await open;
    expect((await readOn(log, stream, second.cursor)).entries).toEqual([early]);
  });

  it('looking for more costs the same however long the log is', async () => {
    const { team, log, stream, facts } = await story();
    await log.append(facts(1));
    await server.run(
      `INSERT INTO causeway.entries (team, stream, author, sequence, kind, epoch, previous, at, payload, signature, bytes)
      SELECT team, stream, sha256('other'), number, 'facts', 1, previous, at, payload, signature, ''
      FROM causeway.entries, generate_series(1, 20000) AS number
      WHERE stream = decode('${stream}', 'hex'); ANALYZE causeway.entries`,
      database.name,
    );
    const { entries, cursor } = await readOn(log, stream, null);
    expect(entries).toHaveLength(20_001);
    await log.close();
    // A session tells what it read when it ends.
    const pages = async () =>
      Number(
        (
          await server.run(
            `SELECT idx_blks_hit + idx_blks_read AS pages FROM pg_statio_user_indexes WHERE indexrelname = 'entries_in_order'`,
            database.name,
          )
        )[0]?.['pages'],
      );
    await expect.poll(pages).toBeGreaterThan(100);
    const before = await pages();
    const again = openTeamLog({ url: database.desk, team, connections: 1 });
    for (let times = 0; times < 20; times += 1) await again.read(stream, cursor, all);
    await again.close();
    await expect.poll(pages).toBeGreaterThan(before);
    expect((await pages()) - before).toBeLessThan(20 * 10);
  });

  it('a database that was restored or promoted is read from its beginning', async () => {
    const { team, log, stream, facts } = await story();
    const written = facts(2);
    await log.append(written);
    const { cursor } = await readOn(log, stream, null);
    const [system, timeline] = cursor.system.split(' ');
    expect(timeline).toBe('00000001');
    const restored = await readOn(log, stream, { ...cursor, system: `1 ${timeline}` });
    expect(restored.entries).toEqual(written);
    expect(restored.cursor.system).toBe(cursor.system);

    const standby = await server.startStandby();
    undo.push(() => standby.stop());
    const there = opened(team, database.desk.replace(`:${server.port}/`, `:${standby.port}/`));
    await expect(there.read(stream, cursor, all)).rejects.toThrow('it is a standby');
    await standby.run('SELECT pg_promote()');
    const promoted = await readOn(there, stream, cursor);
    expect(promoted.entries).toEqual(written);
    expect(promoted.cursor.system).toBe(`${system} 00000002`);
  });
});

describe('a connection that was lost', () => {
  it('comes back after the server was killed, and says meanwhile that it is away', async () => {
    const { team, log, stream, facts } = await story();
    const [one, two] = facts(2) as [SignedEntry, SignedEntry];
    await log.append([one]);
    const woken: string[] = [];
    const stop = opened(team).listen(
      () => [stream],
      (which) => woken.push(which),
    );
    await server.halt('kill');
    await expect(log.append([two])).rejects.toThrow(TeamDatabaseAway);
    await server.start();
    await expect
      .poll(async () => await log.append([two]).then(() => 'there', String))
      .toBe('there');
    expect((await readOn(log, stream, null)).entries).toEqual([one, two]);
    woken.length = 0;
    await expect.poll(() => woken).toContain(stream);
    await stop();
  });

  it('in the middle of an append leaves it whole or not at all, and the same append ends it', async () => {
    const { team, log, stream, facts } = await story();
    const groups = Array.from({ length: 30 }, () => facts(4));
    const admin = postgres(database.admin, { max: 1, onnotice: () => undefined });
    undo.push(() => admin.end());
    let lost = 0;
    for (const group of groups) {
      const cut = admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'causeway' AND datname = ${database.name}`.execute();
      let isThere = false;
      while (!isThere) {
        isThere = await log.append(group).then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(TeamDatabaseAway);
            lost += 1;
            return false;
          },
        );
      }
      await cut;
    }
    expect(lost).toBeGreaterThan(3);
    const reading = opened(team);
    const numbers = async () =>
      (await readOn(reading, stream, null)).entries.map(({ signature }) => signature);
    const appended = groups.flat().map(({ signature }) => signature);
    await expect.poll(async () => await numbers().catch(String)).toEqual(appended);
  });
});
