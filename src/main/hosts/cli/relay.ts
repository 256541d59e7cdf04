/** `npm run relay -- …`: builds when stale and runs the relay with these arguments. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BuildFailed, buildWhenStale } from './build.ts';

const root = resolve(import.meta.dirname, '../../../..');
const program = resolve(root, 'out/main/relay.js');

try {
  await buildWhenStale({ root, say: (line) => console.error(line) });
  // In this very process, as if it had been named on the command line.
  process.argv[1] = program;
  await import(pathToFileURL(program).href);
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
