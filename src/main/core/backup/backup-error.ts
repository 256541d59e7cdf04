/**
 * Why a backup can't be written or read; the message is a sentence for people:
 * - `not-a-backup`, `too-new`: another file, or of a later version of Causeway;
 * - `truncated`, `damaged`: bytes are missing, changed, or in another's place;
 * - `wrong-key`: neither this recovery key nor this passphrase opens it;
 * - `not-empty`: where it shall be restored there is something already;
 * - `not-written`: the disk or the folder.
 */
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
