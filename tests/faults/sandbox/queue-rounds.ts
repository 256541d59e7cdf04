/**
 * kill -9 over a full queue of deliveries, over and over on one database. What must hold each time:
 * every event that was acknowledged is taken by its receiver in the end, each copy signed and with
 * the same bytes.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { startReceiver } from '../../../src/sandbox/testing/receiver.ts';
import { tooFewLanded, within } from '../proof.ts';
import { takenDeliveries } from './deliveries.ts';
import { startSandboxProcess } from './sandbox-process.ts';

export interface QueueReport {
  readonly kills: number;
  /** Kills with events that were not taken yet. */
  readonly landed: number;
  /** Events acknowledged, each round's own. */
  readonly events: number;
  /** Deliveries of events that had come before the kill as well. */
  readonly again: number;
  readonly breaches: readonly string[];
}

/** Deliveries under way at one time to one receiver. */
const underWay = 16;
/** What the queue gets to be delivered after a kill, in milliseconds. */
const patience = 30_000;

export async function queueRounds(options: {
  readonly directory: string;
  readonly rounds: number;
  /** Events queued before each kill; over twice what is under way. */
  readonly events: number;
  readonly seed: number;
}): Promise<QueueReport> {
  const { rounds, events } = options;
  const draw = seeded(options.seed);
  const receiver = await startReceiver();
  const caFile = join(options.directory, 'ca.pem');
  await writeFile(caFile, receiver.ca);
  const start = () => startSandboxProcess(join(options.directory, 'data'), caFile);
  let sandbox = await start();
  let landed = 0;
  try {
    const { body: webhook } = await sandbox.client.post('/v1/webhook', {
      name: 'Queue',
      url: `${receiver.origin}/in`,
      events: ['wallet.create'],
    });
    const deliveries = takenDeliveries(() => webhook.data.webhook.secret as string);
    const { breaches } = deliveries;
    /** Takes the next so many deliveries and leaves the rest hanging. */
    const takeNext = (count: number) => {
      let left = count;
      receiver.answerWith((response, received) => {
        deliveries.came(received);
        if (left <= 0) return;
        left -= 1;
        deliveries.took(received);
        response.writeHead(200).end();
      });
    };
    for (let round = 1; round <= rounds; round++) {
      const before = receiver.received.length;
      const answered = Math.floor(draw() * (events - underWay));
      const seen = answered + Math.floor(draw() * (underWay + 1));
      takeNext(answered);
      const { body } = await sandbox.client.control('POST', '/events', {
        name: 'wallet.create',
        count: events,
      });
      const eventIds = body.eventIds as string[];
      if (
        !(await within(
          receiver.until((all) => all.length - before >= seen),
          patience,
        ))
      ) {
        breaches.push(`round ${round}: fewer than ${seen} deliveries came before the kill`);
      }
      await sandbox.kill();
      const isTaken = (id: string) => deliveries.taken.has(id);
      if (!eventIds.every(isTaken)) landed += 1;

      takeNext(Number.POSITIVE_INFINITY);
      sandbox = await start();
      if (
        !(await within(
          receiver.until(() => eventIds.every(isTaken)),
          patience,
        ))
      ) {
        const missing = eventIds.filter((id) => !isTaken(id)).length;
        breaches.push(`round ${round}: ${missing} of ${events} events never came`);
      }
    }
    breaches.push(...tooFewLanded(landed, rounds));
    return { kills: rounds, landed, events: rounds * events, again: deliveries.again(), breaches };
  } finally {
    await sandbox.kill();
    await receiver.close();
  }
}
