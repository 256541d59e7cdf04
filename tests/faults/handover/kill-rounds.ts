/**
 * kill -9 before steps of merging a hand-over file. What must hold each time: the database is as it was, or has all
 * of the file; merged again it has the very same, and the log of what was done has one entry.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { endedByKill } from '../proof.ts';
import { contentsOf, isUnfinished, makeData, mergeData } from './data.ts';

export interface MergeKillReport {
  readonly kills: number;
  readonly steps: number;
  /** Found as it was, and with all of the file. */
  readonly nothing: number;
  readonly all: number;
  readonly breaches: readonly string[];
}

export interface MergeKillRounds {
  readonly directory: string;
  readonly kills: number;
  /** This one of so many shares of all steps. */
  readonly share: { readonly index: number; readonly of: number };
}

const customers = 24;
const lastSteps = 4;
const start = (folder: string, at: number) =>
  spawn(
    process.execPath,
    [fileURLToPath(new URL('./merger.ts', import.meta.url)), folder, String(at)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );

export async function mergeKillRounds({
  directory,
  kills,
  share: { index, of },
}: MergeKillRounds): Promise<MergeKillReport> {
  const made = join(directory, 'made');
  const folder = join(directory, 'killed');
  mkdirSync(made);
  makeData(made, customers);
  const fresh = (): void => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(made, folder, { recursive: true });
  };
  const before = contentsOf(made);
  fresh();
  const steps = Number(await text(start(folder, 0).stdout));
  if (!(steps > 0)) throw new Error('A merge that nobody killed did not end well.');
  const after = contentsOf(folder);
  const breaches: string[] = before === after ? ['the file brought nothing'] : [];
  const found: Found[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    // The last steps first: then all is there, and free pages are emptied.
    const spread = Math.floor(((kill * of + index) * steps) / (kills * of));
    const step = steps - (kill < lastSteps ? kill : spread);
    fresh();
    await endedByKill(once(start(folder, step), 'exit'), `step ${step}`);
    const one = inspect(folder, before, after);
    found.push(one);
    breaches.push(...one.breaches.map((breach) => `step ${step} of ${steps}: ${breach}`));
  }
  const count = (is: (one: Found) => boolean): number => found.filter(is).length;
  const nothing = count(({ has }) => has === 'nothing');
  const all = count(({ has }) => has === 'all');
  const unfinished = count((one) => one.isUnfinished);
  if (unfinished === 0 || unfinished > all)
    breaches.push('free pages that were not emptied are not emptied by the next opening');
  if (nothing === 0 || all === 0) breaches.push('all kills came before the merge, or after it');
  return { kills, steps, nothing, all, breaches };
}

interface Found {
  readonly has: 'nothing' | 'all' | 'some';
  readonly isUnfinished: boolean;
  readonly breaches: readonly string[];
}

function inspect(folder: string, before: string, after: string): Found {
  const left = isUnfinished(folder);
  const contents = contentsOf(folder);
  const has = contents === before ? 'nothing' : contents === after ? 'all' : 'some';
  const breaches: string[] = has === 'some' ? ['a part of the file is there'] : [];
  const { brought } = mergeData(folder);
  const isNew = Object.values(brought).some((count) => count > 0);
  if (has === 'all' && isNew) breaches.push('the same was new once more');
  if (contentsOf(folder) !== after) breaches.push('merged again, it differs');
  return { has, isUnfinished: left, breaches };
}
