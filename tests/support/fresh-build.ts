import { isFresh } from '../../src/main/hosts/cli/build.ts';
import { root } from './run-command.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Is `out` what the sources say? */
    isBuildFresh: boolean;
  }
}

/** Looked at once a run, for ./built-threads.ts. */
export async function setup({
  provide,
}: {
  provide(key: 'isBuildFresh', value: boolean): void;
}): Promise<void> {
  provide('isBuildFresh', await isFresh(root));
}
