/** A relay as a process over a real PostgreSQL. */
import { statSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomHex, systemRandom } from '../platform/random.ts';
import { readAddress } from '../team-log/address.ts';
import { createChain } from '../team-log/chain.ts';
import { coverageBytes } from '../team-log/coverage.ts';
import { packDeliveries } from '../team-log/deliveries.ts';
import type { SignedEntry } from '../team-log/entry.ts';
import { currentEpoch } from '../team-log/membership.ts';
import { removeMember } from '../team-log/membership-changes.ts';
import { databaseVersion } from '../team-log/migrations.ts';
import { answeredBy, relayCheckHeader } from '../team-log/relay-check.ts';
import { setUpDatabase } from '../team-log/set-up.ts';
import { openTeamLog } from '../team-log/team-log.ts';
import { insertAsItIs, type PostgresServer, startPostgres } from '../team-log/testing/postgres.ts';
import { at } from '../team-log/testing/team.ts';
import { openRelayKey } from './options.ts';
import { createReceived } from './relay.ts';
import type { RelayProcess } from './testing/relay-process.ts';
import {
  createRelayTeam,
  eventBody,
  post,
  type RelayTeam,
  secret,
  signed,
  untilNamed,
} from './testing/relay-team.ts';

let server: PostgresServer;
let test: RelayTeam;
let relay: RelayProcess;
let key: string;
/** Paths whose secret the relay has, and has not. */
let judged: string;
let unjudged: string;

const health = async (port: number): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}/health`)).status;

/** Of a relay, in the database of that team. */
async function anotherLogin({ database }: RelayTeam) {
  const name = `another_${database.name}`;
  await server.run(`CREATE ROLE ${name} LOGIN PASSWORD 'pass word' IN ROLE causeway_relay`);
  const url = database.relay.replace(/\/\/[^:]*:/, `//${name}:`);
  return postgres(url, { max: 1, onnotice: () => undefined });
}

beforeAll(async () => {
  server = await startPostgres();
  test = await createRelayTeam(server);
  relay = await test.start();
  expect(await health(relay.port)).toBe(503);
  expect(await post(relay.port, 'a'.repeat(32), '{}')).toBe(503);
  key = await test.admit(relay);
  judged = await test.namePath([key]);
  unjudged = await test.namePath();
  await untilNamed(relay.port, judged);
  await untilNamed(relay.port, unjudged);
}, 30_000);
afterAll(async () => {
  await test.remove();
  await server.stop();
});

it('answers 200 for what is durable, sealed to the team', async () => {
  const body = eventBody('event_1');
  expect(await post(relay.port, judged, body)).toBe(200);
  const found = (await test.deliveries()).find((one) => Buffer.from(one.body).toString() === body);
  expect(found).toMatchObject({ path: judged });
  expect(found?.rawHeaders).toContain('signature');
  const entries = await test.entries();
  expect(
    entries.every(
      ({ kind, author, epoch }) => kind === 'deliveries' && author === key && epoch === 1,
    ),
  ).toBe(true);
  expect(entries.some(({ bytes }) => Buffer.from(bytes).includes('event_1'))).toBe(false);
  expect(await health(relay.port)).toBe(200);
});

it('refuses at the door what is forged, where it has the secret, and takes it where it has not', async () => {
  const body = eventBody('event_forged');
  expect(await post(relay.port, judged, body, signed(body, 'another'))).toBe(401);
  expect(await post(relay.port, unjudged, body, signed(body, 'another'))).toBe(200);
  expect(await post(relay.port, unjudged, body, {})).toBe(401);
  const found = (await test.deliveries()).filter(
    (one) => Buffer.from(one.body).toString() === body,
  );
  expect(found.map(({ path }) => path)).toEqual([unjudged]);
});

