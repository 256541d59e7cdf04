/** Computers of a team with the same target: each delivery goes there once, whoever is killed. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import postgresDriver from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { testFolder } from '../../../../platform/testing/test-folder.ts';
import type { Forwarder } from '../../../../team-log/forwards.ts';
import { openTeamLog } from '../../../../team-log/team-log.ts';
import { type PostgresServer, startPostgres } from '../../../../team-log/testing/postgres.ts';
import { createSigner } from '../../../../team-log/testing/team.ts';
import { forwardHeader } from '../../webhooks/forwarding/send.ts';
import { type ForwarderOptions, openForwarder } from '../testing/forwarder.ts';

const team = 'ab'.repeat(32);
const deliveries = 150;

let postgres: PostgresServer;
let server: Server;
let root = '';
let target = '';
let heard: { readonly id: string; readonly body: string }[];
let status: (body: string) => number;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());
beforeEach(async () => {
  root = testFolder();
  heard = [];
  status = () => 200;
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      heard.push({ id: String(request.headers[forwardHeader]), body });
      response.writeHead(status(body)).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  target = `http://10.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise<void>((done) => server.close(() => done()));
});

const optionsOf = (url: string, name: string, holdMs: number): ForwarderOptions => ({
  file: join(root, `${name}.db`),
  seeds: [name, ...'abcd'].map((of) => Buffer.from(of).toString('hex').padEnd(64, '0')),
  team,
  url,
  target,
  deliveries,
  holdMs,
});
const bodies = () => new Set(heard.map(({ body }) => body));
const all = { timeout: 50_000, interval: 20 };

it('four computers forward each delivery once, and each knows that it was', async () => {
  const { desk } = await postgres.createTeamDatabase();
  const computers = ['a', 'b', 'c', 'd'].map((name) =>
    openForwarder(optionsOf(desk, name, 60_000)),
  );
  try {
    await vi.waitFor(() => {
      for (const computer of computers)
        expect(computer.target()).toMatchObject({ delivered: deliveries, waiting: 0 });
    }, all);
    expect(heard).toHaveLength(deliveries);
    expect(bodies().size).toBe(deliveries);
    const sentences = computers.flatMap(({ rows }) => rows().map(({ sentence }) => sentence));
    expect(sentences.filter((one) => one.startsWith('Accepted'))).toHaveLength(deliveries);
  } finally {
    await Promise.all(computers.map((computer) => computer.close()));
  }
}, 60_000);

it('a target that refuses is tried again by one of them, at the pace of one', async () => {
  const { desk } = await postgres.createTeamDatabase();
  const tries = new Map<string, number>();
  status = (body) => {
    tries.set(body, (tries.get(body) ?? 0) + 1);
    return body === 'delivery 7' && tries.get(body) === 1 ? 500 : 200;
  };
  const computers = ['a', 'b'].map((name) => openForwarder(optionsOf(desk, name, 60_000)));
  try {
    await vi.waitFor(() => {
      for (const computer of computers)
        expect(computer.target()).toMatchObject({ delivered: deliveries, waiting: 0 });
    }, all);
    expect(tries.get('delivery 7')).toBe(2);
    expect(heard).toHaveLength(deliveries + 1);
  } finally {
    await Promise.all(computers.map((computer) => computer.close()));
  }
}, 60_000);

const program = (options: ForwarderOptions) => `
  import { openForwarder } from ${JSON.stringify(join(import.meta.dirname, '../testing/forwarder.ts'))};
  openForwarder(${JSON.stringify(options)});
  process.stdout.write('.');
  setInterval(() => {}, 1000);
`;

/** Kills it when the target heard so many more. */
async function runAndKill(options: ForwarderOptions, more: number): Promise<void> {
  const file = `${options.file}.ts`;
  writeFileSync(file, program(options));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const enough = heard.length + more;
  await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(enough), {
    timeout: 20_000,
    interval: 2,
  });
  child.kill('SIGKILL');
  await ended;
}

it('what a killed computer held is taken over, marked, under the same name, and nothing is lost', async () => {
  const { desk } = await postgres.createTeamDatabase();
  const killed = ['a', 'b'].map((name) => optionsOf(desk, name, 3_000));
  const kills = 6;
  for (let round = 0; round < kills / 2; round += 1) {
    await Promise.all(killed.map((options, turn) => runAndKill(options, 3 + round * 4 + turn * 5)));
  }
  const before = bodies().size;
  expect(before).toBeLessThan(deliveries);
  const left = openForwarder(optionsOf(desk, 'c', 3_000));
  try {
    await vi.waitFor(() => expect(left.target()).toMatchObject({ delivered: deliveries }), all);
    expect(bodies().size).toBe(deliveries);
    // The same delivery has the same name whoever forwards it, and a kill repeats few.
    expect(new Set(heard.map(({ id }) => id)).size).toBe(deliveries);
    expect(heard.length - deliveries).toBeLessThanOrEqual(kills * 4);
    const marked = left.rows().filter(({ sentence }) => sentence.includes('forwarded twice'));
    expect(marked.length).toBeGreaterThan(0);
  } finally {
    await left.close();
  }
}, 120_000);

