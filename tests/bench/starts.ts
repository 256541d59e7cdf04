/** How long the built programs take from the start of their process to their first line. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import { firstLine, start } from './processes.ts';
import { median } from './statistics.ts';

const built = (name: string): string =>
  fileURLToPath(new URL(`../../out/main/${name}.js`, import.meta.url));

/** No peers: the bounds are ones of time, each the median of so many starts. */
export async function startTimes(starts: number): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  const browser = ['--browser', '--no-open', '--port', '0', '--data-dir', directory, '--ephemeral'];
  try {
    return [
      await figure('sandbox ready', [built('sandbox')], 300, starts),
      await figure('Causeway ready', [built('browser'), ...browser], 3_000, starts),
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function figure(
  name: string,
  program: readonly string[],
  atMost: number,
  starts: number,
): Promise<Figure> {
  const taken: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const begun = performance.now();
    const { child, stop } = start(process.execPath, [...program, '--json']);
    await firstLine(child);
    taken.push(performance.now() - begun);
    await stop();
  }
  const range = `${Math.min(...taken).toFixed(0)} to ${Math.max(...taken).toFixed(0)} ms`;
  return { name, value: median(taken), unit: 'ms', atMost, basis: `median of ${starts}, ${range}` };
}