it('knows no other path, method or size', async () => {
  const before = (await test.entries()).length;
  expect(await post(relay.port, 'b'.repeat(32), '{}')).toBe(404);
  const get = await fetch(`http://127.0.0.1:${relay.port}/hooks/${judged}`);
  expect(get.status).toBe(405);
  expect(await post(relay.port, judged, eventBody('event_large', 1024 * 1024))).toBe(413);
  expect(await post(relay.port, judged, eventBody('event_most', 1024 * 1024 - 200))).toBe(200);
  expect((await test.entries()).length).toBe(before + 1);
});

it('puts a group that is over an entry’s size into several', async () => {
  const bodies = Array.from({ length: 12 }, (_, at) => eventBody(`event_big_${at}`, 900_000));
  const answers = await Promise.all(bodies.map((body) => post(relay.port, judged, body)));
  expect(answers).toEqual(bodies.map(() => 200));
  const got = new Set((await test.deliveries()).map(({ body }) => Buffer.from(body).toString()));
  expect(bodies.every((body) => got.has(body))).toBe(true);
});

it('shows that it is of the team by signing a nonce, on paths that were named', async () => {
  const nonce = 'c'.repeat(32);
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${relay.port}/hooks/${path}`, {
      method: 'POST',
      headers: { 'causeway-proof': nonce },
      body: '{}',
    });
  const reply = (await ask(judged)).headers.get(relayCheckHeader);
  const check = { team: test.team, path: judged, nonce };
  expect(answeredBy(reply, [key], check)).toBe(key);
  expect(answeredBy(reply, [key], { ...check, path: unjudged })).toBeNull();
  expect(answeredBy(reply, [test.owner.publicKey], check)).toBeNull();
  expect((await ask('d'.repeat(32))).status).toBe(404);

  // What is signed is a delivery all the same.
  const body = eventBody('event_with_nonce');
  const headers = { ...signed(body), 'causeway-proof': nonce };
  expect(await post(relay.port, judged, body, headers)).toBe(200);
  const bodies = (await test.deliveries()).map((one) => Buffer.from(one.body).toString());
  expect(bodies).toContain(body);
});

it('seals to the next key of the team when somebody left', async () => {
  const { made, log } = test;
  const from = made.entries.length;
  made.remove(made.add('operator'));
  await log.append(made.entries.slice(from));
  await expect
    .poll(async () => {
      expect(await post(relay.port, judged, eventBody('event_next'))).toBe(200);
      return (await test.entries()).at(-1)?.epoch;
    })
    .toBe(2);
  expect((await test.deliveries()).length).toBeGreaterThan(1);
});

it('keeps its key to itself, and no secret in its log', () => {
  expect(statSync(test.keyFile('one')).mode & 0o777).toBe(0o600);
  const said = relay.lines.join('\n');
  for (const never of [secret, 'pass word', 'pass%20word', judged])
    expect(said).not.toContain(never);
});

it('shares the work with another one, and both leave chains without a gap', async () => {
  const other = await test.start('two');
  const otherKey = await test.admit(other);
  await untilNamed(other.port, unjudged);
  const bodies = Array.from({ length: 60 }, (_, at) => eventBody(`event_shared_${at}`));
  const answers = await Promise.all(
    bodies.map((body, at) => post(at % 2 === 0 ? relay.port : other.port, unjudged, body)),
  );
  expect(answers).toEqual(bodies.map(() => 200));
  for (const author of [key, otherKey]) {
    const chain = (await test.entries()).filter((entry) => entry.author === author);
    expect(chain.map(({ sequence }) => sequence)).toEqual(chain.map((_, at) => at + 1));
  }

  // A second process with the key of the first: one of them ends, and what it took is there.
  const twin = await test.start('two');
  await twin.said('admitted');
  await untilNamed(twin.port, unjudged);
  const statuses: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    statuses.push(
      await post(at % 2 === 0 ? twin.port : other.port, unjudged, eventBody(`twin_${at}`)),
    );
  }
  const code = await Promise.race([twin.ended, other.ended]);
  expect(code).toBe(1);
  expect([...twin.lines, ...other.lines].join('\n')).toContain(
    'another process writes with this relay',
  );
  const got = (await test.deliveries()).map(({ body }) => Buffer.from(body).toString());
  for (const [at, status] of statuses.entries()) {
    if (status === 200) expect(got).toContain(eventBody(`twin_${at}`));
  }
}, 30_000);

it('answers 503 while the database is away, goes on where it was, and ends cleanly', async () => {
  await server.halt('kill');
  expect(await post(relay.port, judged, eventBody('event_away'))).toBe(503);
  expect(await health(relay.port)).toBe(503);
  await server.start();
  // A balancer sends nothing until then.
  await expect.poll(() => health(relay.port), { timeout: 20_000 }).toBe(200);
  let status = 0;
  for (let attempt = 0; attempt < 100 && status !== 200; attempt += 1) {
    status = await post(relay.port, judged, eventBody('event_back'));
  }
  expect(status).toBe(200);
  const chain = (await test.entries()).filter(({ author }) => author === key);
  expect(chain.map(({ sequence }) => sequence)).toEqual(chain.map((_, at) => at + 1));

  const underWay = Array.from({ length: 20 }, (_, at) => eventBody(`event_last_${at}`));
  const answers = underWay.map((body) => post(relay.port, judged, body));
  await Promise.race(answers);
  relay.signal('SIGTERM');
  const statuses = await Promise.all(answers);
  expect(await relay.ended).toBe(0);
  const got = new Set((await test.deliveries()).map(({ body }) => Buffer.from(body).toString()));
  for (const [at, one] of statuses.entries()) {
    expect([200, 503, 0]).toContain(one);
    if (one === 200) expect(got.has(underWay[at] ?? '')).toBe(true);
  }
}, 30_000);

describe('a relay that is started again with its key', () => {
  let others: RelayTeam;
  let path: string;
  /** Each answered 200 by the relay that has this key file. */
  const acknowledged: string[] = [];
  const take = async (of: RelayProcess, name: string): Promise<void> => {
    const body = eventBody(name);
    expect([name, await post(of.port, path, body)]).toEqual([name, 200]);
    acknowledged.push(body);
  };
  const startAgain = async (name: string): Promise<RelayProcess> => {
    const started = await others.start(name);
    await started.said('admitted');
    await untilNamed(started.port, path);
    return started;
  };
  const coverages = async (): Promise<number> =>
    (await others.entries()).filter(({ kind }) => kind === 'coverage').length;

  beforeAll(async () => {
    others = await createRelayTeam(server);
    path = await others.namePath();
  });
  afterAll(() => others.remove());

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'goes on behind what it said last, after %s',
    async (by) => {
      for (const name of ['a', 'b']) {
        const first = await others.start(`${by}_${name}`);
        await others.admit(first);
        await untilNamed(first.port, path);
        await take(first, `${by}_${name}_1`);
        const before = await coverages();
        first.signal('SIGTERM');
        // That which it says at its end.
        await expect.poll(coverages).toBe(before + 1);
        first.signal(by);
        await first.ended;
      }
      for (const name of ['a', 'b', 'a']) {
        const next = await startAgain(`${by}_${name}`);
        await take(next, `${by}_${name}_${acknowledged.length}`);
        next.signal('SIGTERM');
        expect(await next.ended).toBe(0);
      }
      const { taken, problems } = await others.judged();
      expect(problems).toEqual([]);
      expect(taken).toEqual(acknowledged);
    },
  );

  it('goes on behind its own last entry, whatever others wrote under its key', async () => {
    const sql = await anotherLogin(others);
    const first = await others.start('forged');
    const author = await others.admit(first);
    const lastEntry = async () =>
      (await others.entries()).findLast(
        (one) => one.author === author && one.sequence < 999_999,
      ) as SignedEntry;
    await untilNamed(first.port, path);
    await take(first, 'forged_1');
    first.signal('SIGTERM');
    await first.ended;
    const last = await lastEntry();
    const previous = 'f'.repeat(64);
    for (const sequence of [last.sequence + 1, 999_999])
      await insertAsItIs(sql, { ...last, sequence, previous });
    await sql.end();
    const next = await startAgain('forged');
    await take(next, 'forged_2');
    await take(next, 'forged_3');
    expect(await next.said('that it did not sign')).toContain(`another_${others.database.name}`);
    next.signal('SIGTERM');
    await next.ended;
    const { taken, problems } = await others.judged();
    expect(problems).toEqual(['forged', 'forged']);
    expect(taken).toEqual(acknowledged);

    // By its own login, whose rows are in the way of its own.
    const own = postgres(others.database.relay, { max: 1, onnotice: () => undefined });
    const { sequence } = await lastEntry();
    await insertAsItIs(own, { ...last, sequence: sequence + 1, previous });
    await own.end();
    const blocked = await others.start('forged');
    const said = await blocked.said('in the place of its next entry');
    expect(said).toContain('Give this relay another login');
    expect(blocked.lines.join('\n')).not.toContain('deliveries are taken');
    expect(await post(blocked.port, path, eventBody('blocked'))).toBe(503);
    expect(await health(blocked.port)).toBe(503);
  });
});

it('says what to run where the database has an earlier schema, and goes on behind what it left there', async () => {
  const earlier = await createRelayTeam({ createTeamDatabase: () => server.createTeamDatabase(2) });
  const { team, stream, made, database } = earlier;
  const log = openTeamLog({ url: database.relay, team });
  try {
    const own = openRelayKey(earlier.keyFile('one'), systemRandom);
    const member = { signing: own.publicKey, sealing: own.sealingKey };
    const invitation = randomHex(systemRandom, 32);
    await earlier.add({ member, role: 'relay', invitation, name: 'one' });
    const path = await earlier.namePath();
    const epoch = currentEpoch(made.membership());
    const chain = createChain({ signing: own, team, stream, head: null, random: systemRandom });
    for (const kind of ['deliveries', 'coverage'] as const) {
      const content = kind === 'deliveries' ? packDeliveries([]) : coverageBytes([]);
      await log.append([chain.next({ kind, epoch, content, at })]);
    }
    await expect(earlier.start('one')).rejects.toThrow(
      'set up by an earlier version of Causeway. Whoever runs the database has to run: npm run team -- init',
    );
    const address = readAddress(database.admin);
    expect(await setUpDatabase({ address })).toMatchObject({ before: 2, now: databaseVersion });
    const started = await earlier.start('one');
    await untilNamed(started.port, path);
    const body = eventBody('after_init');
    expect(await post(started.port, path, body)).toBe(200);
    expect(await earlier.judged()).toEqual({ taken: [body], problems: [] });
  } finally {
    await log.close();
    await earlier.remove();
  }
});

it('takes nothing after an owner removed it', async () => {
  const again = await test.start('one');
  await again.said('admitted');
  await untilNamed(again.port, judged);
  expect(await post(again.port, judged, eventBody('event_before'))).toBe(200);
  const heads = await test.log.headsOf(test.stream);
  const last = heads[key];
  const payload = removeMember(
    test.made.membership(),
    key,
    last === undefined ? {} : { [test.stream]: last },
    systemRandom,
  );
  await test.log.append([test.made.change(payload)]);
  await again.said('removed from the team');
  expect(await post(again.port, judged, eventBody('event_removed'))).toBe(503);
  expect(await health(again.port)).toBe(503);
}, 30_000);

it('ends the stretch at the first delivery that is not durable, and begins with the next one that is', async () => {
  let now = 1_000;
  let isAway = false;
  const said: [number, number][] = [];
  const received = createReceived({
    clock: { now: () => now },
    isTaking: () => true,
    async say(from, to) {
      if (isAway) throw new Error('away');
      said.push([from, to]);
    },
  });
  await received.tell();
  now = 2_000;
  received.failed(now);
  now = 3_000;
  received.failed(now);
  now = 4_000;
  received.taken();
  now = 5_000;
  isAway = true;
  await expect(received.tell()).rejects.toThrow('away');
  isAway = false;
  now = 6_000;
  await received.tell();
  now = 7_000;
  await received.tell();
  expect(said).toEqual([
    [1_000, 2_000],
    [6_000, 7_000],
  ]);
});
