/** A team's log against what PostgreSQL does without it: appending against pgbench, catching up against reading. */
import { execFile } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { z } from 'zod';
import type { SignedEntry } from '../../src/team-log/entry.ts';
import { createEpochs } from '../../src/team-log/epochs.ts';
import { createJudge } from '../../src/team-log/judge.ts';
import { createMemoryStore } from '../../src/team-log/memory-store.ts';
import type { Cursor } from '../../src/team-log/read.ts';
import { openTeamLog } from '../../src/team-log/team-log.ts';
import {
  type PostgresServer,
  startPostgres,
  type TeamDatabase,
} from '../../src/team-log/testing/postgres.ts';
import { createTeam, randomStream } from '../../src/team-log/testing/team.ts';
import type { Figure } from './figure.ts';

const run = promisify(execFile);

const clients = 4;
const group = 16;
const payload = 2_048;

/** A line as hand-over writes it is about so long. */
const line = JSON.stringify({ what: 'observation', content: 'x'.repeat(200) });
const linesInAnEntry = 100;

export interface TeamBench {
  /** Of appending, each side. */
  readonly seconds: number;
  /** Lines to catch up on. */
  readonly lines: number;
}

export async function teamSpeed({ seconds, lines }: TeamBench): Promise<Figure[]> {
  // On the disk, where an append waits for it.
  const folder = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  const server = await startPostgres({ max_wal_size: '4GB' });
  try {
    return [await appending(server, folder, seconds), ...(await catchingUp(server, lines))];
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
    ...{ value: ours.perSecond / peer, unit: 'of it', atLeast: 0.7 },
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
    ...['-n', '-M', 'prepared', '-f', script, '-D', 'n=0', '-c', String(clients), '-j', '2'],
    ...['-D', `digest=\\x${'78'.repeat(32)}`, '-D', `bytes=\\x${'78'.repeat(payload)}`],
    ...[
      '-T',
      String(seconds),
      '-h',
      '127.0.0.1',
      '-p',
      String(server.port),
      '-U',
      'postgres',
      name,
    ],
  ]);
  const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  return z.coerce.number().positive().parse(tps) * group;
}

async function byClient({ desk }: TeamDatabase, seconds: number) {
  const made = createTeam();
  const log = openTeamLog({ url: desk, team: made.team, connections: clients });
  const [first] = [made.fact(made.owner, randomStream(), 'x'.repeat(payload - 49))];
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
            ...{ author, sequence: sequence + number },
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

async function catchingUp(server: PostgresServer, lines: number): Promise<Figure[]> {
  const { desk } = await server.createTeamDatabase();
  const made = createTeam();
  const stream = randomStream();
  const log = openTeamLog({ url: desk, team: made.team });
  await log.append(made.entries);
  const text = `${line}\n`.repeat(linesInAnEntry);
  const entries = Math.ceil(lines / linesInAnEntry);
  for (let done = 0; done < entries; done += 40) {
    const few = Math.min(40, entries - done);
    await log.append(Array.from({ length: few }, () => made.fact(made.owner, stream, text)));
  }
  const epochs = createEpochs(made.owner, made.membership());
  // Both once before, so that neither reads from the disk what the other finds in memory.
  const plain = async () =>
    await readPlainly(desk, made.team, stream, (entry) => epochs.open(entry));
  await plain();
  const peer = await timed(plain);
  const before = process.memoryUsage().rss;
  let most = before;
  const ours = await timed(async () => {
    const judge = createJudge(made.team, createMemoryStore());
    const count = { taken: 0 };
    for (const place of [made.own, stream]) {
      for (let cursor: Cursor | null = null, isMore = true; isMore; ) {
        const page = await log.read(place, cursor, { entries: 200, bytes: 4_000_000 });
        for (const entry of page.entries) {
          if (judge.judge(entry, place).is === 'taken') count.taken += 1;
          epochs.open(entry);
        }
        most = Math.max(most, process.memoryUsage().rss);
        cursor = page.cursor;
        isMore = page.entries.length > 0;
      }
    }
    return count.taken;
  });
  await log.close();
  if (ours.result !== entries + 1 || peer.result !== entries)
    throw new Error(`Entries are missing: ${ours.result} and ${peer.result} of ${entries}.`);
  const amount = `${lines.toLocaleString('en-US')} lines in ${entries.toLocaleString('en-US')} entries`;
  return [
    {
      name: `catching up on ${amount}, judged and opened, against reading and opening the same bytes`,
      ...{ value: ours.cpuMs / peer.cpuMs, unit: 'times the processor', atMost: 2 },
      basis: `${said(ours)} against ${said(peer)}`,
    },
    {
      name: 'memory that catching up takes',
      ...{ value: (most - before) / 2 ** 20, unit: 'MB', atMost: 300 },
      basis: 'resident memory, at most, after each page',
    },
  ];
}

const said = ({ cpuMs, ms }: { cpuMs: number; ms: number }): string =>
  `${Math.round(cpuMs)} ms of processor in ${Math.round(ms)} ms`;

async function timed<Result>(work: () => Promise<Result>) {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, cpuMs: (user + system) / 1_000, ms: performance.now() - began };
}

/** By position alone, as if nobody else wrote and the database were to be believed. */
async function readPlainly(
  url: string,
  team: string,
  stream: string,
  take: (entry: SignedEntry) => void,
): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  let read = 0;
  for (let after = '0', isMore = true; isMore; ) {
    const rows: (Omit<SignedEntry, 'sequence'> & { sequence: string; position: string })[] =
      await sql`
        SELECT position::text, encode(team, 'hex') AS team, encode(stream, 'hex') AS stream,
          encode(author, 'hex') AS author, sequence, kind, epoch, encode(previous, 'hex') AS previous,
          follows, at, encode(payload, 'hex') AS payload, encode(signature, 'hex') AS signature, bytes
        FROM causeway.entries
        WHERE team = ${Buffer.from(team, 'hex')} AND stream = ${Buffer.from(stream, 'hex')}
          AND position > ${after}
        ORDER BY entries.position LIMIT 160`;
    for (const { position, ...row } of rows) {
      take({ ...row, version: 1, sequence: Number(row.sequence) });
      after = position;
    }
    read += rows.length;
    isMore = rows.length > 0;
  }
  await sql.end();
  return read;
}