it('what is paused or closed leaves what it held and did not try to others, at once', async () => {
  const { desk } = await postgres.createTeamDatabase();
  const heardMore = (more: number, before = heard.length) =>
    vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(before + more), all);
  const paused = openForwarder(optionsOf(desk, 'a', 60_000));
  await heardMore(3);
  paused.pause();
  const closed = openForwarder(optionsOf(desk, 'b', 60_000));
  await heardMore(20);
  await closed.close();
  const left = openForwarder(optionsOf(desk, 'c', 60_000));
  try {
    // What was under way as it closed may have been forwarded.
    await vi.waitFor(() => expect(bodies().size).toBeGreaterThanOrEqual(deliveries - 1), {
      ...all,
      timeout: 20_000,
    });
    expect(left.rows().some(({ sentence }) => sentence.includes('forwarded twice'))).toBe(false);
  } finally {
    await Promise.all([paused.close(), left.close()]);
  }
}, 60_000);

it('without the database it waits, and nothing is sent', async () => {
  const { desk } = await postgres.createTeamDatabase();
  await postgres.halt('fast');
  const computer = openForwarder(optionsOf(desk, 'a', 60_000));
  try {
    await vi.waitFor(
      () => expect(computer.rows()[0]?.sentence).toContain('Waiting in the queue'),
      all,
    );
    await after(300);
    expect(heard).toEqual([]);
    await postgres.start();
    await vi.waitFor(() => expect(computer.target()).toMatchObject({ delivered: deliveries }), all);
    expect(heard).toHaveLength(deliveries);
  } finally {
    await computer.close();
  }
}, 90_000);

function twoMembers(): readonly [Forwarder, Forwarder] {
  const one = createSigner();
  const other = createSigner();
  const forwards = (key: string): boolean => key === one.publicKey || key === other.publicKey;
  return [
    { signing: one, forwards },
    { signing: other, forwards },
  ];
}
const some = () => Array.from({ length: 100 }, () => randomBytes(32).toString('hex'));

it('a group is held by index, in one statement, and what ended is told with who did', async () => {
  const { desk } = await postgres.createTeamDatabase();
  const log = openTeamLog({ url: desk, team });
  const [one, other] = twoMembers();
  const names = some();
  const [first = '', second = '', third = ''] = names;
  try {
    const { hold, end } = log.forwards;
    const states = await hold(names, one, 60_000);
    expect([...states.values()].every(({ is }) => is === 'held')).toBe(true);
    expect((await hold([first], other, 60_000)).get(first)).toMatchObject({ is: 'elsewhere' });
    await end([{ name: first, outcome: 'delivered', pauseMs: 0 }], one.signing);
    await end([{ name: second, outcome: null, pauseMs: 30_000 }], one.signing);
    const by = one.signing.publicKey;
    expect((await hold([first], other, 60_000)).get(first)).toEqual({
      is: 'ended',
      outcome: 'delivered',
      by,
    });
    // It is tried again by whoever comes first, when its time is.
    const waits = (await hold([second], other, 60_000)).get(second);
    expect(waits).toMatchObject({ is: 'elsewhere', againInMs: expect.closeTo(30_000, -4) });
    await hold([third], one, 1);
    await after(20);
    expect((await hold([third], other, 60_000)).get(third)).toEqual({
      is: 'held',
      attempts: 0,
      isDoubtful: true,
    });
    // Too late: another one has it. What it delivered all the same counts.
    await end([{ name: third, outcome: null, pauseMs: 0 }], one.signing);
    expect((await hold([third], one, 60_000)).get(third)).toMatchObject({ is: 'elsewhere' });
    await end([{ name: third, outcome: 'delivered', pauseMs: 0 }], one.signing);
    expect((await hold([third], other, 60_000)).get(third)).toMatchObject({ is: 'ended', by });
  } finally {
    await log.close();
  }
});

