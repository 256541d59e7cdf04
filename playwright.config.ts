import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, electronBinary, headlessChromium } from './tests/support/browsers.ts';

const executablePath = headlessChromium();

// A spec starts a console or several, each of which compiles the same program: once is enough.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('./.cache/node', import.meta.url));

/** The specs that are about the console, not about the browser host's own server and links. */
const electron = {
  name: 'electron',
  workers: 1,
  testIgnore: ['**/hints.spec.ts', '**/host-security.spec.ts', '**/secret-page.spec.ts'],
  grepInvert: /@browser/,
};

/**
 * The same specs drive the browser host in Chromium and, where there is a binary, the Electron
 * host. Fixtures tell them apart by the project's name (tests/e2e/support).
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: false,
  // Once more, and said at the end by name: a test that needs it is to be mended.
  retries: 1,
  // No test measures time: what a busy machine needs longer for is no failure.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // A console and a page keep more than one processor busy: a third test makes each slower by half.
  workers: availableParallelism(),
  reporter: [['list'], ['json', { outputFile: '.cache/results/e2e.json' }]],
  use: {
    // A trace of every action costs a good part of a run: a second attempt has one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    browserName: 'chromium',
    // What moves is drawn again for each frame of it, and is waited for.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...chromiumArguments(),
        // Each navigation to another site would start a process: four a test, a third of its time.
        '--renderer-process-limit=1',
        // A page of seconds never gets back what it costs to compile its functions a third and a fourth time.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
  projects: [
    { name: 'chromium' },
    // The Electron program without Electron, on what a console is for.
    {
      name: 'electron-in-chromium',
      testMatch: '**/main-job.spec.ts',
      grepInvert: /@browser|@one-host/,
      fullyParallel: true,
    },
    ...(electronBinary() ? [electron] : []),
  ],
});
