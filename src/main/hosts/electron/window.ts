/** The application's window. */
import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, screen } from 'electron';
import { readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import type { Log } from '../../core/foundation/log.ts';
import { parseWindowState, visibleOn, type WindowState } from './window-state.ts';

/** Every window of the application: isolated, sandboxed, without Node. */
export const webPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  // Chromium would fetch its dictionaries from the network.
  spellcheck: false,
} as const satisfies BrowserWindowConstructorOptions['webPreferences'];

/** Background before the first paint, so that opening does not flash. */
const background = { light: '#ffffff', dark: '#14191f' } as const;

export interface WindowOptions {
  readonly preload: string;
  /** File that keeps the window's place. */
  readonly stateFile: string;
  readonly hasDevTools: boolean;
  /** Whether it is ever shown. */
  readonly isVisible: boolean;
  readonly log: Log;
}

/** Times that a page which crashed is loaded again, before it is left alone. */
const maxRevivals = 3;

/** Makes the window where it was left; it shows itself when its page has painted. Loads nothing. */
export function createWindow(options: WindowOptions): BrowserWindow {
  const { preload, hasDevTools, isVisible, log } = options;
  const state = keptState(options);
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Causeway',
    backgroundColor: background[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'],
    webPreferences: { ...webPreferences, preload, devTools: hasDevTools },
  });
  window.once('ready-to-show', () => {
    if (!isVisible) return;
    if (state.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () => keepState(window, options));
  const contents = window.webContents;
  // The only sign of a preload in a wrong format.
  contents.on('preload-error', (_event, path, error) => {
    log.error({ err: error, path }, 'the preload could not be loaded');
  });
  let revivals = 0;
  contents.on('render-process-gone', (_event, { reason }) => {
    log.error({ reason }, 'the page is gone');
    if (reason === 'clean-exit' || revivals >= maxRevivals) return;
    revivals += 1;
    contents.reload();
  });
  return window;
}

function keptState({ stateFile, log }: WindowOptions): WindowState {
  const displays = screen.getAllDisplays().map((display) => display.workArea);
  try {
    const bytes = readIfPresent(stateFile);
    const text = bytes === null ? null : Buffer.from(bytes).toString('utf8');
    return visibleOn(parseWindowState(text), displays);
  } catch (error) {
    log.warn({ err: error }, "the window's place could not be read");
    return parseWindowState(null);
  }
}

function keepState(window: BrowserWindow, { stateFile, log }: WindowOptions): void {
  const state: WindowState = {
    bounds: window.getNormalBounds(),
    isMaximized: window.isMaximized(),
  };
  try {
    writeDurably(stateFile, JSON.stringify(state));
  } catch (error) {
    log.warn({ err: error }, "the window's place could not be kept");
  }
}
