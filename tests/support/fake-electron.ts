/**
 * Stands in for the `electron` module in unit tests, since the real one needs its binary. Each part
 * is typed by the real declarations, so the compiler catches a name that Electron does not know;
 * what was done to it can be read back.
 */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

/** A call that code under test made: `app.setPath`, `session.setPermissionCheckHandler`. */
export interface RecordedCall {
  readonly name: string;
  readonly arguments: readonly unknown[];
}

const recorded: RecordedCall[] = [];

/** All calls, in order. */
export const calls = (): readonly RecordedCall[] => recorded;

function note(name: string, given: readonly unknown[]): void {
  recorded.push({ name, arguments: given });
}

function record<Result>(name: string, result: Result): (...given: unknown[]) => Result {
  return (...given) => {
    note(name, given);
    return result;
  };
}

/** What a test may decide before the program starts. */
export const world = {
  isFirst: true,
  isPackaged: true,
  isOnline: true,
  showsNotices: true,
  loadURL: (_url: string): Promise<void> => Promise.resolve(),
};

class FakeApp extends EventEmitter {
  get isPackaged() {
    return world.isPackaged;
  }
  setPath = record('app.setPath', undefined);
  setName = record('app.setName', undefined);
  enableSandbox = record('app.enableSandbox', undefined);
  commandLine = { appendSwitch: (name: string) => note(`--${name}`, []) };
  requestSingleInstanceLock = () => {
    note('app.requestSingleInstanceLock', []);
    return world.isFirst;
  };
  quit = record('app.quit', undefined);
  exit = record('app.exit', undefined);
  whenReady = record('app.whenReady', Promise.resolve());
  getVersion = record('app.getVersion', '0.0.0-test');
  setBadgeCount = record('app.setBadgeCount', true);
  setAppUserModelId = record('app.setAppUserModelId', undefined);
  setAsDefaultProtocolClient = record('app.setAsDefaultProtocolClient', true);
}

type Answer = (request: Request) => Promise<Response>;

export class FakeSession {
  readonly partition: string;
  /** The handler of app://, once there is one. */
  answer: Answer | null = null;
  readonly protocol = {
    handle: (scheme: string, answer: Answer) => {
      note('protocol.handle', [scheme, this.partition]);
      this.answer = answer;
    },
  } satisfies Record<keyof Pick<Electron.Protocol, 'handle'>, unknown>;

  constructor(partition: string) {
    this.partition = partition;
  }

  private readonly decide = (name: string) => () => note(`session.${name}`, [this.partition]);
  setPermissionRequestHandler = this.decide('setPermissionRequestHandler');
  setPermissionCheckHandler = this.decide('setPermissionCheckHandler');
  setDevicePermissionHandler = this.decide('setDevicePermissionHandler');
  setDisplayMediaRequestHandler = this.decide('setDisplayMediaRequestHandler');
  on = (event: string) => note(`session.on.${event}`, [this.partition]);
  readonly webRequest = {
    onBeforeRequest: this.decide('webRequest.onBeforeRequest'),
  } satisfies Record<keyof Pick<Electron.WebRequest, 'onBeforeRequest'>, unknown>;
}

const partitions = new Map<string, FakeSession>();
function fromPartition(partition: string): FakeSession {
  const known = partitions.get(partition) ?? new FakeSession(partition);
  partitions.set(partition, known);
  return known;
}

class FakeWebContents extends EventEmitter {
  readonly session: FakeSession;
  constructor(ofSession: FakeSession) {
    super();
    this.session = ofSession;
  }
  setWindowOpenHandler = record('webContents.setWindowOpenHandler', undefined);
  setWebRTCIPHandlingPolicy = record('webContents.setWebRTCIPHandlingPolicy', undefined);
  reload = record('webContents.reload', undefined);
  executeJavaScript = record('webContents.executeJavaScript', Promise.resolve(false));
}

const displays = [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }];

const opened: FakeBrowserWindow[] = [];
/** The windows that were made, oldest first. */
export const windows = (): readonly FakeBrowserWindow[] => opened;

class FakeBrowserWindow extends EventEmitter {
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents: FakeWebContents;
  show = record('window.show', undefined);
  focus = record('window.focus', undefined);
  restore = record('window.restore', undefined);
  maximize = record('window.maximize', undefined);
  setMenuBarVisibility = record('window.setMenuBarVisibility', undefined);
  isMaximized = record('window.isMaximized', false);
  isMinimized = record('window.isMinimized', true);
  getNormalBounds = record('window.getNormalBounds', { x: 1, y: 2, width: 1000, height: 700 });

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    note('new BrowserWindow', [options]);
    this.webContents = new FakeWebContents(
      fromPartition(options.webPreferences?.partition ?? 'default'),
    );
    opened.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  loadURL(url: string): Promise<void> {
    note('window.loadURL', [url]);
    return world.loadURL(url);
  }

