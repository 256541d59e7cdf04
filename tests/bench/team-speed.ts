/** A team's log against what PostgreSQL does without it, how fast what one computer does is seen on others, and what a write costs. */
import { execFile } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { z } from 'zod';
import { openTeamLog } from '../../src/team-log/team-log.ts';
import {
  type PostgresServer,
  startPostgres,
  type TeamDatabase,
} from '../../src/team-log/testing/postgres.ts';
import { createTeam, randomStream } from '../../src/team-log/testing/team.ts';
import type { Figure } from './figure.ts';
import { slowLine } from './slow-line.ts';
import { median, quantiles } from './statistics.ts';
import {
  creating,
  type DeskProcess,
  endDesks,
  makeTeam,
  startDesks,
  visibleElsewhere,
} from './team-desks.ts';

const run = promisify(execFile);

const clients = 4;
const group = 16;
const payload = 2_048;

const EVERY_MS = 500;

export interface TeamBench {
  /** Of appending, each side. */
  readonly seconds: number;
  readonly desks: number;
  /** Of all of them together. */
  readonly writes: number;
}

export async function teamSpeed(bench: TeamBench): Promise<Figure[]> {
  // On the disk, where an append waits for it.
  const folder = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  const server = await startPostgres({
    max_wal_size: '4GB',
    shared_buffers: '256MB',
    max_connections: '300',
  });
  try {
    return [
      await appending(server, folder, bench.seconds),
      ...(await seenElsewhere(server, bench)),
      ...(await costOfWrite(server, bench.writes / 4)),
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function appending(server: PostgresServer, folder: string, seconds: number): Promise<Figure> {
  const peer = await byPgbench(server, await server.createTeamDatabase(), folder, seconds);
  const ours = await byClient(await server.createTeamDatabase(), seconds);
  const perSecond = (value: number) => Math.round(value).toLocaleString('en-US');
  return {
    name: `appending groups of ${group} entries of ${payload} bytes, ${clients} at a time, against pgbench with the same insert`,
    value: ours.perSecond / peer,
    unit: 'of it',
    atLeast: 0.7,
    basis: `${perSecond(ours.perSecond)} entries a second against ${perSecond(peer)}; ${Math.round(ours.cpuUs)} µs of processor an entry`,
  };
}

/** Entries a second. */
async function byPgbench(
  server: PostgresServer,
  { name }: TeamDatabase,
  folder: string,
  seconds: number,
): Promise<number> {
  const script = join(folder, 'append.sql');
  // Every value that differs is sent each time, as the client sends it.
  const hex = (length: number) => `'\\x${'78'.repeat(length)}'::bytea`;
  const row = (number: number) =>
    `(${hex(32)}, ${hex(16)}, decode(lpad(to_hex(:client_id::int), 64, '0'), 'hex'), :n::bigint * ${group} + ${number}, 'deliveries', 1, :digest::bytea, NULL, '2026-11-26T10:00:00.000Z', :digest::bytea, ${hex(64)}, :bytes::bytea)`;
  writeFileSync(
    script,
    `\\set n :n + 1
INSERT INTO causeway.entries
  (team, stream, author, sequence, kind, epoch, previous, follows, at, payload, signature, bytes)
VALUES ${Array.from({ length: group }, (_, number) => row(number + 1)).join(',')};
`,
  );
  const [pgbench = 'pgbench'] = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse();
  const { stdout } = await run(pgbench, [
    '-n',
    '-M',
    'prepared',
    '-f',
    script,
    '-D',
    'n=0',
    '-c',
    String(clients),
    '-j',
    '2',
    '-D',
    `digest=\\x${'78'.repeat(32)}`,
    '-D',
    `bytes=\\x${'78'.repeat(payload)}`,
    '-T',
    String(seconds),
    '-h',
    '127.0.0.1',
    '-p',
    String(server.port),
    '-U',
    'postgres',
    name,
  ]);
  const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  return z.coerce.number().positive().parse(tps) * group;
}

async function byClient({ desk }: TeamDatabase, seconds: number) {
  const made = createTeam();
  const log = openTeamLog({ url: desk, team: made.team, connections: clients });
  const first = made.fact(made.owner, randomStream(), 'x'.repeat(payload - 49));
  if (first === undefined) throw new Error('There is no entry.');
  // Signing and sealing are not the database's: entries differ by author and number alone.
  const authors = Array.from({ length: clients }, () => randomStream() + randomStream());
  await log.append(made.entries);
  let appended = 0;
  const cpu = process.cpuUsage();
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    authors.map(async (author) => {
      for (let sequence = 1; performance.now() < end; sequence += group) {
        await log.append(
          Array.from({ length: group }, (_, number) => ({
            ...first,
            author,
            sequence: sequence + number,
          })),
        );
        appended += group;
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  await log.close();
  return { perSecond: appended / seconds, cpuUs: (user + system) / appended };
}

/** How fast what one of so many does is seen on the others. */
async function seenElsewhere(
  server: PostgresServer,
  { desks: count, writes }: TeamBench,
): Promise<Figure[]> {
  const desks = await startDesks(count);
  try {
    await makeTeam(desks, await server.createTeamDatabase(), server.port);
    const { delays, atRest, meanwhile, mb } = await visibleElsewhere(desks, writes, EVERY_MS);
    const { p50, p99 } = quantiles(delays);
    const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
    return [
      {
        name: `from created on one computer to visible in the list of another, ${count} computers, p99`,
        value: p99,
        unit: 'ms',
        atMost: 500,
        basis: `${writes} writes, one every ${EVERY_MS} ms, by one computer after the other; p50 ${Math.round(p50)} ms, worst ${Math.round(Math.max(...delays))}; a computer takes ${percent(meanwhile)} of a processor meanwhile, ${percent(atRest)} at rest, and ${Math.round(mb)} MB`,
      },
    ];
  } finally {
    await endDesks(desks);
  }
}

/** What a write takes in a team, over lines of several lengths, against one alone in the same run. */
async function costOfWrite(server: PostgresServer, writes: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const eachWayMs of [0, 10]) {
    const line = await slowLine(server.port, eachWayMs);
    const desks = await startDesks(3);
    try {
      const [alone, ...team] = desks as [DeskProcess, DeskProcess, DeskProcess];
      const database = await server.createTeamDatabase();
      await makeTeam(team, database, line.port);
      await Promise.all([creating(alone, 'warm', 10), creating(team[0], 'warm', 10)]);
      const without = await creating(alone, 'x', writes);
      const within = await creating(team[0], 'x', writes);
      const trip = median(
        await roundTrips(database.desk.replace(`:${server.port}/`, `:${line.port}/`)),
      );
      const most = 1.5 * median(without) + 2 * trip;
      const ms = (value: number) => `${value.toFixed(1)} ms`;
      figures.push({
        name: `a write in a team against 1.5 times one alone and two round trips of ${ms(trip)}`,
        value: median(within) / most,
        unit: 'of it',
        atMost: 1,
        basis: `median of ${writes}: ${ms(median(within))} against ${ms(median(without))} alone, so ${ms(most)}; p99 ${ms(quantiles(within).p99)} and ${ms(quantiles(without).p99)}`,
      });
    } finally {
      await endDesks(desks);
      line.close();
    }
  }
  return figures;
}

async function roundTrips(url: string): Promise<number[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const times: number[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const began = performance.now();
    await sql`SELECT 1`;
    times.push(performance.now() - began);
  }
  await sql.end();
  return times;
}
