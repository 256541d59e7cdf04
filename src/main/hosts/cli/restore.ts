/** `npm run restore -- FILE …`: runs from its sources, so that nothing has to be built first. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../../../platform/arguments.ts';
import { systemRandom } from '../../../platform/random.ts';
import { terminalLines } from '../../../platform/terminal-text.ts';
import { defaultDataDir } from '../default-data-dir.ts';
import { parseRestoreOptions, restoreHelp } from './restore-options.ts';
import { runRestore } from './restore-run.ts';

const say = (line: string): void => console.log(terminalLines(line));

// A person types into the dark; a program's answers come a line each.
const lines = createInterface({
  input: process.stdin,
  output: new Writable({ write: (_chunk, _encoding, done) => done() }),
  terminal: process.stdin.isTTY,
});
const typed = lines[Symbol.asyncIterator]();

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const { value } = await typed.next();
  process.stderr.write('\n');
  return typeof value === 'string' ? value : '';
}

/** Errors whose message is a sentence for people. */
const told = new Set([
  'BackupError',
  'VaultError',
  'ProfileError',
  'PassphraseUnreadable',
  'LedgerDamaged',
]);

try {
  const options = parseRestoreOptions(process.argv.slice(2));
  if (options.help || options.file === null) process.stdout.write(restoreHelp);
  else {
    await runRestore(options.file, options, { say, ask, defaultDataDir, random: systemRandom });
  }
} catch (error) {
  const isUsage = error instanceof UsageError;
  if (!(error instanceof Error) || !(isUsage || told.has(error.name))) throw error;
  console.error(terminalLines(error.message));
  process.exitCode = isUsage ? 2 : 1;
} finally {
  lines.close();
}
