/**
 * The Electron host from start to end. Up to `whenReady` everything is synchronous, in the order that
 * Electron asks for: paths, the lock, the sandbox, the schemes.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { app, protocol } from 'electron';
import { terminalText } from '../../../platform/terminal-text.ts';
import { logUnawaited } from '../../core/foundation/log.ts';
import { requireOwnDirectory } from '../../core/profiles/data-directory.ts';
import { defaultDataDir } from '../default-data-dir.ts';
import { refuseUnsafeEnvironment } from '../unsafe-environment.ts';
import { appSchemePrivileges } from './app-protocol.ts';
import { type HostArguments, optionNames, refuseForeignSwitches } from './arguments.ts';
import { fail } from './fail.ts';
import { type HostLog, openHostLog } from './host-log.ts';
import type { HostOptions } from './host-options.ts';
import { type GivenLinks, receiveLinks } from './links.ts';
import { openApplication } from './open-application.ts';
import { networkSwitches } from './outbound.ts';

/** Resolves when the page is loaded, or when there is nothing more to do. Never rejects. */
export async function startElectronHost(options: HostOptions): Promise<void> {
  const prepared = prepare(options);
  if (prepared === null) return;
  logUnawaited(prepared.log);
  await app.whenReady();
  try {
    await openApplication({ ...options, ...prepared });
  } catch (error) {
    prepared.log.error({ err: error }, 'the start failed');
    await fail(error, prepared.file, options.given.smoke);
  }
}

interface Prepared extends HostLog {
  readonly dataDir: string;
  readonly links: GivenLinks;
}

/** Everything that has to come before `ready`. null: another process of this data directory runs. */
function prepare({ given, args, platform }: HostOptions): Prepared | null {
  try {
    refuseUnsafeEnvironment(process.env);
    if (app.isPackaged) refuseForeignSwitches(args, optionNames, platform);
    const dataDir = dataDirFor(given);
    // Before anything is made, opened or locked in it.
    requireOwnDirectory(dataDir);
    // Chromium's own files. Its lock stands in there too, so it is one lock a data directory.
    const chromiumDir = join(dataDir, 'electron');
    mkdirSync(chromiumDir, { recursive: true, mode: 0o700 });
    app.setName('Causeway');
    // By it Windows knows notices and the icon for this program's (appId of electron-builder.yml).
    if (platform === 'win32') app.setAppUserModelId('app.causeway.console');
    app.setPath('userData', chromiumDir);
    if (!app.requestSingleInstanceLock()) {
      // The first one hears `second-instance` and comes to the front.
      app.quit();
      return null;
    }
    app.enableSandbox();
    for (const name of networkSwitches) app.commandLine.appendSwitch(name);
    protocol.registerSchemesAsPrivileged([appSchemePrivileges]);
    const links = receiveLinks(app, args);
    return { dataDir, links, ...openHostLog({ dataDir, isPackaged: app.isPackaged }) };
  } catch (error) {
    // There is no log yet.
    process.stderr.write(`${terminalText(String(error))}\n`);
    void fail(error, null, given.smoke);
    return null;
  }
}

/** A smoke run never touches what is there. */
function dataDirFor({ dataDir, smoke }: HostArguments): string {
  if (dataDir !== null) return resolve(dataDir);
  return smoke ? mkdtempSync(join(tmpdir(), 'causeway-smoke-')) : defaultDataDir();
}
