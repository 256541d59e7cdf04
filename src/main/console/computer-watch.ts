/**
 * Whether times can be trusted here, and whether another computer has the data directory: a file of it says
 * which computer used it last, in which start, and the newest moment that was seen. The lock of the directory
 * holds on one computer alone; what syncs the folder carries this file to the other one.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, hostname, platform } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { ComputerWarnings } from '../../bridge/connection.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { readIfPresent, writeDurably } from '../../platform/durable-file.ts';
import { readJson } from '../../platform/json-column.ts';
import { type Random, randomHex } from '../../platform/random.ts';
import type { Log } from '../core/foundation/log.ts';
import type { FileProblems } from './file-problems.ts';

const stamp = z.strictObject({
  version: z.literal(1),
  /** A hash: the name of a computer may be a person’s. */
  computer: z.string(),
  /** ID of one run of the program: 32 hex digits. */
  start: z.string(),
  seenAt: z.iso.datetime(),
  /** The newest moment that this folder knows. */
  newestAt: z.iso.datetime(),
  /** Moments up to this one are not compared: a person said that the clock was ahead. */
  acceptedUntil: z.iso.datetime().nullable(),
  isRunning: z.boolean(),
});
type Stamp = z.infer<typeof stamp>;

/** Less than this is how clocks are set every day. */
export const clockToleranceMs = 5 * 60_000;
/** A run that was not seen for longer has ended, or its folder is not synced. */
const inUseMs = 10 * 60_000;
const lookEveryMs = 30_000;

export interface ComputerWatch {
  warnings(): ComputerWarnings;
  /** A database holds something of this moment: ISO 8601 UTC. */
  knows(at: string): void;
  /** A person says that the clock is right: earlier moments are no longer compared. */
  acceptClock(): void;
  close(): void;
}

export interface ComputerWatchParts {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'warn'>;
  readonly onChange: () => void;
  readonly onProblem?: FileProblems['note'];
  /** Hash that names this computer. Only tests replace it and the next two. */
  readonly computer?: string;
  /** Milliseconds that no setting of the clock changes. */
  readonly steadyMs?: () => number;
  readonly everyMs?: number;
  /** Writes nothing: a session without stored data leaves none. */
  readonly isReadOnly?: boolean;
}

export function watchComputer(parts: ComputerWatchParts): ComputerWatch {
  const { clock, log, onChange, computer = thisComputer() } = parts;
  const steadyMs = parts.steadyMs ?? (() => performance.now());
  const file = join(parts.dataDir, 'computer.json');
  const start = randomHex(parts.random, 16);
  let lookedAt = clock.now();
  let steadyAt = steadyMs();
  const before = readStamp(file);
  if (before === null && existsSync(file))
    parts.onProblem?.('computer.json', 'The file was damaged. Causeway created a new one.');
  let newest = before === null ? lookedAt : Date.parse(before.newestAt);
  let accepted = Date.parse(before?.acceptedUntil ?? '') || 0;
  let setBackFrom: number | null = null;
  let other: Stamp | null = null;
  let written = false;
  let hasFailed = false;

  const isElsewhere = (found: Stamp): boolean => found.computer !== computer;
  const otherOf = (found: Stamp): ComputerWarnings['otherComputer'] => ({
    lastSeenAt: found.seenAt,
    isInUse: found.isRunning && Math.abs(clock.now() - Date.parse(found.seenAt)) < inUseMs,
  });

  const write = (isRunning: boolean): void => {
    if (parts.isReadOnly === true) return;
    const now = clock.now();
    const next: Stamp = {
      version: 1,
      computer,
      start,
      isRunning,
      seenAt: isoTime(now),
      newestAt: isoTime(Math.max(now, newest)),
      acceptedUntil: accepted === 0 ? null : isoTime(accepted),
    };
    try {
      writeDurably(file, `${JSON.stringify(next)}\n`);
      written = true;
      hasFailed = false;
    } catch (error) {
      // Once: every half a minute it would push all else out of the log.
      if (!hasFailed)
        log.warn({ err: error }, 'which computer uses the data directory could not be stored');
      hasFailed = true;
    }
  };

  /** A clock that jumps ahead was asleep with its computer: only the way back says that it was set. */
  const lookAtClock = (): void => {
    const now = clock.now();
    const steady = steadyMs();
    const expected = lookedAt + (steady - steadyAt);
    if (expected - now > clockToleranceMs) setBackFrom = expected;
    if (newest - now > clockToleranceMs) setBackFrom = Math.max(setBackFrom ?? 0, newest);
    // It was set right again.
    if (setBackFrom !== null && now >= setBackFrom - clockToleranceMs) setBackFrom = null;
    lookedAt = now;
    steadyAt = steady;
    newest = Math.max(newest, now);
  };

  const look = (): void => {
    lookAtClock();
    const found = readStamp(file);
    // Somebody wrote it after this start did: no other process of this computer could have.
    if (found !== null && written && found.start !== start) other = found;
    write(true);
    const now = JSON.stringify(warnings());
    if (now === told) return;
    told = now;
    onChange();
  };

  const warnings = (): ComputerWarnings => ({
    clockSetBackFrom: setBackFrom === null ? null : isoTime(setBackFrom),
    otherComputer: other === null ? null : otherOf(other),
  });

  if (before !== null && isElsewhere(before)) other = before;
  let told = JSON.stringify(warnings());
  look();
  const timer = setInterval(look, parts.everyMs ?? lookEveryMs);
  timer.unref();

  return {
    warnings,
    knows(at) {
      const moment = Date.parse(at);
      // Also where it is no moment at all.
      if (!(moment > newest && moment > accepted)) return;
      newest = moment;
      look();
    },
    acceptClock() {
      accepted = Math.max(accepted, newest, setBackFrom ?? 0);
      newest = clock.now();
      setBackFrom = null;
      write(true);
      onChange();
    },
    close() {
      clearInterval(timer);
      if (readStamp(file)?.start === start) write(false);
    },
  };
}

/** What can’t be read says nothing. */
function readStamp(file: string): Stamp | null {
  try {
    const bytes = readIfPresent(file);
    return bytes === null ? null : readJson(stamp, bytes);
  } catch {
    return null;
  }
}

/** The same at every start, and another one on another computer. */
function thisComputer(): string {
  // A Mac’s name follows its network; elsewhere that changes what comes after the first dot.
  const name = platform() === 'darwin' ? '' : (machineId() ?? hostname().split('.')[0] ?? '');
  const facts = [name, platform(), arch(), cpus()[0]?.model ?? ''];
  return createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 32);
}

/** Linux keeps one; elsewhere it would take another program to read it. */
function machineId(): string | null {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {
    return null;
  }
}
