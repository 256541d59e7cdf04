/** What a new passphrase has to be. One that opens what it sealed before is never measured. */
import { VaultError } from './vault-error.ts';

/** Characters of a new passphrase: it is all that guards the file against whoever copies it. */
export const shortestPassphrase = 10;

/** The sentence that says what is wrong with it; null where nothing is. */
export function problemOfNewPassphrase(passphrase: string): string | null {
  // Counted as a person counts: an emoji is one.
  return [...passphrase].length < shortestPassphrase
    ? `Enter a passphrase of at least ${shortestPassphrase} characters.`
    : null;
}

/** Throws VaultError `too-short`. */
export function requireNewPassphrase(passphrase: string): void {
  const problem = problemOfNewPassphrase(passphrase);
  if (problem !== null) throw new VaultError('too-short', problem);
}
