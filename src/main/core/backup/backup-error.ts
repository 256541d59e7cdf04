/**
 * Why a backup or hand-over file can't be written or read; the message is a sentence for people:
 * - `not-a-backup`, `too-new`: another file, or of a later version of Causeway;
 * - `truncated`, `damaged`: bytes are missing, changed, or in another's place;
 * - `wrong-key`: neither this recovery key nor this passphrase opens it;
 * - `not-empty`: where it shall be restored there is something already;
 * - `not-written`: the disk or the folder.
 */
import { dirname } from 'node:path';
import { errorCode } from '../../../platform/error-code.ts';
import { fileErrorInWords } from '../../../platform/file-error.ts';

export type BackupErrorCode =
  | 'not-a-backup'
  | 'too-new'
  | 'truncated'
  | 'damaged'
  | 'wrong-key'
  | 'not-empty'
  | 'not-written';

export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Between threads classes are lost; names and fields stay. */
export function asBackupError(error: unknown): unknown {
  const { name, code, message } = error as Error & { code?: BackupErrorCode };
  if (name !== 'BackupError' || code === undefined || error instanceof BackupError) return error;
  return new BackupError(code, message, { cause: error });
}

const sentences: Readonly<Record<string, (noun: string) => string>> = {
  ENOSPC: (noun) => `The disk of the ${noun} folder is full.`,
  EDQUOT: (noun) => `The disk of the ${noun} folder is full.`,
  EACCES: (noun) => `Causeway may not write to the ${noun} folder.`,
  EPERM: (noun) => `Causeway may not write to the ${noun} folder.`,
  EROFS: (noun) => `The ${noun} folder is read-only.`,
  ENOENT: (noun) =>
    `The ${noun} folder is not there. It may be on a disk or share that is not connected.`,
  ENOTDIR: (noun) => `The ${noun} folder is not a folder.`,
};

/** What the disk said of writing there, or of a file that was read, as a sentence where there is one for it. */
export function notWritten(error: unknown, folder: string, noun = 'backup'): unknown {
  const { path = folder } = (error ?? {}) as NodeJS.ErrnoException;
  const isThere = [path, dirname(path)].includes(folder);
  const ofFolder = sentences[errorCode(error)];
  const there = ofFolder === undefined ? null : `${ofFolder(noun)} ${folder}`;
  const sentence = isThere ? there : fileErrorInWords(error);
  if (sentence === null) return error;
  return new BackupError('not-written', sentence, { cause: error });
}
