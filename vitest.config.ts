import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { quickFolder } from './tests/support/quick-folder.ts';

/** Plain Node has no `electron` module; without a binary the package throws. */
const electron = fileURLToPath(new URL('./tests/support/fake-electron.ts', import.meta.url));

/** A thread from a fresh build starts in a tenth of the time that its sources take. */
const builtThreads = {
  find: /^(?:\.\.\/)+platform\/thread-program\.ts$/,
  replacement: fileURLToPath(new URL('./tests/support/built-threads.ts', import.meta.url)),
};

// Threads read their programs as sources: what was compiled for one is there for the next.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('./.cache/node', import.meta.url));

/** Real servers, files, processes and key derivations: what a busy machine needs longer for is no failure. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 };

/** Beside the sources, but with a PostgreSQL of their own (src/team-log/testing/postgres.ts), which not every machine has. */
const withPostgres = globSync('src/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').includes('startPostgres('),
);

/**
 * Parts of the page in a document (src/renderer/app/testing/show-page.tsx). A project of their own: a worker
 * has one environment for all its files, and would start anew wherever the next file wants another.
 */
const inDocument = 'src/renderer/**/*.dom.test.tsx';

/** What tests beside the sources share. */
const besideSources = {
  globalSetup: './tests/support/fresh-build.ts',
  // A process and its imports for each of hundreds of files would cost more than the tests.
  // So no file leaves anything behind: mocks, stubs and timers are put back after each test.
  isolate: false,
  env: { TMPDIR: quickFolder() },
  ...patient,
};

/** One project a suite of `npm test` (tests/support/suites.ts names them in order). */
export default defineConfig({
  test: {
    pool: 'forks',
    // What is new dies young there: an eighth less of the processor than with a heap that begins small.
    execArgv: ['--min-semi-space-size=16'],
    passWithNoTests: false,
    // Once more, and said at the end by name: a test that needs it is to be mended.
    retry: 1,
    restoreMocks: true,
    unstubGlobals: true,
    // What is waited for comes, however long a busy machine takes.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        resolve: { alias: [{ find: 'electron', replacement: electron }, builtThreads] },
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...withPostgres, inDocument],
          ...besideSources,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: [inDocument],
          environment: 'happy-dom',
          isolate: false,
          ...patient,
        },
      },
      {
        extends: true,
        resolve: { alias: [{ find: 'electron', replacement: electron }, builtThreads] },
        test: { name: 'postgres', include: withPostgres, ...besideSources },
      },
      {
        extends: true,
        // Threads from sources strip their types by WebAssembly, in which Node 24 crashes now and then.
        resolve: { alias: [{ find: 'electron', replacement: electron }, builtThreads] },
        test: {
          name: 'support',
          include: ['tests/support/**/*.test.ts'],
          globalSetup: './tests/support/fresh-build.ts',
          ...patient,
        },
      },
      {
        extends: true,
        test: { name: 'rules', include: ['tests/rules/**/*.test.ts'], ...patient },
      },
      {
        extends: true,
        test: { name: 'conformance', include: ['tests/conformance/**/*.test.ts'], ...patient },
      },
      {
        extends: true,
        test: { name: 'keychain', include: ['tests/keychain/**/*.test.ts'], ...patient },
      },
      {
        extends: true,
        test: { name: 'built', include: ['tests/built/**/*.test.ts'], ...patient },
      },
      {
        extends: true,
        test: { name: 'packaging', include: ['tests/packaging/**/*.test.ts'], ...patient },
      },
      {
        extends: true,
        test: { name: 'tunnels', include: ['tests/tunnels/**/*.test.ts'], ...patient },
      },
      {
        extends: true,
        resolve: { alias: [builtThreads] },
        test: {
          name: 'faults',
          globalSetup: './tests/support/fresh-build.ts',
          include: ['tests/faults/**/*.test.ts'],
          ...patient,
          // Many rounds of killing and starting anew.
          testTimeout: 180_000,
        },
      },
    ],
  },
});
