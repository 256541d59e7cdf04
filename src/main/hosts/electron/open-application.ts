/** Everything after `ready`: sessions, console, bridge and window, in this order. */
import { join } from 'node:path';
import { RPCHandler } from '@orpc/server/message-port';
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  net,
  powerMonitor,
  type Session,
  session,
  shell,
  systemPreferences,
  Tray,
  type WebContents,
} from 'electron';
import { systemClock } from '../../../platform/clock.ts';
import { type Random, systemRandom } from '../../../platform/random.ts';
import { namedByCall, readsNames } from '../../bridge/named-profile.ts';
import type { BridgeRouter } from '../../bridge/router.ts';
import type { Console } from '../../console/console.ts';
import { createConsole } from '../../console/create-console.ts';
import type { OpenDocumentWindow } from '../../console/document-windows.ts';
import { shutdownTimeoutMs } from '../../console/shutdown-timeout.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { openKeychain } from '../../core/vault/keychain.ts';
import { type Control, startControl } from '../browser/control.ts';
import { readPassphraseFile } from '../passphrase-file.ts';
import { enableAppProtocol } from './app-protocol.ts';
import { createBridgeHandler, enableBridgePorts } from './bridge-port.ts';
import { enableCleanQuit, showWaitingBox } from './clean-quit.ts';
import type { HostOptions } from './host-options.ts';
import { claimLinks, type GivenLinks } from './links.ts';
import { menuTemplate } from './menu.ts';
import { createBadge, createSystemNotices } from './notices.ts';
import { isPage, isPrint, isUnder, pageHost, pageUrl, printUrl, secretHost } from './origins.ts';
import { createOutboundFetch } from './outbound.ts';
import {
  enableNavigationRules,
  enablePermissions,
  enableRequestRules,
  isOfPage,
} from './page-limits.ts';
import { answerPage, type DevelopmentServer } from './page-protocol.ts';
import { print } from './print.ts';
import { createKeyFileDialog, createSaveDialog } from './save-dialog.ts';
import {
  answerSecret,
  closeSecretWindows,
  openSecretWindow,
  secretPartition,
} from './secret-window.ts';
import { isHealthy, runSmoke } from './smoke.ts';
import { createTouchId } from './touch-id.ts';
import { createTray } from './tray.ts';
import { enableUnsavedQuestion } from './unsaved.ts';
import { createWindow, type WindowOptions } from './window.ts';

