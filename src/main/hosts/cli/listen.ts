/** `npm run listen -- …`: builds when stale and runs the listener with these arguments. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../../platform/arguments.ts';
import { terminalLines } from '../../../platform/terminal-text.ts';
import { BuildFailed, buildWhenStale } from './build.ts';
import { parseListenOptions } from './listen/options.ts';

const root = resolve(import.meta.dirname, '../../../..');
const program = resolve(root, 'out/main/listen.js');

try {
  // What makes no sense is said before anything is built.
  parseListenOptions(process.argv.slice(2));
  await buildWhenStale({ root, say: (line) => console.error(line) });
  // In this very process, as if it had been named on the command line.
  process.argv[1] = program;
  await import(pathToFileURL(program).href);
} catch (error) {
  if (!(error instanceof BuildFailed || error instanceof UsageError)) throw error;
  console.error(terminalLines(error.message));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
