/**
 * Kills a relay, or the PostgreSQL behind it, under load, and starts it again. What must hold: every delivery
 * that was answered 200 is in the log, in a chain without gap or fork, and no delivery is in it oftener than
 * it was sent.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import type { RelayProcess } from '../../../src/relay/testing/relay-process.ts';
import {
  createRelayTeam,
  eventBody,
  type RelayTeam,
  signed,
  untilNamed,
} from '../../../src/relay/testing/relay-team.ts';
import { startPostgres } from '../../../src/team-log/testing/postgres.ts';

export interface KillReport {
  readonly rounds: number;
  /** Kills with deliveries under way. */
  readonly landed: number;
  readonly acknowledged: number;
  readonly breaches: readonly string[];
}

const LANES = 12;

/** Each delivery again and again until it is acknowledged, as the service does; how often it was sent. */
interface Load {
  readonly sent: Map<string, number>;
  readonly acknowledged: Set<string>;
  underWay: number;
  isEnding: boolean;
}

/** Status; 0 where no answer came. */
async function post(port: number, path: string, body: string): Promise<number> {
  const sending = request({
    ...{ host: '127.0.0.1', port, path: `/hooks/${path}`, method: 'POST', agent: false },
    headers: { ...signed(body), 'content-length': Buffer.byteLength(body) },
  });
  sending.end(body);
  try {
    const [response] = await once(sending, 'response');
    response.on('error', () => undefined);
    response.resume();
    return response.statusCode ?? 0;
  } catch {
    return 0;
  }
}

async function lane(load: Load, name: string, portOf: () => number, path: string): Promise<void> {
  for (let number = 1; !load.isEnding; number += 1) {
    const id = `event_${name}_${number}`;
    for (let isDone = false; !isDone; ) {
      load.sent.set(id, (load.sent.get(id) ?? 0) + 1);
      load.underWay += 1;
      isDone = (await post(portOf(), path, eventBody(id))) === 200;
      load.underWay -= 1;
      if (isDone) load.acknowledged.add(id);
      else if (load.isEnding) return;
      else await pause(20);
    }
  }
}

const idOf = (body: Uint8Array): string =>
  (JSON.parse(Buffer.from(body).toString()) as { readonly id: string }).id;

async function check(test: RelayTeam, load: Load): Promise<string[]> {
  const breaches: string[] = [];
  const got = new Map<string, number>();
  for (const { body } of await test.deliveries()) {
    const id = idOf(body);
    got.set(id, (got.get(id) ?? 0) + 1);
  }
  for (const id of load.acknowledged) {
    if (!got.has(id)) breaches.push(`${id} was acknowledged and is not in the log`);
  }
  for (const [id, times] of got) {
    const sent = load.sent.get(id) ?? 0;
    if (times > sent)
      breaches.push(`${id} was sent ${sent} times and is in the log ${times} times`);
  }
  const chains = Map.groupBy(await test.entries(), ({ author }) => author);
  for (const [author, chain] of chains) {
    const isWhole = chain.every(({ sequence }, at) => sequence === at + 1);
    if (!isWhole) breaches.push(`the chain of ${author.slice(0, 8)} is not in one piece`);
  }
  return breaches;
}

export async function killRounds(options: {
  readonly rounds: number;
  readonly seed: number;
}): Promise<KillReport> {
  const draw = seeded(options.seed);
  const server = await startPostgres();
  const test = await createRelayTeam(server);
  const load: Load = { sent: new Map(), acknowledged: new Set(), underWay: 0, isEnding: false };
  let landed = 0;
  try {
    let relay: RelayProcess = await test.start();
    const path = await test.namePath([await test.admit(relay)]);
    await untilNamed(relay.port, path);
    const { port } = relay;
    const lanes = Array.from({ length: LANES }, (_, at) =>
      lane(load, String(at), () => port, path),
    );
    for (let round = 0; round < options.rounds; round += 1) {
      await pause(100 + draw() * 400);
      landed += Number(load.underWay > 0);
      if (round % 2 === 0) {
        relay.signal('SIGKILL');
        await relay.ended;
        relay = await test.start('one', port);
      } else {
        await server.halt('kill');
        await pause(draw() * 200);
        await server.start();
      }
      const before = load.acknowledged.size;
      for (let wait = 0; wait < 400 && load.acknowledged.size <= before + LANES; wait += 1) {
        await pause(50);
      }
    }
    load.isEnding = true;
    await Promise.all(lanes);
    const { size: acknowledged } = load.acknowledged;
    return { rounds: options.rounds, landed, acknowledged, breaches: await check(test, load) };
  } finally {
    load.isEnding = true;
    await test.remove();
    await server.stop();
  }
}
