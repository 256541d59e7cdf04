/** The hosts that a spec can run in. Each starts the built program on a data directory, again and again. */
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { builtProgram, type ConsoleProcess, startConsole } from '../../support/console-process.ts';
import { type StandInProcess, startStandIn } from '../../support/electron-in-chromium/start.ts';
import { environmentWith } from '../../support/environment.ts';
import { root } from '../../support/run-command.ts';
import { Screens } from './pages/screens.ts';
import type { ProfileEntry } from './pages/settings.ts';
import { seedProfile } from './seed.ts';

/** One console of the test's own: started, stopped and started again on the same data. */
export interface OwnConsole {
  readonly dataDir: string;
  /** The browser host's process while it runs. In Electron the spec is skipped: it is about the other. */
  process(): ConsoleProcess;
  /** The page of the console, opened on a fresh link or in the window. */
  open(): Promise<Page>;
  /** As `open`, with this profile added and in use. */
  openOn(profile: ProfileEntry): Promise<Page>;
  /**
   * Stops it; the next `open` starts it again. Resolves to the exit code: null after a signal that
   * leaves no choice, undefined where it did not run.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null | undefined>;
}

export interface HostStart {
  readonly dataDir: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** A process of seconds gains nothing by a heap that is collected a dozen times before it has its size. */
const program = ['--min-semi-space-size=16', builtProgram];

export function inBrowser({ dataDir, args, env }: HostStart, page: Page): OwnConsole {
  let running: ConsoleProcess | null = null;
  const start = async () => {
    running ??= await startConsole({ dataDir, args, env, program });
    return running;
  };
  const open = async () => {
    await page.goto(await (await start()).freshLink());
    return page;
  };
  return {
    dataDir,
    process() {
      if (running === null) throw new Error('The console does not run.');
      return running;
    },
    open,
    async openOn(profile) {
      await seedProfile(await (await start()).freshLink(), profile);
      return await open();
    },
    async stop(signal) {
      const stopping = running;
      running = null;
      return await stopping?.stop(signal);
    },
  };
}

export function inElectron({ dataDir, args, env }: HostStart): OwnConsole {
  let running: ElectronApplication | null = null;
  // Root has no user namespace to sandbox in; without the switch Chromium refuses to start.
  const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const open = async () => {
    running ??= await _electron.launch({
      args: [...switches, root, '--data-dir', dataDir, ...args],
      cwd: root,
      env: environmentWith(env),
    });
    return await running.firstWindow();
  };
  return {
    dataDir,
    process: skipForElectron,
    ...inWindow(open),
    async stop(signal) {
      const stopping = running;
      running = null;
      const gone = stopping?.waitForEvent('close');
      if (signal === 'SIGKILL') stopping?.process().kill(signal);
      else await stopping?.close();
      await gone;
      return stopping?.process().exitCode;
    },
  };
}

/** The built Electron program with Chromium in Electron's place (support/electron-in-chromium). */
export function inElectronStandIn({ dataDir, args, env }: HostStart): OwnConsole {
  let running: StandInProcess | null = null;
  return {
    dataDir,
    process: skipForElectron,
    ...inWindow(async () => {
      running ??= await startStandIn(['--data-dir', dataDir, ...args], { env });
      return await running.window('http://causeway.localhost/');
    }),
    async stop(signal) {
      const stopping = running;
      running = null;
      return await stopping?.stop(signal);
    },
  };
}

/** There is no link to a window: what a person does is done in it. */
function inWindow(open: () => Promise<Page>): Pick<OwnConsole, 'open' | 'openOn'> {
  return {
    open,
    async openOn(profile) {
      const page = await open();
      await new Screens(page).settings.addAndUse(profile);
      return page;
    },
  };
}

function skipForElectron(): never {
  base.skip(true, 'This spec is about the browser host.');
  throw new Error('skipped');
}
