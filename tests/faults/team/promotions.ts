/**
 * A primary with a synchronous standby under load: the primary is killed, the standby promoted, and the one that
 * was killed follows it, again and again. What must hold: every delivery that the relay answered 200 and every
 * entry of a computer that the database acknowledged is in the log of whoever is primary in the end, in whole
 * chains; none is there twice; and all computers have the same.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { profileMigrations } from '../../../src/main/console/profile-session.ts';
import { keyOfSeed, openComputer } from '../../../src/main/features/team/testing/computer.ts';
import {
  createRelayTeam,
  type RelayTeam,
  untilNamed,
} from '../../../src/relay/testing/relay-team.ts';
import type { SignedEntry } from '../../../src/team-log/entry.ts';
import { type PostgresServer, startPostgres } from '../../../src/team-log/testing/postgres.ts';
import { type BatchReport, inOwnDirectory, tooFewLanded } from '../proof.ts';
import { type DeliveryLoad, startDeliveries } from '../relay/delivery-load.ts';

const COMPUTERS = 3;
/** Between two observations of a computer, and between two deliveries of a lane, in milliseconds. */
const RESTS_MS = 40;
/**
 * A primary that was killed can be rewound, and finds what it needs at the one that was promoted; a socket among
 * its files would be in the way.
 */
const settings = { wal_log_hints: 'on', wal_keep_size: '512MB', unix_socket_directories: '' };

type Computer = ReturnType<typeof openComputer>;

/** Two servers, of which the first takes writes, and acknowledges none that the second has not on its disk. */
async function startPair(): Promise<[PostgresServer, PostgresServer, RelayTeam]> {
  const primary = await startPostgres(settings);
  const database = await primary.createTeamDatabase();
  // In its files: rewinding starts a server that knows of no other settings.
  const kept = { ...settings, synchronous_standby_names: 'standby' };
  for (const [name, value] of Object.entries(kept)) {
    await primary.run(`ALTER SYSTEM SET ${name} = '${value}'`);
  }
  const standby = await primary.startStandby(settings);
  await primary.run('SELECT pg_reload_conf()');
  const hosts = `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/`;
  const either = (url: string) => url.replace(`@127.0.0.1:${primary.port}/`, hosts);
  const { desk, relay } = database;
  const test = await createRelayTeam({
    createTeamDatabase: async () => ({ ...database, desk: either(desk), relay: either(relay) }),
  });
  return [primary, standby, test];
}

/** Until what is acknowledged is on both. */
async function inStep(primary: PostgresServer): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const found = await primary.run(
      "SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'",
    );
    if (found.length === 1) return;
    await pause(50);
  }
  throw new Error('The standby does not follow.');
}

/** Writes until it is told to end. */
function startWriting({ observe }: Computer, name: string) {
  let isEnding = false;
  const write = async (): Promise<void> => {
    for (let number = 0; !isEnding; number += 1) {
      observe(`customer_${name}_${number}`);
      await pause(RESTS_MS);
    }
  };
  const writing = write();
  return async () => {
    isEnding = true;
    await writing;
  };
}

/** Waits until it has sent and read everything; the database may be away at first. */
async function settled({ exchange }: Computer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await exchange.now();
    } catch (error) {
      if (attempt === 50) throw error;
      await pause(100);
    }
  }
}

/** What the log has of what computers were told that it has. */
async function checkAppended(
  test: RelayTeam,
  server: PostgresServer,
  appended: readonly SignedEntry[],
): Promise<string[]> {
  const breaches: string[] = [];
  const placeOf = ({ author, sequence }: SignedEntry) => `${author} ${sequence}`;
  const log = new Map((await test.entries()).map((entry) => [placeOf(entry), entry.signature]));
  const lost = appended.filter(
    (entry) => entry.stream === test.stream && log.get(placeOf(entry)) !== entry.signature,
  );
  for (const { author, sequence } of lost) {
    breaches.push(`entry ${sequence} of ${author.slice(0, 8)} was acknowledged and is not there`);
  }
  const twice = await server.run(
    'SELECT FROM causeway.entries GROUP BY team, stream, author, sequence HAVING count(*) > 1',
    test.database.name,
  );
  if (twice.length > 0) breaches.push(`${twice.length} entries are there twice`);
  return breaches;
}

