/**
 * A receiver under a steady rate, watched from outside: after it has warmed up, its resident memory
 * stays where it is, but for what grows by design and has a bound (the index of signatures).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { numberedDelivery, sendAll } from './sender.ts';
import { startServer } from './server-process.ts';

export interface MemoryReport {
  readonly seconds: number;
  readonly acknowledged: number;
  /** Medians of resident memory in MiB: of the first quarter after the warm-up, and of the last. */
  readonly warmMiB: number;
  readonly lastMiB: number;
  /** What did not hold, a sentence each; empty when all held. */
  readonly breaches: readonly string[];
}

export interface MemoryOptions {
  readonly directory: string;
  /** With the warm-up, which is the first quarter. */
  readonly seconds: number;
  /** Deliveries a second, all distinct, and bytes of padding in each. */
  readonly rate: number;
  readonly size: number;
  /** MiB that the last median may lie over the first. */
  readonly mostGrowthMiB: number;
}

const TURN_MS = 50;
/** Deliveries of so many turns at once, at most: what a pause of the machine held up is caught up with. */
const MOST_TURNS = 4;
const CONNECTIONS = 8;
const MIB = 1024 * 1024;

export async function memoryRounds(options: MemoryOptions): Promise<MemoryReport> {
  const { directory, seconds, rate, size, mostGrowthMiB } = options;
  const { child, port, lines, ended } = await startServer(directory);
  const residentMiB = async (): Promise<number> => {
    child.kill('SIGUSR2');
    const line = await lines.next();
    const { resident } = JSON.parse(String(line.value)) as { resident: number };
    return resident / MIB;
  };
  const samples: { readonly at: number; readonly mib: number }[] = [];
  let acknowledged = 0;
  let number = 0;
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  try {
    while (elapsed() < seconds) {
      const turnEnds = performance.now() + TURN_MS;
      const due = Math.floor(rate * elapsed());
      const last = Math.min(due, number + MOST_TURNS * Math.round((rate * TURN_MS) / 1000));
      const sent = await sendAll(port, CONNECTIONS, () => {
        if (number >= last) return null;
        number += 1;
        return numberedDelivery(`m${number}`, size);
      });
      acknowledged += sent.reduce((sum, line) => sum + line.acknowledged.length, 0);
      const wanted = Math.floor((samples.length * seconds) / 200);
      if (elapsed() >= wanted) samples.push({ at: elapsed(), mib: await residentMiB() });
      await wait(Math.max(0, turnEnds - performance.now()));
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  const between = (from: number, to: number): number =>
    medianOf(
      samples.flatMap(({ at, mib }) => (at >= from * seconds && at < to * seconds ? [mib] : [])),
    );
  const warmMiB = between(0.25, 0.5);
  const lastMiB = between(0.75, Number.POSITIVE_INFINITY);
  const breaches: string[] = [];
  if (!(lastMiB - warmMiB <= mostGrowthMiB)) {
    breaches.push(
      `resident memory went from ${Math.round(warmMiB)} to ${Math.round(lastMiB)} MiB, more than ${mostGrowthMiB} over`,
    );
  }
  if (acknowledged < number) breaches.push(`${number} were sent, ${acknowledged} acknowledged`);
  return { seconds, acknowledged, warmMiB, lastMiB, breaches };
}

/** NaN of none, which no bound holds for. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
