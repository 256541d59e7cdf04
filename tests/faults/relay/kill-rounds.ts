/**
 * Kills a relay, or the PostgreSQL behind it, under load, and starts it again. What must hold: every delivery
 * that was answered 200 is in the log, in a chain without gap or fork, and no delivery is in it oftener than
 * it was sent.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import type { RelayProcess } from '../../../src/relay/testing/relay-process.ts';
import { createRelayTeam, untilNamed } from '../../../src/relay/testing/relay-team.ts';
import { startPostgres } from '../../../src/team-log/testing/postgres.ts';
import { type DeliveryLoad, startDeliveries } from './delivery-load.ts';

export interface KillReport {
  readonly rounds: number;
  /** Kills with deliveries under way. */
  readonly landed: number;
  readonly acknowledged: number;
  readonly breaches: readonly string[];
}

export async function killRounds(options: {
  readonly rounds: number;
  readonly seed: number;
}): Promise<KillReport> {
  const draw = seeded(options.seed);
  const server = await startPostgres();
  const test = await createRelayTeam(server);
  let load: DeliveryLoad | null = null;
  let landed = 0;
  try {
    let relay: RelayProcess = await test.start();
    const path = await test.namePath([await test.admit(relay)]);
    await untilNamed(relay.port, path);
    const { port } = relay;
    load = startDeliveries(port, path);
    for (let round = 0; round < options.rounds; round += 1) {
      await pause(100 + draw() * 400);
      landed += Number(load.underWay() > 0);
      if (round % 2 === 0) {
        // Told to end first, it says when it received behind its last delivery.
        if (round % 4 === 2) {
          relay.signal('SIGTERM');
          await pause(draw() * 200);
        }
        relay.signal('SIGKILL');
        await relay.ended;
        relay = await test.start('one', port);
      } else {
        await server.halt('kill');
        await pause(draw() * 200);
        await server.start();
      }
      await load.passes(load.acknowledged.size);
    }
    await load.end();
    const { size: acknowledged } = load.acknowledged;
    return { rounds: options.rounds, landed, acknowledged, breaches: await load.check(test) };
  } finally {
    await test.remove();
    await load?.end();
    await server.stop();
  }
}
