/** What a team's database takes for each thing that it is asked, measured by the processor time of its processes. */
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { z } from 'zod';
import { systemRandom } from '../../src/platform/random.ts';
import { createChain } from '../../src/team-log/chain.ts';
import { type ChainHead, noEntry, type TeamSigning } from '../../src/team-log/entry.ts';
import { openTeamLog, type TeamLog } from '../../src/team-log/team-log.ts';
import type { PostgresServer } from '../../src/team-log/testing/postgres.ts';
import { at, createSigner, randomStream } from '../../src/team-log/testing/team.ts';
import { cpuMsOfServer, processesOf } from './processor-time.ts';
import type { Costs } from './scale-model.ts';

async function costOf(
  server: PostgresServer,
  times: number,
  work: () => Promise<unknown>,
): Promise<number> {
  await work();
  const before = cpuMsOfServer(server);
  for (let turn = 0; turn < times; turn += 1) await work();
  return (cpuMsOfServer(server) - before) / times;
}

/** Own memory of a process that is an idle connection, in KiB; nothing of another, or of one that ended meanwhile. */
function idleMemory(pid: number): number[] {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('idle')) return [];
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return [Number(/Private_Dirty:\s+(\d+)/.exec(rollup)?.[1] ?? 0)];
  } catch {
    return [];
  }
}

/** Own memory of an idle connection's process on average, in KiB. */
function idleKiB(server: PostgresServer): number {
  const found = processesOf(server).flatMap(idleMemory);
  return found.reduce((sum, size) => sum + size, 0) / found.length;
}

const sizes = z.array(z.object({ name: z.string(), bytes: z.coerce.number() }));

export interface ScaleCosts {
  /** Rows that were there. */
  readonly rows: number;
  readonly costs: Costs;
  /** Bytes of a row of each index and of the table, without its payload. */
  readonly bytes: Readonly<Record<string, number>>;
  readonly connectionKiB: number;
}

const signers: TeamSigning[] = [];
function signersOf(count: number): readonly TeamSigning[] {
  while (signers.length < count) signers.push(createSigner());
  return signers.slice(0, count);
}
const authorKeys = (count: number): string =>
  signersOf(count)
    .map(({ publicKey }) => `"\\\\x${publicKey}"`)
    .join(',');

/** Rows of so many authors in turn, as a log that grew; signatures and hashes are noise. */
async function grow(
  server: PostgresServer,
  place: Place,
  authors: number,
  from: number,
  to: number,
) {
  await server.run(
    `INSERT INTO causeway.entries
      (team, stream, author, sequence, kind, epoch, previous, at, payload, signature, bytes)
     SELECT '\\x${place.team}', '\\x${place.stream}',
       ('{${authorKeys(authors)}}'::bytea[])[number % ${authors} + 1],
       number / ${authors} + 1, 'facts', 1, sha256(int4send(number)), '2026-11-26T10:00:00.000Z',
       sha256(int4send(-number)), sha256(int4send(number)) || sha256(int4send(-number)), '\\x00'
     FROM generate_series(${from}, ${to - 1}) AS number`,
    place.database,
  );
  await server.run('VACUUM ANALYZE causeway.entries', place.database);
  await server.run('CHECKPOINT');
}

interface Place {
  readonly database: string;
  readonly team: string;
  readonly stream: string;
}

