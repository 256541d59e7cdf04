/**
 * Many creates at once against the durable sandbox, and kill -9 in the middle, over and over on one
 * database. Two webhooks listen; the receiver of one never answers. What must hold each time:
 * - every customer whose create was answered is there;
 * - the event of each reaches the other receiver, whatever the first one does.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { testCertificate } from '../../../src/sandbox/testing/certificate.ts';
import type { Client } from '../../../src/sandbox/testing/harness.ts';
import { startReceiver } from '../../../src/sandbox/testing/receiver.ts';
import { tooFewLanded, within } from '../proof.ts';
import { takenDeliveries } from './deliveries.ts';
import { knownCustomers } from './known-customers.ts';
import { startSandboxProcess } from './sandbox-process.ts';

export interface LoadReport {
  readonly kills: number;
  /** Kills with a create under way. */
  readonly landed: number;
  /** Creates that were answered. */
  readonly answered: number;
  /** Deliveries that the slow receiver was given and never answered. */
  readonly unanswered: number;
  readonly breaches: readonly string[];
}

const patience = 30_000;

export async function loadRounds(options: {
  readonly directory: string;
  readonly rounds: number;
  /** Creates under way at one time. */
  readonly atOnce: number;
  readonly seed: number;
}): Promise<LoadReport> {
  const { rounds, atOnce } = options;
  const draw = seeded(options.seed);
  const certificate = testCertificate();
  const prompt = await startReceiver(0, certificate);
  const slow = await startReceiver(0, certificate);
  slow.answerWith(() => undefined);
  const caFile = join(options.directory, 'ca.pem');
  await writeFile(caFile, certificate.cert);
  const start = () => startSandboxProcess(join(options.directory, 'data'), caFile);
  let sandbox = await start();
  let answered = 0;
  let landed = 0;
  try {
    await listen(sandbox.client, slow.origin);
    const secret = await listen(sandbox.client, prompt.origin);
    const deliveries = takenDeliveries(() => secret);
    const { breaches } = deliveries;
    /** Customers whose event was taken. */
    const told = new Set<string>();
    prompt.answerWith((response, received) => {
      deliveries.came(received);
      deliveries.took(received);
      told.add(customerOf(received.body));
      response.writeHead(200).end();
    });
    for (let round = 1; round <= rounds; round++) {
      const until = atOnce + Math.floor(draw() * atOnce * 4);
      const { ids, isCut } = await createUntilKilled(sandbox, atOnce, until);
      if (isCut) landed += 1;
      answered += ids.length;
      sandbox = await start();
      const known = await knownCustomers(sandbox.client);
      const lost = ids.filter((id) => !known.has(id)).length;
      if (lost > 0) breaches.push(`round ${round}: ${lost} answered creates are lost`);
      const isTold = (id: string) => told.has(id);
      if (
        !(await within(
          prompt.until(() => ids.every(isTold)),
          patience,
        ))
      ) {
        const missing = ids.filter((id) => !isTold(id)).length;
        breaches.push(`round ${round}: ${missing} events waited for the slow receiver`);
      }
    }
    breaches.push(...tooFewLanded(landed, rounds));
    return { kills: rounds, landed, answered, unanswered: slow.received.length, breaches };
  } finally {
    await sandbox.kill();
    await prompt.close();
    await slow.close();
  }
}

const customerOf = (body: string): string =>
  (JSON.parse(body) as { data: { customer: { id: string } } }).data.customer.id;

/** Resolves to the webhook's secret. */
async function listen(client: Client, origin: string): Promise<string> {
  const { body } = await client.post('/v1/webhook', {
    name: 'Load',
    url: `${origin}/in`,
    events: ['customer.create'],
  });
  return body.data.webhook.secret as string;
}

/** Creates without pause, so many at once; the kill comes with that many answers. */
async function createUntilKilled(
  { client, kill }: { readonly client: Client; kill(): Promise<void> },
  atOnce: number,
  until: number,
): Promise<{ readonly ids: readonly string[]; readonly isCut: boolean }> {
  const ids: string[] = [];
  const wrong: number[] = [];
  let underWay = 0;
  let killed: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    while (killed === null) {
      underWay += 1;
      const { status, body } = await client.post('/v2/customer', { type: 'individual' });
      underWay -= 1;
      if (status === 201) ids.push(body.id as string);
      else wrong.push(status);
      if (ids.length >= until) killed ??= kill();
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, work));
  if (killed === null) throw new Error(`No kill: ${JSON.stringify(outcomes[0])}`);
  await killed;
  if (wrong.length > 0) throw new Error(`Creates were answered with ${wrong.join(', ')}.`);
  return { ids, isCut: underWay > 0 };
}
