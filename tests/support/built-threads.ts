import { fileURLToPath } from 'node:url';
import {
  programOfThread as ofSources,
  type ThreadNames,
} from '../../src/platform/thread-program.ts';

/**
 * In place of platform/thread-program.ts in tests (vitest.config.ts) and in the processes that they start: the
 * program of a thread from the build where that is fresh, as in `npm test` and `npm run check`, and else its
 * sources, which each thread would compile anew.
 */
export function programOfThread(names: ThreadNames, here: string): string {
  if (process.env['CAUSEWAY_TESTS_BUILD'] === undefined) return ofSources(names, here);
  return fileURLToPath(new URL(`../../out/main/${names.program}.mjs`, import.meta.url));
}
