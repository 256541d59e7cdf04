/**
 * Power cuts, simulated: a program runs under strace, and what it wrote is replayed up to a moment as
 * the disk may have kept it (disk.ts). Whatever was told to others before the moment must be there.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { afterPowerCut, type Files, filesIn, putFiles } from './disk.ts';
import { type LogEntry, parseWriteLog, straceArguments } from './write-log.ts';

export interface Recorded {
  /** The folder as it was before the run. */
  readonly base: Files;
  readonly log: readonly LogEntry[];
}

/** `run` starts the program under the arguments that it is given, and resolves when it is over. */
export async function record(
  directory: string,
  live: string,
  run: (wrapper: readonly string[]) => Promise<void>,
): Promise<Recorded> {
  const output = join(directory, 'strace.log');
  const base = filesIn(live);
  await run(straceArguments(output));
  return { base, log: parseWriteLog(readFileSync(output, 'latin1'), live) };
}

/** Runs a program of Node's to its end. */
export async function runToItsEnd(
  wrapper: readonly string[],
  script: URL,
  args: readonly string[],
): Promise<void> {
  const [command = process.execPath, ...rest] = [
    ...wrapper,
    process.execPath,
    fileURLToPath(script),
    ...args,
  ];
  const [code, signal] = await once(
    spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] }),
    'exit',
  );
  if (code !== 0) throw new Error(`${fileURLToPath(script)} ended with ${code ?? signal}`);
}

/** Everything that the program said up to then, by line, each as its words. */
export const linesSaid = (log: readonly LogEntry[]): string[][] =>
  log
    .flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []))
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '));

/**
 * How often what had been written to the file was forced to the disk. Of a write-ahead log alone, what
 * a checkpoint forces besides cannot stand in for the sync that a transaction owes.
 */
export function syncsOf(file: string, log: readonly LogEntry[]): number {
  const own = log.filter((entry) => 'file' in entry && entry.file === file);
  return own.filter(({ kind }, at) => kind === 'sync' && own[at - 1]?.kind === 'write').length;
}

export interface CutReport {
  readonly cuts: number;
  readonly breaches: readonly string[];
}

/** One cut in this many has to find something that is not forced to the disk yet. */
const LANDED = 4;

/**
 * Cuts at so many moments that the seed draws. `inspect` is given the folder as the disk kept it, and
 * what had happened before, and says what does not hold; what it throws is a breach.
 */
export async function cutPower(
  { base, log }: Recorded,
  options: {
    readonly directory: string;
    readonly cuts: number;
    readonly seed: number;
    /** Moments that are cut at before those that are drawn, as places in the log. */
    readonly first?: readonly number[];
    inspect(folder: string, before: readonly LogEntry[]): Promise<readonly string[]>;
  },
): Promise<CutReport> {
  const { directory, cuts, seed, first = [], inspect } = options;
  const draw = seeded(seed);
  const folder = join(directory, 'cut');
  const breaches: string[] = [];
  let landed = 0;
  for (let cut = 1; cut <= cuts; cut++) {
    const moment = first[cut - 1] ?? Math.floor(draw() * (log.length + 1));
    const before = log.slice(0, moment);
    const { files, isAtStake } = afterPowerCut(base, before, draw);
    if (isAtStake) landed += 1;
    putFiles(folder, files);
    const found = await inspect(folder, before).catch((error) => [String(error)]);
    breaches.push(...found.map((breach) => `cut ${cut} at ${moment}: ${breach}`));
  }
  if (landed * LANDED < cuts) breaches.push(`only ${landed} of ${cuts} cuts fell into the work`);
  return { cuts, breaches };
}
