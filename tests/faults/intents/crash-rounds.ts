/**
 * kill -9 at any moment of journal, send and outcome, over and over on one database. What must hold
 * each time it is opened again:
 * - nothing was sent that the journal does not know;
 * - what was reported as settled is settled, and a created one is known as a record;
 * - everything else that was journalled is `unknown`, and nothing is sent again;
 * - records are what their observations add up to, the audit log fits, no room stays held.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { endedByKill, tooFewLanded } from '../proof.ts';
import { inspectJournal } from './inspect.ts';

export interface CrashReport {
  readonly kills: number;
  /** Kills between journal and outcome. */
  readonly landed: number;
  readonly settled: number;
  readonly unknown: number;
  /** What did not hold, a sentence each; empty when all held. */
  readonly breaches: readonly string[];
}

/** Kills a writer after a number of lines that the seed draws, `rounds` times over. */
export async function crashRounds(options: {
  readonly directory: string;
  readonly rounds: number;
  readonly seed: number;
}): Promise<CrashReport> {
  const draw = seeded(options.seed);
  const reported = new Map<number, string>();
  const breaches: string[] = [];
  let next = 1;
  let unknown = 0;
  let landed = 0;
  for (let round = 1; round <= options.rounds; round++) {
    // Two lines a write: most kills come while one is under way, the others between two.
    const lines = 2 * Math.floor(draw() * 6) + (draw() < 0.8 ? 1 : 2);
    const last = await writeUntilKilled(options.directory, next, lines, reported);
    const sent = sentNumbers(options.directory);
    const found = inspectJournal(options.directory, { sent, reported });
    breaches.push(...found.breaches.map((breach) => `round ${round}: ${breach}`));
    unknown = found.unknown;
    landed += found.underWay;
    next = last + 2;
  }
  breaches.push(...tooFewLanded(landed, options.rounds));
  return { kills: options.rounds, landed, settled: reported.size, unknown, breaches };
}

/** Starts a writer, kills it when its first intent was sent and before any answer. */
export async function killBeforeTheAnswer(directory: string, number: number): Promise<void> {
  const writer = startWriter(directory, number, 'unanswered');
  const ended = once(writer, 'exit');
  if (writer.stdout === null) throw new TypeError('The writer has no stdout.');
  await once(writer.stdout, 'data');
  writer.kill('SIGKILL');
  await endedByKill(ended, 'The writer');
}

function startWriter(directory: string, first: number, ...more: readonly string[]): ChildProcess {
  const script = fileURLToPath(new URL('./writer.ts', import.meta.url));
  return spawn(process.execPath, [script, directory, String(first), ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Resolves with the highest number that the writer spoke of. */
async function writeUntilKilled(
  directory: string,
  first: number,
  lines: number,
  reported: Map<number, string>,
): Promise<number> {
  const writer = startWriter(directory, first);
  const ended = once(writer, 'exit');
  if (writer.stdout === null) throw new TypeError('The writer has no stdout.');
  let last = first;
  let seen = 0;
  for await (const line of createInterface({ input: writer.stdout })) {
    const [word, number, state] = line.split(' ');
    last = Math.max(last, Number(number));
    if (word === 'settled' && state !== undefined) reported.set(Number(number), state);
    seen += 1;
    if (seen === lines) writer.kill('SIGKILL');
  }
  await endedByKill(ended, 'The writer');
  return last;
}

function sentNumbers(directory: string): number[] {
  const file = join(directory, 'sent.log');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').trimEnd().split('\n').map(Number);
}
