/**
 * A relay (judged, sealed, durable in PostgreSQL) against pgbench with the same insert of as many bytes, by
 * one client as the relay is one, and its answer times at a fixed rate.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { RelayProcess } from '../../src/relay/testing/relay-process.ts';
import { createRelayTeam, type RelayTeam, untilNamed } from '../../src/relay/testing/relay-team.ts';
import { type PostgresServer, startPostgres } from '../../src/team-log/testing/postgres.ts';
import { secret, slotPath } from '../faults/receiver/host.ts';
import { closed } from './closed-load.ts';
import type { Figure } from './figure.ts';
import { cpuMsOfProcess, cpuMsOfServer } from './processor-time.ts';
import { open } from './receiver-speed.ts';
import { median } from './statistics.ts';

const run = promisify(execFile);

/** More make larger groups, and measure node:http: it answers 14,000 requests a second without any work. */
const CONNECTIONS = 32;

const counted = z.object({ entries: z.coerce.number(), bytes: z.coerce.number() });

async function countIn(server: PostgresServer, { database }: RelayTeam) {
  const [row] = await server.run(
    "SELECT count(*) AS entries, coalesce(sum(length(bytes)), 0) AS bytes FROM causeway.entries WHERE kind = 'deliveries'",
    database.name,
  );
  return counted.parse(row);
}

/**
 * Inserts a second, each as the relay's: the statement (append.ts), prepared once and given its values each time, one
 * transaction, as many bytes. They are an argument in hexadecimal: a group above 65 KB would fail with E2BIG.
 */
async function pgbench(test: RelayTeam, bytes: number, seconds: number): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  const random = (length: number) => randomBytes(length).toString('hex');
  const list = (hex: string) => `{"\\\\x${hex}"}`;
  const values = {
    team: list(test.team),
    stream: list(random(16)),
    author: list(random(32)),
    kind: '{"deliveries"}',
    epoch: '{1}',
    previous: list(random(32)),
    follows: '{NULL}',
    at: '{"2026-11-26T10:00:00.000Z"}',
    payload: list(random(32)),
    signature: list(random(64)),
    size: `{${bytes}}`,
    all: `\\x${random(bytes)}`,
  };
  const columns =
    'team, stream, author, sequence, kind, epoch, previous, follows, at, payload, signature';
  const script = `\\set number :number + 1
INSERT INTO causeway.entries (${columns}, bytes)
SELECT ${columns},
  substring(:all::bytea FROM (1 - size + sum(size::integer) OVER (ORDER BY number))::integer FOR size::integer)
FROM unnest(
  :team::bytea[], :stream::bytea[], :author::bytea[], ARRAY[:number::bigint],
  :kind::text[], :epoch::bigint[], :previous::bytea[], :follows::bytea[],
  :at::text[], :payload::bytea[], :signature::bytea[], :size::bigint[]
) WITH ORDINALITY AS added (${columns}, size, number) ORDER BY number;
`;
  try {
    const file = join(directory, 'insert.sql');
    await writeFile(file, script);
    const given = Object.entries({ number: '0', ...values });
    const args = ['-n', '-M', 'prepared', '-c', '1', '-T', String(seconds), '-f', file];
    args.push(...given.flatMap(([name, value]) => ['-D', `${name}=${value}`]));
    const { stdout } = await run('pgbench', [...args, test.database.relay]);
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(stdout);
    return Number(tps);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** So many of a team, each with a key of its own. */
async function withRelays<Result>(
  count: number,
  work: (
    relays: readonly RelayProcess[],
    test: RelayTeam,
    server: PostgresServer,
  ) => Promise<Result>,
): Promise<Result> {
  const server = await startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' });
  const test = await createRelayTeam(server);
  try {
    const relays: RelayProcess[] = [];
    const keys: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const relay = await test.start(`relay-${number}`);
      keys.push(await test.admit(relay));
      relays.push(relay);
    }
    await test.namePath(keys, { path: slotPath, of: secret });
    for (const { port } of relays) await untilNamed(port, slotPath);
    return await work(relays, test, server);
  } finally {
    await test.remove();
    await server.stop();
  }
}

interface Round {
  readonly perSecond: number;
  /** Deliveries in an entry, and bytes of one. */
  readonly group: number;
  readonly bytes: number;
  /** Deliveries a second that pgbench would make durable in such groups. */
  readonly peer: number;
  /** Processor time of relays, of the database and of the sender for a delivery, in microseconds. */
  readonly relayUs: number;
  readonly databaseUs: number;
  readonly senderUs: number;
}

const round = (seconds: number, count: number): Promise<Round> =>
  withRelays(count, async (relays, test, server) => {
    const cpuMs = () => relays.reduce((sum, { pid }) => sum + cpuMsOfProcess(pid), 0);
    const taken = () => ({ relays: cpuMs(), server: cpuMsOfServer(server) });
    let before = taken();
    const ports = relays.map(({ port }) => port);
    const load = await closed(ports, seconds, CONNECTIONS, () => {
      before = taken();
    });
    const after = taken();
    const took = { relays: after.relays - before.relays, server: after.server - before.server };
    const { entries, bytes: all } = await countIn(server, test);
    const { length: deliveries } = await test.deliveries();
    const group = deliveries / entries;
    const bytes = Math.round(all / entries);
    return {
      ...load,
      group,
      bytes,
      peer: group * (await pgbench(test, bytes, seconds)),
      relayUs: (took.relays / deliveries) * 1_000,
      databaseUs: (took.server / deliveries) * 1_000,
    };
  });

export async function relaySpeed(rounds: number, seconds: number): Promise<Figure[]> {
  const all: Round[] = [];
  const two: Round[] = [];
  for (let count = 0; count < rounds; count += 1) {
    all.push(await round(seconds, 1));
    two.push(await round(seconds, 2));
  }
  const slow = await withRelays(1, ([relay]) => open(relay?.port ?? 0, 500, seconds * 2));
  const of = (what: keyof Round, which: readonly Round[] = all) =>
    median(which.map((one) => one[what]));
  const against = (which: readonly Round[]) => {
    const [ours, peer] = (['perSecond', 'peer'] as const).map((what) =>
      Math.round(of(what, which)),
    );
    const [relayUs, databaseUs, senderUs] = (['relayUs', 'databaseUs', 'senderUs'] as const).map(
      (what) => Math.round(of(what, which)),
    );
    return `${ours} against ${peer} a second, in groups of ${of('group', which).toFixed(1)} (${Math.round(of('bytes', which) / 1024)} KiB); a delivery takes ${relayUs} µs of processor in relays, ${databaseUs} in the database and ${senderUs} in the sender`;
  };
  const perSecond = of('perSecond');
  return [
    {
      name: 'deliveries through a relay, verified and durable',
      value: perSecond,
      unit: 'a second',
      atLeast: 3_000,
      basis: `${CONNECTIONS} connections, median of ${rounds}`,
    },
    {
      name: 'relay against pgbench',
      value: median(all.map((one) => one.perSecond / one.peer)),
      unit: 'times',
      atLeast: 0.7,
      basis: against(all),
    },
    {
      name: 'two relays, each with half of the connections, against pgbench',
      value: median(two.map((one) => one.perSecond / one.peer)),
      unit: 'times',
      atLeast: 0.7,
      basis: against(two),
    },
    {
      name: 'p99 through a relay at 500 a second',
      value: slow.p99,
      unit: 'ms',
      atMost: 25,
      basis: `${slow.answered} answers, p50 ${slow.p50.toFixed(1)} ms; sent late by p99 ${slow.late.p99.toFixed(1)} ms`,
    },
  ];
}
