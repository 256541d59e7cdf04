import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { buildWhenStale } from '../../../src/main/hosts/cli/build.ts';
import { quickFolder } from '../../support/quick-folder.ts';
import { root } from '../../support/run-command.ts';
import { type HostedService, startHostedService } from './hosted-service.ts';
import {
  type HostStart,
  inBrowser,
  inElectron,
  inElectronStandIn,
  type OwnConsole,
} from './hosts.ts';
import { Screens } from './pages/screens.ts';

export interface Options {
  /** More arguments of `npm start`. */
  startArguments: readonly string[];
  /**
   * Where secrets are kept, unless `--ephemeral` stands among the arguments: in the keychain of this
   * session, under a passphrase from a file (each start derives its key anew, which takes most of a
   * second of the processor), or nowhere yet, on a machine without a keychain.
   */
  vault: 'passphrase-file' | 'keychain' | 'none';
  /** What more stands in the environment of the console. */
  environment: NodeJS.ProcessEnv;
}

export interface Fixtures {
  /** A folder of the test's own, gone after it. */
  folder: string;
  own: OwnConsole;
  /** The service as others host it: the sandbox, as a process of its own. */
  service: HostedService;
  /** The page of the running console, vault open. */
  app: Page;
  /** The page by its screens. */
  screens: Screens;
}

export const passphrase = 'correct horse battery staple';

export const test = base.extend<Options & Fixtures, { built: undefined }>({
  startArguments: [[], { option: true }],
  vault: ['keychain', { option: true }],
  environment: [{}, { option: true }],

  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for what it needs.
    async ({}, use) => {
      await buildWhenStale({ root, say: () => {} });
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for what it needs.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(quickFolder(), 'causeway-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  own: async ({ folder, page, startArguments, vault, environment }, use, info) => {
    const dataDir = join(folder, 'data');
    const args = [...startArguments];
    const env = { ...environment, ...(vault === 'none' ? noKeychain : {}) };
    if (vault === 'passphrase-file' && !args.includes('--ephemeral')) {
      const file = join(folder, 'passphrase');
      await writeFile(file, `${passphrase}\n`, { mode: 0o600 });
      args.push('--passphrase-file', file);
    }
    const own = hostOf(info.project.name, { dataDir, args, env }, page);
    await use(own);
    await own.stop();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for what it needs.
  service: async ({}, use) => {
    const service = await startHostedService();
    await use(service);
    await service.stop();
  },

  app: async ({ own }, use) => {
    await use(await own.open());
  },

  screens: async ({ app }, use) => {
    await use(new Screens(app));
  },
});

/** The page opens on a profile of `service`, which is in use and proven. */
export const openOnHosted = {
  app: async (
    { own, service }: Pick<Fixtures, 'own' | 'service'>,
    use: (page: Page) => Promise<void>,
  ) => {
    const { baseUrl, token } = service;
    await use(await own.openOn({ name: 'Hosted', baseUrl, token }));
  },
};

/** No session bus, so no keychain can be reached. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };

/** The project names the host. */
function hostOf(project: string, start: HostStart, page: Page): OwnConsole {
  if (project === 'electron') return inElectron(start);
  return project === 'electron-in-chromium' ? inElectronStandIn(start) : inBrowser(start, page);
}
