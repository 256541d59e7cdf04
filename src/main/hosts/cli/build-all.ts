/** `npm run build`: builds in any case, and leaves the stamp by which `npm start` knows it is fresh. */
import { resolve } from 'node:path';
import { BuildFailed, build } from './build.ts';

const help = `Usage: npm run build

Builds the programs and the page into out/, stale or not. npm start, npm run sandbox and
npm run listen do it by themselves when it is needed. It takes no options.
`;

try {
  if (process.argv.includes('--help')) console.log(help);
  else
    await build({
      root: resolve(import.meta.dirname, '../../../..'),
      say: (line) => console.error(line),
    });
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
