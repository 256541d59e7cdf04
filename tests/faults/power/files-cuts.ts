/** Small durable files under power cuts: each holds what was last kept, or what was just being kept. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from '../../../src/main/core/vault/secret-store.ts';
import { type KeptFile, openKept } from './kept-files.ts';
import { type CutReport, cutPower, linesSaid, record, runToItsEnd } from './power-cuts.ts';
import type { LogEntry } from './write-log.ts';

export interface FilesCutReport extends CutReport {
  /** Writes of a file. */
  readonly kept: number;
}

export async function filesCuts(options: {
  readonly directory: string;
  /** How often each file is written. */
  readonly times: number;
  readonly cuts: number;
  readonly seed: number;
}): Promise<FilesCutReport> {
  const { directory, times } = options;
  const live = join(directory, 'live');
  mkdirSync(live, { mode: 0o700 });
  const script = new URL('./keep-files.ts', import.meta.url);
  const recorded = await record(directory, live, (wrapper) =>
    runToItsEnd(wrapper, script, [live, String(times)]),
  );
  const report = await cutPower(recorded, { ...options, inspect });
  return { ...report, kept: linesSaid(recorded.log).filter(([word]) => word === 'kept').length };
}

async function inspect(folder: string, before: readonly LogEntry[]): Promise<string[]> {
  const lines = linesSaid(before);
  const keychain = createMemoryStore();
  for (const [word, name = '', value = ''] of lines) {
    if (word === 'entry') await keychain.set(name, value);
  }
  const { files, installationId, close } = await openKept(folder, keychain);
  try {
    const breaches = await Promise.all(files.map((file) => inspectFile(file, lines)));
    const [, made = installationId] = lines.find(([word]) => word === 'made') ?? [];
    return [
      ...breaches.flat(),
      ...(made === installationId ? [] : ['the installation has another name']),
    ];
  } finally {
    close();
  }
}

async function inspectFile(
  { name, read }: KeptFile,
  lines: readonly string[][],
): Promise<string[]> {
  const kept = lines.filter(([word, file]) => word === 'kept' && file === name).length;
  try {
    const number = await read();
    return number === kept || number === kept + 1 ? [] : [`${name} ${kept} is ${number}`];
  } catch (error) {
    // Not there before it was kept is no loss.
    return kept === 0 ? [] : [`${name} ${kept}: ${error instanceof Error ? error.message : error}`];
  }
}
