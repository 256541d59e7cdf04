import { join } from 'node:path';
import { inject } from 'vitest';
import {
  programOfThread as ofSources,
  type ThreadNames,
} from '../../src/platform/thread-program.ts';
import { root } from './run-command.ts';

/**
 * In place of platform/thread-program.ts in unit tests (vitest.config.ts): the program of a thread
 * from the build where that is fresh, as in `npm test` and `npm run check`, and else its sources,
 * which each thread would compile anew.
 */
export function programOfThread(names: ThreadNames, here: string): string {
  if (!inject('isBuildFresh')) return ofSources(names, here);
  return join(root, 'out/main', `${names.program}.mjs`);
}
