/** What follows a backup in its folder, which may be slow: on a network, or synced. For a thread. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import { backupsToThin, isUnfinished } from './thinning.ts';
import type { BackupOrder } from './write-backup.ts';

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
