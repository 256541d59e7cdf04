import { defineConfig } from '@playwright/test';
import e2e from './playwright.config.ts';

/** `npm run pictures`: renews docs/screenshots from the built program. Project `icons`: those in resources. */
export default defineConfig({
  ...e2e,
  testDir: 'tests/pictures',
  testMatch: 'pictures.ts',
  reporter: 'list',
  workers: 1,
  retries: 0,
  // What is not there any more ends the run at once, and says what.
  use: { ...e2e.use, actionTimeout: 30_000 },
  projects: [
    { name: 'docs' },
    { name: 'review', testMatch: ['pictures.ts', 'review.ts', 'team.ts'] },
    { name: 'icons', testMatch: 'icons.ts' },
  ],
});
