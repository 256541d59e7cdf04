/** In processes that tests start: ./built-threads.ts in place of platform/thread-program.ts (./fresh-build.ts). */
import module from 'node:module';

const ofSources = new URL('../../src/platform/thread-program.ts', import.meta.url).href;
const ofBuild = new URL('./built-threads.ts', import.meta.url).href;

// A Node that is too old for Causeway has none, and says so itself.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url === ofSources && context.parentURL !== ofBuild
      ? { ...found, url: ofBuild }
      : found;
  },
});
