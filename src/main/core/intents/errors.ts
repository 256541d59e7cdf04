/** Why `run` rejects. Nothing was sent in either case. */

/** The key stands for something else already. A new form takes a new key. */
export class IntentConflict extends Error {
  override readonly name = 'IntentConflict';
  constructor() {
    super('This request key belongs to another request. Nothing was sent.');
  }
}

/** The journal could not be written, most likely because the disk is full. */
export class NotStored extends Error {
  override readonly name = 'NotStored';
  /** Whether there is no room left on the disk. */
  readonly isDiskFull: boolean;
  constructor(cause: unknown, isDiskFull: boolean) {
    super(
      isDiskFull
        ? 'The disk is full, so the request could not be stored. Nothing was sent.'
        : 'The request could not be stored. Nothing was sent.',
      { cause },
    );
    this.isDiskFull = isDiskFull;
  }
}
