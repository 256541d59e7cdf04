/**
 * kill -9 at any moment under load, over and over on one inbox. What must hold each time: every
 * delivery that was answered 200 is stored with its content, and the database is whole.
 */
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { endedByKill, tooFewLanded } from '../proof.ts';
import { numberedDelivery, sendAll } from './sender.ts';
import { startServer } from './server-process.ts';
import { inspectInbox } from './stored.ts';

export interface KillReport {
  readonly rounds: number;
  /** Kills with a delivery under way. */
  readonly landed: number;
  readonly acknowledged: number;
  /** Sent and stored, but killed before the answer. */
  readonly unanswered: number;
  /** What did not hold, a sentence each; empty when all held. */
  readonly breaches: readonly string[];
}

export async function killRounds(options: {
  readonly directory: string;
  readonly rounds: number;
  readonly seed: number;
  readonly connections?: number;
}): Promise<KillReport> {
  const { directory, rounds, seed, connections = 32 } = options;
  const draw = seeded(seed);
  const acknowledged = new Set<string>();
  const breaches: string[] = [];
  let unanswered = 0;
  let landed = 0;
  let number = 0;
  for (let round = 1; round <= rounds; round++) {
    const { child, port, ended } = await startServer(directory);
    // By the number of requests sent, so that the kill falls into the work whatever the machine does.
    const last = number + connections + Math.floor(draw() * 1_500);
    const lines = await sendAll(port, connections, () => {
      number += 1;
      if (number === last) child.kill('SIGKILL');
      return numberedDelivery(`${seed}n${number}`, Math.floor(draw() * 3_000));
    });
    await endedByKill(ended, 'The receiver');
    if (lines.some(({ isCut }) => isCut)) landed += 1;
    for (const line of lines) for (const one of line.acknowledged) acknowledged.add(one);
    const found = inspectInbox(directory);
    const lost = [...acknowledged].filter((signature) => !found.signatures.has(signature));
    if (lost.length > 0) breaches.push(`round ${round}: ${lost.length} acknowledged are lost`);
    if (found.withoutContent > 0) breaches.push(`round ${round}: content is lost`);
    if (found.integrity !== 'ok') breaches.push(`round ${round}: ${found.integrity}`);
    unanswered = found.signatures.size - acknowledged.size;
  }
  breaches.push(...tooFewLanded(landed, rounds));
  return { rounds, landed, acknowledged: acknowledged.size, unanswered, breaches };
}
