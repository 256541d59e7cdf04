/** Everything after `ready`: sessions, console, bridge and window, in this order. */
import { join } from 'node:path';
import {
  app,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  net,
  powerMonitor,
  type Session,
  session,
  shell,
} from 'electron';
import { systemClock } from '../../../platform/clock.ts';
import { systemRandom } from '../../../platform/random.ts';
import type { Console } from '../../console/console.ts';
import { createConsole } from '../../console/create-console.ts';
import { shutdownTimeoutMs } from '../../console/shutdown-timeout.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { openKeychain } from '../../core/vault/keychain.ts';
import type { Control } from '../browser/control.ts';
import { readPassphraseFile } from '../passphrase-file.ts';
import { enableAppProtocol } from './app-protocol.ts';
import { createBridgeHandler } from './bridge-handler.ts';
import { enableBridgePorts } from './bridge-port.ts';
import { enableCleanQuit } from './clean-quit.ts';
import { openControlAddress } from './control-address.ts';
import type { HostOptions } from './host-options.ts';
import { createKeyFileDialog } from './key-file-dialog.ts';
import { menuTemplate } from './menu.ts';
import { enableNavigationRules } from './navigation.ts';
import { isPage, isUnder, pageHost, secretHost } from './origins.ts';
import { createOutboundFetch } from './outbound.ts';
import { answerPage, type DevelopmentServer } from './page-protocol.ts';
import { enablePermissions } from './permissions.ts';
import { print } from './print.ts';
import { enableRequestRules, isOfPage } from './requests.ts';
import { createSaveDialog } from './save-dialog.ts';
import { answerSecret } from './secret-protocol.ts';
import { secretPartition } from './secret-window.ts';
import { isHealthy, runSmoke } from './smoke.ts';
import { sayThatWeWait } from './waiting-box.ts';
import { createWindows, type Windows } from './windows.ts';

export interface ApplicationOptions extends HostOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly known: KnownSecrets;
}

/** What closing the console may take beside the wait for writes under way. */
const closingMs = 15_000;
/** What each step of a smoke run may take. */
const smokeMs = 30_000;

/** Resolves when the page is loaded. Throws what createConsole throws, and PassphraseUnreadable. */
export async function openApplication(options: ApplicationOptions): Promise<void> {
  const { given, log, platform } = options;
  const windows = createWindows({
    preload: join(options.mainFolder, '../preload/index.cjs'),
    stateFile: join(options.dataDir, 'window.json'),
    hasDevTools: !app.isPackaged,
    isVisible: !given.smoke,
    platform,
    log,
  });
  const secretSession = session.fromPartition(secretPartition);
  for (const each of [session.defaultSession, secretSession]) enablePermissions(each);
  const development = developmentServer(options)?.origin ?? null;
  enableRequestRules(session.defaultSession, {
    mayLoad: (url) => isOfPage(url, isUnder(pageHost, url), development),
  });
  enableRequestRules(secretSession, { mayLoad: (url) => isUnder(secretHost, url) });
  confineNavigation(windows, secretSession);
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate({ platform, isPackaged: app.isPackaged })),
  );

  const core = await openConsole(options, windows);
  powerMonitor.on('resume', core.resumed);
  let control: Control | null = null;
  const dispose = async (hurry: AbortSignal) => {
    await control?.close();
    const closed = new AbortController();
    // A window that is closed leaves nothing to see: the wait is said in a box of its own.
    const onWaiting = () => sayThatWeWait(dialog, app, closed.signal);
    await core.dispose({ onWaiting, hurry }).finally(() => closed.abort());
  };
  enableCleanQuit(app, {
    dispose,
    log,
    patienceMs: shutdownTimeoutMs + closingMs,
    hurriedMs: closingMs,
    now: () => performance.now(),
  });
  serveSchemes(options, core, secretSession);
  const answered = Promise.withResolvers<void>();
  const serve = createBridgeHandler({
    router: core.router,
    log,
    onAnswer: () => answered.resolve(),
  });
  enableBridgePorts(ipcMain, { page: windows.page, serve, log });
  if (given.smoke) return await smoke(options, { windows, core, bridge: answered.promise });
  const { attachedRouter: router } = core;
  control = await openControlAddress({ ...options, random: systemRandom, router });
  keepWindow(windows, options);
  await windows.show();
}

function openConsole(options: ApplicationOptions, windows: Windows) {
  const { given, dataDir, log, known, agentSocket, allowPrivateTunnels } = options;
  return createConsole({
    dataDir,
    host: 'electron',
    version: app.getVersion(),
    fetch: createOutboundFetch(net),
    keychain: openKeychain,
    clock: systemClock,
    random: systemRandom,
    log,
    known,
    passphrase: readPassphraseFile(given.passphraseFile),
    ephemeral: given.ephemeral || given.smoke,
    openSecretWindow: windows.openSecret,
    clipboard: {
      read: () => clipboard.readText(),
      write: (text) => clipboard.writeText(text),
    },
    chooseExportFile: createSaveDialog({
      dialog,
      window: windows.window,
      folder: () => app.getPath('downloads'),
    }),
    chooseKeyFile: createKeyFileDialog({
      dialog,
      window: windows.window,
      home: () => app.getPath('home'),
    }),
    agentSocket,
    allowPrivateTunnels,
  });
}

/** A handler of one session is unknown to the other, so neither can ask for what is the other's. */
function serveSchemes(options: ApplicationOptions, core: Console, secretSession: Session) {
  const random = systemRandom;
  const page = {
    root: join(options.mainFolder, '../renderer'),
    random,
    development: developmentServer(options),
  };
  const secrets = { random, secrets: core.secrets };
  enableAppProtocol(session.defaultSession.protocol, (request) => answerPage(request, page));
  enableAppProtocol(secretSession.protocol, (request) => answerSecret(request, secrets));
}

function developmentServer({ developmentServer: origin }: HostOptions): DevelopmentServer | null {
  if (app.isPackaged || origin === null) return null;
  return { origin: new URL(origin).origin, fetch: (url) => net.fetch(url) };
}

/** The page stays where it is, and a form for a secret posts to its own address. */
function confineNavigation(windows: Windows, secretSession: Session): void {
  enableNavigationRules(app, {
    openExternal: (url) => shell.openExternal(url),
    externalHosts: [],
    mayNavigate: (contents, url) =>
      contents === windows.page()
        ? isPage(url)
        : contents.session === secretSession && isUnder(secretHost, url),
  });
}

function keepWindow(windows: Windows, { platform, log }: ApplicationOptions): void {
  const show = () => {
    windows
      .show()
      .catch((error: unknown) => log.error({ err: error }, 'no window could be opened'));
  };
  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    // On macOS a program without windows goes on, and its icon brings one back.
    if (platform !== 'darwin') app.quit();
  });
}

async function smoke(
  { dataDir }: ApplicationOptions,
  parts: { readonly windows: Windows; readonly core: Console; readonly bridge: Promise<void> },
): Promise<void> {
  const report = await runSmoke({
    dataDir,
    clock: systemClock,
    random: systemRandom,
    page: () => parts.windows.show(),
    bridge: () => parts.bridge,
    patienceMs: smokeMs,
  });
  await print(JSON.stringify(report));
  await parts.core.dispose();
  app.exit(isHealthy(report) ? 0 : 1);
}