  close() {
    note('window.close', []);
    this.emit('close', {});
    this.emit('closed');
  }
}

/** The parts, each checked against the declaration of the real one. */
export const app = new FakeApp() satisfies Record<
  keyof Pick<
    Electron.App,
    | 'isPackaged'
    | 'setPath'
    | 'setName'
    | 'enableSandbox'
    | 'commandLine'
    | 'requestSingleInstanceLock'
    | 'quit'
    | 'exit'
    | 'whenReady'
    | 'getVersion'
    | 'setBadgeCount'
    | 'setAsDefaultProtocolClient'
    | 'setAppUserModelId'
  >,
  unknown
>;
export const session = {
  defaultSession: fromPartition('default') satisfies Record<
    keyof FakeSession & keyof Electron.Session,
    unknown
  >,
  fromPartition,
} satisfies Record<
  keyof Pick<typeof Electron.session, 'defaultSession' | 'fromPartition'>,
  unknown
>;
export const ipcMain = new EventEmitter() satisfies Pick<Electron.IpcMain, 'listenerCount'>;
/** A message from a page, as main hears it. */
export const sendToMain = (channel: string, event: object): void =>
  void ipcMain.emit(channel, event);
export const protocol = {
  registerSchemesAsPrivileged: record('protocol.registerSchemesAsPrivileged', undefined),
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'>;
export const screen = { getAllDisplays: () => displays } satisfies Record<
  keyof Pick<Electron.Screen, 'getAllDisplays'>,
  unknown
>;
export const nativeTheme = { shouldUseDarkColors: false } satisfies Pick<
  Electron.NativeTheme,
  'shouldUseDarkColors'
>;
export const shell = {
  openExternal: record('shell.openExternal', Promise.resolve()),
} satisfies Pick<Electron.Shell, 'openExternal'>;
export const dialog = {
  showErrorBox: record('dialog.showErrorBox', undefined),
} satisfies Pick<Electron.Dialog, 'showErrorBox'>;
const made: FakeNotification[] = [];
/** The notices that were made, oldest first. */
export const notifications = (): readonly FakeNotification[] => made;

class FakeNotification extends EventEmitter {
  static isSupported = () => world.showsNotices;
  readonly options: Electron.NotificationConstructorOptions;
  isShown = false;
  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
    made.push(this);
  }
  show() {
    this.isShown = true;
  }
}

export { FakeNotification as Notification };

const inTray: FakeTray[] = [];
export const trays = (): readonly FakeTray[] => inTray;

class FakeTray extends EventEmitter {
  image: string;
  toolTip = '';
  title = '';
  menu: readonly Electron.MenuItemConstructorOptions[] = [];
  constructor(image: string) {
    super();
    this.image = image;
    inTray.push(this);
  }
  setToolTip(text: string) {
    this.toolTip = text;
  }
  setTitle(text: string) {
    this.title = text;
  }
  setImage(image: string) {
    this.image = image;
  }
  setContextMenu(menu: unknown) {
    this.menu = menu as readonly Electron.MenuItemConstructorOptions[];
  }
}
({}) as FakeTray satisfies Record<
  keyof Pick<Electron.Tray, 'setToolTip' | 'setTitle' | 'setImage' | 'setContextMenu'>,
  unknown
>;

export { FakeTray as Tray };

export const net = {
  fetch: (input: string | Request, init?: RequestInit) => fetch(input, init),
  isOnline: () => world.isOnline,
} satisfies Pick<Electron.Net, 'fetch' | 'isOnline'>;
export const Menu = {
  setApplicationMenu: record('Menu.setApplicationMenu', undefined),
  buildFromTemplate: (template: unknown) => {
    note('Menu.buildFromTemplate', [template]);
    return template;
  },
} satisfies Record<
  keyof Pick<typeof Electron.Menu, 'setApplicationMenu' | 'buildFromTemplate'>,
  unknown
>;
export { FakeBrowserWindow as BrowserWindow };
export const nativeImage = {
  createFromPath: (file: string) => ({ file }),
} satisfies Record<keyof Pick<typeof Electron.nativeImage, 'createFromPath'>, unknown>;
export const clipboard = {
  readText: record('clipboard.readText', ''),
  writeText: record('clipboard.writeText', undefined),
} satisfies Record<keyof Pick<Electron.Clipboard, 'readText' | 'writeText'>, unknown>;
export const systemPreferences = {
  canPromptTouchID: () => false,
  promptTouchID: () => Promise.resolve(),
} satisfies Record<
  keyof Pick<Electron.SystemPreferences, 'canPromptTouchID' | 'promptTouchID'>,
  unknown
>;
export const powerMonitor = new EventEmitter() satisfies Pick<EventEmitter, 'on'>;
