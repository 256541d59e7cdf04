/** When the next backup is due, and when a person has to look after backups. */
import { hasPassed } from '../../platform/clock.ts';
import type { BackupState } from './backup-state.ts';

const dayMs = 24 * 3_600_000;
/** How soon after a failure it is tried again. */
const againMs = 3_600_000;
/** Older than this, the newest backup needs a person. */
const oldMs = 3 * dayMs;

export interface StoredRequests {
  readonly profileId: string;
  readonly count: number;
}

/** `requests`: of the open profile; null while none is open. */
export function isBackupDue(
  { everyRequests, last, failure }: BackupState,
  requests: () => StoredRequests | null,
  now: number,
): boolean {
  if (failure?.isCut === true) return true;
  if (failure !== null && !hasPassed(failure.at, againMs, now)) return false;
  if (last === null || hasPassed(last.at, dayMs, now)) return true;
  if (everyRequests === null) return false;
  const stored = requests();
  if (stored === null) return false;
  return stored.count - (last.requests[stored.profileId] ?? 0) >= everyRequests;
}

export interface BackupNeed {
  readonly what: 'no-backup' | 'backup-failed' | 'backup-old';
  /** Since when; null where none was ever made. */
  readonly at: string | null;
}

/** What is wrong with them; null where nothing is. */
export function backupNeedOf(
  { folder, last, failure }: BackupState,
  now: number,
): BackupNeed | null {
  if (failure !== null && failure.isCut !== true) return { what: 'backup-failed', at: failure.at };
  if (folder === null) return { what: 'no-backup', at: last?.at ?? null };
  const isOld = last !== null && hasPassed(last.at, oldMs, now);
  return isOld ? { what: 'backup-old', at: last.at } : null;
}