async function askedOf(
  server: PostgresServer,
  log: TeamLog,
  place: Place,
  authors: number,
): Promise<Costs> {
  const { stream } = place;
  const times = 1_000;
  const one = { entries: 200, bytes: 4_000_000 };
  const content = Buffer.alloc(1_500, 'x');
  const chainOf = (signing: TeamSigning, head: ChainHead | null) =>
    createChain({ signing, team: place.team, stream, head, random: systemRandom });
  const writer = createSigner();
  const chain = chainOf(writer, null);
  const written = () => chain.next({ kind: 'heads', epoch: null, content, at });
  let { cursor } = await log.read(stream, null, one);
  // From the end: what is before is another one's.
  for (let isLast = false; !isLast; )
    ({ cursor, isLast } = await log.read(stream, cursor, { entries: 50_000, bytes: 1e9 }));
  const append = await costOf(server, times, () => log.append([written()]));
  const both = await costOf(server, times, async () => {
    await log.append([written()]);
    ({ cursor } = await log.read(stream, cursor, one));
  });
  const poll = await costOf(server, times, () => log.read(stream, cursor, one));
  // The last entry of each is one that it signed.
  const far = { sequence: 1_000_000_000, hash: noEntry };
  for (const one of signersOf(authors))
    await log.append([chainOf(one, far).next({ kind: 'heads', epoch: null, content, at })]);
  const heads = await costOf(server, 50, () => log.headsOf(stream));
  const signature = 'ab'.repeat(64);
  const note = { said: Buffer.alloc(400), signature, unbound: signature };
  for (let number = 0; number < authors; number += 1)
    await log.presence.say(() => ({ ...note, author: number.toString(16).padStart(64, '0') }));
  const say = await costOf(server, times, () =>
    log.presence.say(() => ({ ...note, author: writer.publicKey })),
  );
  const list = await costOf(server, 50, () => log.presence.list());
  return {
    append,
    read: Math.max(poll, both - append),
    poll,
    say,
    headEach: heads / (authors + 1),
    listEach: Math.max(0, list - poll) / authors,
    ...(await notifying(server, place)),
  };
}

/** What a notification takes with one that listens, and what each further one adds. */
async function notifying(server: PostgresServer, { database }: Place) {
  const channel = 'causeway_bench';
  const options = { max: 1, onnotice: () => undefined };
  const sender = postgres(server.url(database), options);
  const listening: ReturnType<typeof postgres>[] = [];
  const many = 100;
  const listen = async (count: number): Promise<void> => {
    while (listening.length < count) {
      const sql = postgres(server.url(database), options);
      await sql.unsafe(`LISTEN ${channel}`);
      listening.push(sql);
    }
  };
  const tell = () =>
    sender`SELECT set_config('synchronous_commit', 'off', true), pg_notify(${channel}, 'x')`;
  await listen(1);
  const few = await costOf(server, 300, tell);
  await listen(many);
  const all = await costOf(server, 300, tell);
  await Promise.all([sender, ...listening].map((sql) => sql.end()));
  const notifyEach = Math.max(0, (all - few) / (many - 1));
  return { notify: Math.max(0, few - notifyEach), notifyEach };
}

/** At each number of rows, one after the other. */
export async function measureCosts(
  server: PostgresServer,
  authors: number,
  at: readonly number[],
): Promise<ScaleCosts[]> {
  const database = await server.createTeamDatabase();
  const team = randomStream() + randomStream();
  const place = { database: database.name, team, stream: randomStream() };
  const log = openTeamLog({ url: database.desk, team });
  const measured: ScaleCosts[] = [];
  try {
    let there = 0;
    for (const rows of at) {
      await grow(server, place, authors, there, rows);
      there = rows;
      const found = sizes.parse(
        await server.run(
          `SELECT relname AS name, pg_relation_size(oid) AS bytes FROM pg_class
           WHERE relname IN ('entries', 'entries_pkey', 'entries_in_order')`,
          database.name,
        ),
      );
      const bytes = Object.fromEntries(found.map(({ name, bytes: all }) => [name, all / rows]));
      const costs = await askedOf(server, log, place, authors);
      measured.push({ rows, costs, bytes, connectionKiB: idleKiB(server) });
      await server.run(
        `ALTER TABLE causeway.entries DISABLE TRIGGER ALL;
         DELETE FROM causeway.entries WHERE author = '\\xee${'00'.repeat(31)}';
         ALTER TABLE causeway.entries ENABLE TRIGGER ALL`,
        database.name,
      );
    }
  } finally {
    await log.close();
  }
  return measured;
}
