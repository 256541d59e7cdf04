/** Which backups of a folder stay: the newest of each day, week and month, so many of each. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import type { BackupOrder } from './write-backup.ts';

/**
 * `causeway-<installation>-2026-11-24T09-00-00.000Z.backup`, or with `.passphrase` before the ending: that is one that a
 * person wrote under a passphrase. It is in no series, so it never goes by itself.
 */
const namePattern =
  /^causeway-(?<installation>[0-9a-f]{8})-(?<at>[\dT.-]+Z)(?<single>\.passphrase)?\.backup$/;

export const backupNameOf = (installationId: string, at: string, isSingle = false): string =>
  `causeway-${installationId.slice(0, 8)}-${at.replaceAll(':', '-')}${isSingle ? '.passphrase' : ''}.backup`;

function readName(name: string, installationId: string) {
  const { installation, at = '', single } = namePattern.exec(name)?.groups ?? {};
  if (installation !== installationId.slice(0, 8)) return null;
  const moment = Date.parse(at.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  return Number.isNaN(moment) ? null : { moment, isSingle: single !== undefined };
}

/** Milliseconds since 1970; null for what is not a backup of this installation's series. */
export function momentOf(name: string, installationId: string): number | null {
  const found = readName(name, installationId);
  return found === null || found.isSingle ? null : found.moment;
}

/** What a backup that was cut off left. */
export const isUnfinished = (name: string, installationId: string): boolean =>
  name.endsWith('.part') && readName(name.slice(0, -'.part'.length), installationId) !== null;

const dayMs = 24 * 3_600_000;
/** 1970 began on a Thursday; a week on Monday. */
const weekOf = (moment: number): number => Math.floor((moment / dayMs + 3) / 7);
const monthOf = (moment: number): string => new Date(moment).toISOString().slice(0, 7);

export const keptBackups = { days: 7, weeks: 4, months: 12 } as const;

/** Names of this installation's backups that may go. The newest never does. */
export function backupsToThin(names: readonly string[], installationId: string): readonly string[] {
  const all = names
    .flatMap((name) => {
      const moment = momentOf(name, installationId);
      return moment === null ? [] : [{ name, moment }];
    })
    .toSorted((one, other) => other.moment - one.moment);
  const kept = new Set<string>();
  const keep = (most: number, periodOf: (moment: number) => number | string): void => {
    const periods = new Set<number | string>();
    for (const { name, moment } of all) {
      const period = periodOf(moment);
      if (periods.has(period)) continue;
      if (periods.size === most) return;
      periods.add(period);
      kept.add(name);
    }
  };
  keep(keptBackups.days, (moment) => Math.floor(moment / dayMs));
  keep(keptBackups.weeks, weekOf);
  keep(keptBackups.months, monthOf);
  return all.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** What follows a backup in its folder, which may be slow: on a network, or synced. For a thread. */
export interface Tidying {
  /** A file that goes beside the backups as it is, where there is one: absolute paths. */
  readonly beside: { readonly from: string; readonly to: string };
  /** Whether backups that may go are deleted, with what was cut off. */
  readonly thins: boolean;
}

/** What could not be done, each with its error; the backup stays, and the next one does it again. */
export function tidyFolder(
  {
    folder,
    name: written,
    head: { installationId },
  }: Pick<BackupOrder, 'folder' | 'name' | 'head'>,
  { beside, thins }: Tidying,
): readonly string[] {
  const problems: string[] = [];
  const attempt = (what: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      problems.push(`${what}: ${error}`);
    }
  };
  attempt('the file beside', () => {
    const bytes = readIfPresent(beside.from);
    if (bytes !== null) writeDurably(beside.to, bytes);
  });
  if (!thins) return problems;
  attempt('thinning', () => {
    const names = readdirSync(folder);
    const unfinished = names.filter((name) => isUnfinished(name, installationId));
    // A clock that was set back gives the new one an older name than the others have.
    const gone = backupsToThin(names, installationId).filter((name) => name !== written);
    for (const name of [...gone, ...unfinished]) rmSync(join(folder, name), { force: true });
  });
  return problems;
}