/** Opened anew, so that each compares what it has with what the database has. */
async function checkComputers(open: () => readonly Computer[]): Promise<string[]> {
  const breaches: string[] = [];
  const computers = open();
  try {
    for (const _ of [1, 2]) for (const computer of computers) await settled(computer);
    const [first, ...others] = computers;
    for (const [at, { observed, state }] of computers.entries()) {
      const problems = state.problems().map(({ sentence }) => sentence);
      if (problems.length > 0) breaches.push(`computer ${at} tells: ${problems[0]}`);
      if (state.toSend() > 0) breaches.push(`computer ${at} has ${state.toSend()} entries left`);
      if (state.get()?.ended !== null) breaches.push(`computer ${at} was stopped`);
      if (others.length > 0 && String(observed()) !== String(first?.observed()))
        breaches.push(`computer ${at} has other records than the first`);
    }
    return breaches;
  } finally {
    for (const computer of computers) await computer.close();
  }
}

/** Computers of the team, opened again as often as it is asked. */
async function admitComputers(test: RelayTeam, directory: string, appended: SignedEntry[]) {
  const { team, stream, database } = test;
  const seeds = Array.from({ length: COMPUTERS }, () => randomBytes(32).toString('hex'));
  for (const seed of seeds) {
    const { publicKey: signing, sealingKey: sealing } = keyOfSeed(seed);
    const invitation = randomBytes(32).toString('hex');
    await test.add({ member: { signing, sealing }, role: 'operator', invitation, name: '{}' });
  }
  return () =>
    seeds.map((seed, at) =>
      openComputer(
        {
          file: join(directory, `${at}.db`),
          seed,
          team,
          stream,
          url: database.desk,
          onAppended: (entries) => appended.push(...entries),
        },
        profileMigrations,
      ),
    );
}

export const promotions = (options: {
  readonly promotions: number;
  readonly seed: number;
}): Promise<BatchReport> =>
  inOwnDirectory(async (directory) => {
    const draw = seeded(options.seed);
    const [first, second, test] = await startPair();
    let primary = first;
    let standby = second;
    const appended: SignedEntry[] = [];
    const ends: (() => Promise<void>)[] = [];
    const did = { 'in the work': 0, rewound: 0, copied: 0 };

    async function promote(number: number, load: DeliveryLoad): Promise<void> {
      await pause(200 + draw() * 600);
      // Lanes rest between two deliveries: all of them at once, now and then.
      for (let turn = 0; turn < 1_000 && load.underWay() === 0; turn += 1) await pause(1);
      did['in the work'] += Number(load.underWay() > 0);
      const { size: acknowledged } = load.acknowledged;
      await primary.halt('kill');
      await pause(draw() * 100);
      await standby.promote();
      const isRewound = number % 2 === 0;
      await primary.follow(standby, isRewound ? 'rewind' : 'copy');
      did[isRewound ? 'rewound' : 'copied'] += 1;
      [primary, standby] = [standby, primary];
      await inStep(primary);
      await load.passes(acknowledged);
    }

    try {
      await inStep(primary);
      const open = await admitComputers(test, directory, appended);
      const relay = await test.start();
      const path = await test.namePath([await test.admit(relay)]);
      await untilNamed(relay.port, path);
      const load = startDeliveries(relay.port, path, { lanes: 6, restMs: RESTS_MS });
      const computers = open();
      ends.push(load.end, ...computers.map((one, at) => startWriting(one, String(at))));
      for (let number = 0; number < options.promotions; number += 1) await promote(number, load);
      for (const end of ends.splice(0)) await end();
      for (const computer of computers) await settled(computer);
      for (const computer of computers) await computer.close();
      const breaches = [
        ...(await load.check(test)),
        ...(await checkAppended(test, primary, appended)),
        ...(await checkComputers(open)),
        ...tooFewLanded(did['in the work'], options.promotions),
      ];
      const counts = { deliveries: load.acknowledged.size, entries: appended.length };
      return { figures: { promotions: options.promotions, ...did, ...counts }, breaches };
    } finally {
      await Promise.all(ends.map((end) => end()));
      await test.remove();
      await standby.stop();
      await primary.stop();
    }
  });
