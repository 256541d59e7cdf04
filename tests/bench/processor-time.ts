/** Processor time of other processes, as Linux tells it (proc(5)). Milliseconds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from '../../src/team-log/testing/postgres.ts';

const TICK_MS = 10;

/** Fields from the third on; none of a process that ended. */
function statOf(pid: number): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

const sum = (ticks: readonly string[]): number =>
  ticks.reduce((all, one) => all + Number(one), 0) * TICK_MS;

/** Of the process itself. */
export const cpuMsOfProcess = (pid: number): number => sum(statOf(pid).slice(11, 13));

const mainOf = ({ folder }: PostgresServer): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

export function processesOf(server: PostgresServer): number[] {
  const main = String(mainOf(server));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)[1] === main);
}

/** Of a server: of its first process, of those that ended, and of those that run. */
export const cpuMsOfServer = (server: PostgresServer): number =>
  sum(statOf(mainOf(server)).slice(11, 15)) +
  processesOf(server).reduce((all, pid) => all + cpuMsOfProcess(pid), 0);
