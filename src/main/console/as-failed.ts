/** What restoring and handing over tell a person of errors. */
import { BackupError } from '../core/backup/backup-error.ts';
import { Failed } from '../core/intents/failed.ts';

const sentences = new Set([
  'DatabaseTooNew',
  'WrongDatabaseKey',
  'DatabaseMissing',
  'LedgerDamaged',
]);

/** Errors that are sentences for people reject as Failed INVALID with `cause`. */
export async function asFailed<Result>(
  cause: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isSentence =
      error instanceof BackupError || (error instanceof Error && sentences.has(error.name));
    throw isSentence ? new Failed('INVALID', { sentence: error.message, cause }) : error;
  }
}