export interface ApplicationOptions extends HostOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly known: KnownSecrets;
  readonly links: GivenLinks;
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
  let opened: Console | null = null;
  const lock = () => void opened?.systemLocks('asked');
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate({ platform, isPackaged: app.isPackaged, lock })),
  );

  const core = await openConsole(options, windows, lock);
  opened = core;
  powerMonitor.on('resume', core.resumed);
  powerMonitor.on('suspend', () => void core.systemLocks('sleep'));
  powerMonitor.on('lock-screen', () => void core.systemLocks('screen-locked'));
  let control: Control | null = null;
  const dispose = async (hurry: AbortSignal) => {
    await control?.close();
    const closed = new AbortController();
    // A window that is closed leaves nothing to see: the wait is said in a box of its own.
    const onWaiting = () => showWaitingBox(dialog, app, closed.signal);
    await core.dispose({ onWaiting, hurry }).finally(() => closed.abort());
  };
  enableCleanQuit(app, {
    mayQuit: windows.mayQuit,
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
  claimLinks(app);
  options.links.deliverTo(core.openLink);
  await windows.show();
}

function openConsole(options: ApplicationOptions, windows: Windows, lock: () => void) {
  const { given, dataDir, log, known, platform, agentSocket, allowPrivateTunnels } = options;
  return createConsole({
    dataDir,
    host: 'electron',
    version: app.getVersion(),
    fetch: createOutboundFetch(net, (name) => session.fromPartition(name)),
    keychain: openKeychain,
    clock: systemClock,
    random: systemRandom,
    log,
    known,
    passphrase: readPassphraseFile(given.passphraseFile),
    ephemeral: given.ephemeral || given.smoke,
    openSecretWindow: windows.openSecret,
    printUrl,
    closeSecretWindows: windows.closeSecrets,
    // `lock-screen` comes on these alone.
    hearsSystem: platform === 'darwin' || platform === 'win32' ? 'sleep-and-screen' : 'sleep',
    ...(platform === 'darwin' ? { systemPrompt: createTouchId(systemPreferences) } : {}),
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
    ...(given.smoke ? {} : { showStatus: showInTray(options, windows, lock) }),
    notices: createSystemNotices({
      Notification,
      badge: createBadge({
        app,
        platform,
        window: windows.window,
        image: nativeImage.createFromPath,
        icons: iconsFolder(options),
      }),
      toFront: () => showWindow(windows, log),
    }),
    agentSocket,
    allowPrivateTunnels,
  });
}

/** resources/ of the project and of a package. */
const iconsFolder = ({ mainFolder }: ApplicationOptions): string =>
  join(mainFolder, '../../resources');

function showInTray(options: ApplicationOptions, windows: Windows, lock: () => void) {
  const { platform, log } = options;
  return createTray({
    Tray,
    Menu,
    platform,
    icons: iconsFolder(options),
    open: () => showWindow(windows, log),
    lock,
    quit: () => app.quit(),
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
        : contents.session === secretSession && isUnder(secretHost, url) && !isPrint(url),
    asksToPrint: (contents, url) => contents.session === secretSession && isPrint(url),
  });
}

function showWindow(windows: Windows, log: Log): void {
  windows.show().catch((error: unknown) => log.error({ err: error }, 'no window could be opened'));
}

function keepWindow(windows: Windows, { platform, log }: ApplicationOptions): void {
  const show = () => showWindow(windows, log);
  app.on('second-instance', show);
  app.on('open-url', show);
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

interface ControlAddressOptions {
  /** Absolute; held by this process. */
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  readonly random: Random;
  readonly router: BridgeRouter;
  readonly log: Log;
}

/**
 * The control address of this host: what runs beside it, like `npm run listen`, attaches to the bridge
 * here. null where there can be none: the window works all the same. Never rejects.
 */
async function openControlAddress(options: ControlAddressOptions): Promise<Control | null> {
  const { dataDir, platform, random, router, log } = options;
  const handler = new RPCHandler(router, readsNames);
  try {
    return await startControl({
      dataDir,
      platform,
      random,
      // A window is no page that a link leads to.
      freshLink: null,
      serve: (port) => handler.upgrade(port, { context: namedByCall }),
    });
  } catch (error) {
    log.warn({ err: error }, 'no other process can attach to this console');
    return null;
  }
}

/** The windows that are open: one for the page, and one for each secret that is being typed. */
interface Windows {
  /** The page's window, or null while there is none. */
  window(): BrowserWindow | null;
  /** Contents of the page's window, or null while there is none. */
  page(): WebContents | null;
  /** Brings the page's window to the front; opens it where there is none. Resolves when it is loaded. */
  show(): Promise<void>;
  /** Whether the page may be quit. */
  mayQuit(): Promise<boolean>;
  openSecret: OpenDocumentWindow;
  closeSecrets(): void;
}

interface WindowsOptions extends WindowOptions {
  readonly platform: NodeJS.Platform;
}

function createWindows(options: WindowsOptions): Windows {
  let current: BrowserWindow | null = null;
  let mayQuit = async (): Promise<boolean> => true;

  const open = async (): Promise<void> => {
    const window = createWindow(options);
    // Known before it loads: the page asks for its port while it does.
    current = window;
    mayQuit = enableUnsavedQuestion(window, app, dialog);
    window.on('closed', () => {
      if (current === window) current = null;
    });
    try {
      await window.loadURL(pageUrl);
    } catch (error) {
      // Closed while it loaded: somebody quits already, and that is no failed start.
      if (current === window) throw error;
    }
  };

  return {
    window: () => current,
    page: () => current?.webContents ?? null,
    mayQuit: async () => current === null || (await mayQuit()),
    async show() {
      if (current === null) return await open();
      if (current.isMinimized()) current.restore();
      current.show();
      current.focus();
    },
    openSecret: (ticket, onShown, onClosed) =>
      openSecretWindow({ ticket, onShown, onClosed, parent: current, platform: options.platform }),
    closeSecrets: closeSecretWindows,
  };
}
