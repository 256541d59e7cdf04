import { isFresh } from '../../src/main/hosts/cli/build.ts';
import { root } from './run-command.ts';

/** Looked at once a run, for ./built-threads.ts: is `out` what the sources say? */
export async function setup(): Promise<void> {
  if (!(await isFresh(root))) return;
  const hook = new URL('./built-threads-hook.mjs', import.meta.url).href;
  const { NODE_OPTIONS: options = '' } = process.env;
  Object.assign(process.env, {
    CAUSEWAY_TESTS_BUILD: '1',
    NODE_OPTIONS: `${options} --import ${hook}`.trim(),
  });
}
