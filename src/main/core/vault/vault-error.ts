/**
 * Why the vault can't do what it was asked; the message is a sentence for people:
 * - `locked`: nothing can be read now; `wrong-passphrase`; `wrong-recovery-key`; `not-now`: not in
 *   this state;
 * - `too-short`: a new passphrase of too few characters;
 * - `key-lost`: the profile has a database, but its key is not here, and a new one is never made;
 * - `damaged`: a sealed file can't be read; `not-kept`: it can't be written, nothing was changed;
 *   `not-confirmed`: it was written, and whether it outlives a power cut is not known;
 * - `keychain`: the keychain failed.
 */
export type VaultErrorCode =
  | 'locked'
  | 'wrong-passphrase'
  | 'wrong-recovery-key'
  | 'not-now'
  | 'too-short'
  | 'key-lost'
  | 'damaged'
  | 'not-kept'
  | 'not-confirmed'
  | 'keychain';

export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly code: VaultErrorCode;

  constructor(code: VaultErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
