/** Pages under measurement: built, served by the browser host's own server, opened in Chromium. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { pino } from 'pino';
import { build } from 'vite';
import { loadPageFiles } from '../../src/main/hosts/browser/page-files.ts';
import { type BrowserServer, startBrowserServer } from '../../src/main/hosts/browser/server.ts';
import type { BridgeHandler } from '../../src/main/hosts/browser/socket.ts';
import { noncePlaceholder } from '../../src/main/hosts/page/content-security-policy.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { chromiumArguments, systemChromium } from '../support/browsers.ts';

/** Chromium as the end-to-end tests start it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = systemChromium();
  return await chromium.launch({
    args: chromiumArguments(),
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

export interface BenchPage {
  readonly root: string;
  remove(): Promise<void>;
}

/** Builds a page of tests/bench with the settings by which electron.vite.config.ts builds the renderer. */
export async function buildBenchPage(folder: 'page' | 'shell' | 'list'): Promise<BenchPage> {
  const root = await mkdtemp(join(tmpdir(), 'causeway-bench-page-'));
  await build({
    configFile: false,
    root: fileURLToPath(new URL(`./${folder}`, import.meta.url)),
    base: './',
    logLevel: 'error',
    html: { cspNonce: noncePlaceholder },
    plugins: [react()],
    build: {
      outDir: root,
      emptyOutDir: true,
      minify: 'oxc',
      modulePreload: { polyfill: false },
    },
  });
  return { root, remove: () => rm(root, { recursive: true }) };
}

/** Serves a built page behind the browser host's gate. */
export async function servePage(root: string, handler: BridgeHandler): Promise<BrowserServer> {
  return await startBrowserServer(0, {
    dataDir: root,
    platform: process.platform,
    handler,
    secrets: { page: () => null, submit: async () => null, gonePage: () => '' },
    downloads: { take: () => null },
    page: await loadPageFiles(root),
    clock: systemClock,
    random: systemRandom,
    log: pino({ level: 'silent' }),
  });
}