it('an end is believed of who forwards for the team alone, and any other is forwarded', async () => {
  const { desk } = await postgres.createTeamDatabase();
  const log = openTeamLog({ url: desk, team });
  const sql = postgresDriver(desk, { max: 1 });
  const [one, other] = twoMembers();
  const reviewer = createSigner();
  const [true1 = '', forged = '', moved = '', reviewed = ''] = some();
  const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
  try {
    const { hold, end } = log.forwards;
    await hold([true1, forged, moved], one, 60_000);
    await hold([reviewed], { signing: reviewer, forwards: () => true }, 60_000);
    await end([{ name: true1, outcome: 'delivered', pauseMs: 0 }], one.signing);
    await end([{ name: reviewed, outcome: 'delivered', pauseMs: 0 }], reviewer);
    await sql`UPDATE causeway.forwards SET outcome = 'delivered', ended_by = ${bytes(one.signing.publicKey)},
      signature = ${randomBytes(64)} WHERE name = ${bytes(forged)}`;
    await sql`UPDATE causeway.forwards AS there SET outcome = 'delivered', ended_by = of.ended_by,
      signature = of.signature FROM causeway.forwards AS of
      WHERE of.name = ${bytes(true1)} AND there.name = ${bytes(moved)}`;
    const states = await hold([true1, forged, moved, reviewed], other, 60_000);
    expect(states.get(true1)).toMatchObject({ is: 'ended' });
    for (const name of [forged, moved, reviewed])
      expect(states.get(name)).toEqual({
        is: 'held',
        attempts: expect.any(Number),
        isDoubtful: true,
      });
    // A computer of no owner or operator holds none, and is told what is true.
    const told = await hold(
      [true1, forged, randomBytes(32).toString('hex')],
      { signing: reviewer, forwards: other.forwards },
      60_000,
    );
    expect([...told.values()].map(({ is }) => is).toSorted()).toEqual([
      'elsewhere',
      'elsewhere',
      'ended',
    ]);
    await end([{ name: forged, outcome: 'delivered', pauseMs: 0 }], other.signing);
    expect((await hold([forged], one, 60_000)).get(forged)).toMatchObject({ is: 'ended' });
  } finally {
    await sql.end();
    await log.close();
  }
});

it('when a computer was seen is the database’s to say', async () => {
  const { desk } = await postgres.createTeamDatabase();
  const log = openTeamLog({ url: desk, team });
  const sql = postgresDriver(desk, { max: 1 });
  try {
    const author = '01'.repeat(32);
    const signature = '02'.repeat(64);
    await log.presence.say(() => ({
      author,
      said: Buffer.from('x'),
      signature,
      unbound: signature,
    }));
    await sql`UPDATE causeway.presence SET at = '2020-01-01'`;
    await expect(
      sql`UPDATE causeway.presence_by_login SET at = '2020-01-01'`,
    ).rejects.toMatchObject({ code: '42501' });
    const { now, notes } = await log.presence.list();
    expect(notes).toHaveLength(2);
    for (const { at } of notes) expect(Date.parse(now) - Date.parse(at)).toBeLessThan(20_000);
  } finally {
    await sql.end();
    await log.close();
  }
});

it('nobody with a login holds one up for good, or stops the group that it is in', async () => {
  const { desk } = await postgres.createTeamDatabase();
  const log = openTeamLog({ url: desk, team });
  const sql = postgresDriver(desk, { max: 1 });
  const [one, other] = twoMembers();
  const names = some();
  try {
    await log.forwards.hold(names, one, 60_000);
    for (const until of ['infinity', '9999-12-31'])
      await sql`UPDATE causeway.forwards SET held_until = ${until}::text::timestamptz,
        not_before = ${until}::text::timestamptz, attempts = 2147483647`;
    const longest = sql`SELECT max(held_until) < now() + interval '11 minutes'
      AND max(not_before) < now() + interval '13 hours' AS is FROM causeway.forwards`;
    expect(await longest).toMatchObject([{ is: true }]);
    const states = await log.forwards.hold(names, other, 60_000);
    expect([...states.values()].every(({ is }) => is === 'elsewhere')).toBe(true);
    await log.forwards.end(
      names.map((name) => ({ name, outcome: null, pauseMs: 0 })),
      one.signing,
    );
    await expect(sql`UPDATE causeway.forwards SET held_until = '-infinity'`).rejects.toThrow(
      /check/,
    );
    const without = sql`UPDATE causeway.forwards SET holder = ${randomBytes(32)}, held_until = NULL`;
    await expect(without).rejects.toThrow(/check/);
    expect((await log.forwards.hold(names, other, 60_000)).size).toBe(100);
  } finally {
    await sql.end();
    await log.close();
  }
});
