/** `--passphrase-file`: a passphrase for starts without a person. Its text never reaches an error. */
import { readFileSync } from 'node:fs';
import { problemOfSecretFile } from '../../platform/arguments.ts';
import { errorCode } from '../../platform/error-code.ts';

/** The file can't be read, others may read it, or it holds nothing. The message is a sentence for people. */
export class PassphraseUnreadable extends Error {
  override readonly name = 'PassphraseUnreadable';
}

/** The content without its last line break; null without a file. Throws PassphraseUnreadable. */
export function readPassphraseFile(
  file: string | null,
  option = '--passphrase-file',
): string | null {
  if (file === null) return null;
  const passphrase = contentOf(file, option).replace(/\r?\n$/, '');
  const problem = problemOfSecretFile(option, file);
  if (problem !== null) throw new PassphraseUnreadable(problem);
  if (passphrase === '') throw new PassphraseUnreadable(`${option}: the file is empty: ${file}`);
  return passphrase;
}

function contentOf(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    throw new PassphraseUnreadable(`${option}: the file cannot be read: ${code} ${file}`);
  }
}
