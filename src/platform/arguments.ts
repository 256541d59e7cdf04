/** Arguments of a command line. */
import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { othersMayRead } from './private-file.ts';

/** What was asked for makes no sense; the message is for the person at the terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The values of these options, beside which there may be nothing. Throws UsageError. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], strict: true, allowPositionals: false, options }).values;
  } catch (error) {
    // Its first sentence names the option; the rest is about positional arguments.
    const [sentence = ''] = (error instanceof Error ? error.message : '').split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}. See --help.`, { cause: error });
  }
}

/** The text of the file that an option names. Throws UsageError. */
export function readFileOf(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${option}: the file ${file} can’t be read.`, { cause: error });
  }
}

/** The same of a file that holds a secret. Throws UsageError where others may read it. */
export function readSecretFileOf(option: string, file: string): string {
  const text = readFileOf(option, file);
  const problem = problemOfSecretFile(option, file);
  if (problem === null) return text;
  throw new UsageError(problem);
}

/** A sentence where others may read the file. */
export const problemOfSecretFile = (option: string, file: string): string | null =>
  othersMayRead(file)
    ? `${option}: others on this computer may read the file ${file}. Run chmod 600 on it. If it can’t be changed, as a secret of a container, copy it to a file that only you may read: install -m 600 FILE COPY`
    : null;
