/**
 * A bulk run at its worst: kill -9, a service that goes wrong, and a person who pauses it, goes on,
 * stops it and starts the same file again, until every row was sent. What must hold (inspect.ts): of
 * the rows none is missing and none is doubled; each has one account or its outcome is unknown and it
 * was never sent again; what a person stopped is told as not sent.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { type Running, startSandbox } from '../../../src/sandbox/testing/harness.ts';
import { type BatchReport, tooFewLanded } from '../proof.ts';
import { accountsFile } from './accounts-file.ts';
import { inspect, MOST_UNDER_WAY } from './inspect.ts';
import { startLife } from './life.ts';
import { createPerson } from './person.ts';
import { drawPlan, type PlanOptions } from './plan.ts';
import { watchSends } from './sends.ts';

export interface BulkRounds extends PlanOptions {
  readonly directory: string;
  readonly seed: number;
  /** A deed comes so long after the first row of a run that begins, at most, in milliseconds. */
  readonly mostMs: number;
}

const CUSTOMERS = 20;
/** What was delayed is done by then, although nobody waits for it any more. */
const DELAYED_MS = 600;

/**
 * Figures: what was done to it; `faulty answers`, the requests that the service was told to get wrong;
 * `on kept connections`, answers that came on a connection which was used before;
 * `unknown there`, the unknown rows that it has after all; `stopped`, rows told as not sent, and sent by
 * a later run.
 */
export async function bulkRounds(options: BulkRounds): Promise<BatchReport> {
  const { directory, rows, seed, mostMs } = options;
  await using service = await startSandbox();
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, () => newCustomer(service)),
  );
  writeFileSync(join(directory, 'accounts.csv'), accountsFile(rows, customers));
  const plan = drawPlan(options, seeded(seed));
  const sends = watchSends(plan.faults, service);
  const person = createPerson({ deeds: plan.deeds, mostMs, sends, service });
  let kept = 0;
  const onKept = (): void => {
    kept += 1;
  };
  for (let isOver = false; !isOver; ) {
    const life = startLife(directory, service.sandbox, { onSent: sends.note, onKept });
    isOver = await person.live(life);
    await life.end();
  }
  const { all, mayBeUnknown } = await sends.faulty();
  await pause(DELAYED_MS);
  const { did, thereBefore } = person;
  const parts = { directory, service, sent: sends.ofRow, thereBefore };
  const { breaches, ...found } = await inspect(parts);
  const most = did.kills * MOST_UNDER_WAY + mayBeUnknown;
  if (found.unknown > most) breaches.push(`${found.unknown} rows are unknown, over ${most}`);
  breaches.push(...tooFewLanded(did['in the work'], did.kills));
  const left = { deeds: person.left(), faults: sends.left() };
  for (const [what, count] of Object.entries(left)) {
    if (count > 0) breaches.push(`${count} ${what} of the plan never came`);
  }
  if (found.created === 0) breaches.push('no row is created');
  const figures = { rows, ...did, 'faulty answers': all, 'on kept connections': kept, ...found };
  return { figures, breaches };
}

export async function newCustomer(service: Running): Promise<string> {
  const { body } = await service.post('/v2/customer', { type: 'individual' });
  return z.looseObject({ id: z.string() }).parse(body).id;
}
