/** The windows that are open: one for the page, and one for each secret that is being typed. */
import type { BrowserWindow, WebContents } from 'electron';
import { pageUrl } from './origins.ts';
import { openSecretWindow } from './secret-window.ts';
import { createWindow, type WindowOptions } from './window.ts';

export interface Windows {
  /** The page's window, or null while there is none. */
  window(): BrowserWindow | null;
  /** Contents of the page's window, or null while there is none. */
  page(): WebContents | null;
  /** Brings the page's window to the front; opens it where there is none. Resolves when it is loaded. */
  show(): Promise<void>;
  openSecret(ticket: string): Promise<void>;
}

export interface WindowsOptions extends WindowOptions {
  readonly platform: NodeJS.Platform;
}

export function createWindows(options: WindowsOptions): Windows {
  let current: BrowserWindow | null = null;

  const open = async (): Promise<void> => {
    const window = createWindow(options);
    // Known before it loads: the page asks for its port while it does.
    current = window;
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
    async show() {
      if (current === null) return await open();
      if (current.isMinimized()) current.restore();
      current.show();
      current.focus();
    },
    openSecret: (ticket) =>
      openSecretWindow({ parent: current, ticket, platform: options.platform }),
  };
}
