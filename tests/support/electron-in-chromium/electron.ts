/**
 * The `electron` module played by Chromium, for the built program as it is: the production page under
 * its production policy, and the built preload in an isolated world. What only Electron's own binary
 * does (schemes, sandbox, menus, dialogs, fuses) is not played, and nothing here proves it.
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import type * as Electron from 'electron';
import { chromiumArguments, headlessChromium } from '../browsers.ts';
import { installPreload } from './preload-world.ts';
import { addresses, ChromiumSession } from './session.ts';

let launched: Promise<Browser> | null = null;
/** What the program asked for before it was ready. */
const switches: string[] = [];

/** The port of Chromium's DevTools lets a test drive the very pages that the program opened. */
function browser(): Promise<Browser> {
  const executablePath = headlessChromium();
  const port = process.env['CAUSEWAY_DEVTOOLS_PORT'];
  launched ??= chromium.launch({
    // The program decides when its pages go.
    handleSIGINT: false,
    handleSIGTERM: false,
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      ...chromiumArguments(),
      '--window-size=1280,840',
      ...switches,
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
    ],
  });
  return launched;
}

class ChromiumApp extends EventEmitter {
  readonly isPackaged = true;
  setName() {}
  setPath() {}
  enableSandbox() {}
  readonly commandLine = { appendSwitch: (name: string) => void switches.push(`--${name}`) };
  requestSingleInstanceLock = () => true;
  getVersion = () => '0.0.0-chromium';
  setBadgeCount = () => true;
  setAsDefaultProtocolClient = () => true;
  setAppUserModelId() {}
  whenReady = async () => void (await browser());
  quit() {
    const event = new Event('before-quit', { cancelable: true });
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }
  exit(code: number) {
    const end = () => process.exit(code);
    void browser().then((it) => it.close().then(end, end), end);
  }
}

export const app = new ChromiumApp() satisfies Record<
  Exclude<keyof ChromiumApp, keyof EventEmitter> & keyof Electron.App,
  unknown
>;
process.on('SIGTERM', () => app.quit());
process.on('SIGINT', () => app.quit());

const open = new Set<ChromiumWindow>();

const mayNavigate = (page: Page, url: string): boolean => {
  const window = [...open].find((one) => one.page === page);
  if (window === undefined || window.isLoading) return true;
  let isPrevented = false;
  const preventDefault = () => {
    isPrevented = true;
  };
  window.webContents.emit('will-navigate', { url, preventDefault });
  return !isPrevented;
};
const newSession = () =>
  new ChromiumSession(browser, (route, url) => mayNavigate(route.request().frame().page(), url));
const sessions = new Map<string, ChromiumSession>();
function fromPartition(partition: string): ChromiumSession {
  const known = sessions.get(partition) ?? newSession();
  sessions.set(partition, known);
  return known;
}
export const session = { defaultSession: fromPartition('default'), fromPartition };

class ChromiumContents extends EventEmitter {
  readonly session: ChromiumSession;
  constructor(ofSession: ChromiumSession) {
    super();
    this.session = ofSession;
  }
  setWindowOpenHandler() {}
  setWebRTCIPHandlingPolicy() {}
  executeJavaScript = async (code: string): Promise<unknown> =>
    await [...open].find(({ webContents }) => webContents === this)?.page?.evaluate(code);
}

class ChromiumWindow extends EventEmitter {
  readonly webContents: ChromiumContents;
  page: Page | null = null;
  isLoading = false;
  readonly #preload: string | null;

  constructor({ webPreferences = {} }: Electron.BrowserWindowConstructorOptions) {
    super();
    const { sandbox, contextIsolation, partition = 'default', preload } = webPreferences;
    if (sandbox !== true || contextIsolation !== true) throw new Error('not isolated');
    this.#preload = preload === undefined ? null : readFileSync(preload, 'utf8');
    this.webContents = new ChromiumContents(fromPartition(partition));
    open.add(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    const page = await (await this.webContents.session.context()).newPage();
    this.page = page;
    page.on('close', () => this.#closed());
    if (this.#preload !== null) await this.#install(page, addresses.inChromium(this.#preload));
    this.isLoading = true;
    await page.goto(addresses.inChromium(url));
    this.isLoading = false;
    this.emit('ready-to-show');
  }

  async #install(page: Page, preload: string): Promise<void> {
    const cdp = await page.context().newCDPSession(page);
    await installPreload(cdp, preload, (channel, ports) => {
      const senderFrame = { parent: null, url: addresses.inElectron(page.url()) };
      ipcMain.emit(channel, { sender: this.webContents, senderFrame, ports });
    });
  }

  close() {
    void this.page?.close();
  }
  #closed() {
    open.delete(this);
    this.emit('close', {});
    this.emit('closed');
    if (open.size === 0) app.emit('window-all-closed');
  }
  show() {}
  focus() {}
  setMenuBarVisibility() {}
  isMinimized = () => false;
  isMaximized = () => false;
  getNormalBounds = () => ({ x: 0, y: 0, width: 1280, height: 840 });
}

export { ChromiumWindow as BrowserWindow };

export const ipcMain = new EventEmitter();
export const protocol = { registerSchemesAsPrivileged: () => undefined };
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};
export const nativeTheme = { shouldUseDarkColors: false };
export const systemPreferences = {
  canPromptTouchID: () => false,
  promptTouchID: () => Promise.resolve(),
};
export const powerMonitor = new EventEmitter();
export const clipboard = {
  readText: () => Promise.resolve(''),
  writeText: () => Promise.resolve(),
};
export const shell = { openExternal: () => Promise.resolve() };
/** Chromium shows none here, so the page does. */
export const Notification = { isSupported: () => false };
export class Tray extends EventEmitter {
  setImage() {}
  setToolTip() {}
  setTitle() {}
  setContextMenu() {}
}
export const nativeImage = { createFromPath: (path: string) => ({ path }) };
export const net = {
  fetch: (input: string | Request, init?: RequestInit) => fetch(input, init),
  isOnline: () => true,
};
export const Menu = { buildFromTemplate: () => ({}), setApplicationMenu: () => undefined };
export const dialog = {
  showErrorBox: (title: string, text: string) => void process.stderr.write(`${title}: ${text}\n`),
  /** A question is answered by its last button, other boxes by their first. */
  async showMessageBox(_window: unknown, box?: Electron.MessageBoxOptions) {
    process.stderr.write(`${box?.message}\n`);
    return { response: box?.type === 'question' ? (box.buttons?.length ?? 1) - 1 : 0 };
  },
};
