/** Backups under power cuts: each that was told as written is there, and whatever has a backup's name is whole. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackup } from '../../../src/main/core/backup/check-backup.ts';
import { type CutReport, cutPower, linesSaid, record, runToItsEnd } from './power-cuts.ts';
import type { LogEntry } from './write-log.ts';

export interface BackupCutReport extends CutReport {
  readonly kept: number;
}

export async function backupCuts(options: {
  readonly directory: string;
  /** How many are written, one after another. */
  readonly times: number;
  readonly cuts: number;
  readonly seed: number;
}): Promise<BackupCutReport> {
  const { directory, times } = options;
  const live = join(directory, 'live');
  mkdirSync(live, { mode: 0o700 });
  const source = join(directory, 'source');
  // More than one block.
  writeFileSync(source, randomBytes(600 * 1024));
  const script = new URL('./write-backups.ts', import.meta.url);
  const recorded = await record(directory, live, (wrapper) =>
    runToItsEnd(wrapper, script, [live, source, String(times)]),
  );
  const report = await cutPower(recorded, { ...options, inspect });
  return { ...report, kept: toldIn(recorded.log).length };
}

const toldIn = (log: readonly LogEntry[]): string[] =>
  linesSaid(log).flatMap(([word, name = '']) => (word === 'kept' ? name : []));

async function inspect(folder: string, before: readonly LogEntry[]): Promise<string[]> {
  const there = existsSync(folder) ? readdirSync(folder) : [];
  const lost = toldIn(before).filter((name) => !there.includes(name));
  const broken = there
    .filter((name) => name.endsWith('.backup'))
    .flatMap((name) => {
      try {
        checkBackup(join(folder, name), Buffer.alloc(32, 7));
        return [];
      } catch (error) {
        return `${name}: ${error instanceof Error ? error.message : error}`;
      }
    });
  return [...lost.map((name) => `${name} is gone`), ...broken];
}
