/** The application's menu: standard roles, which bring the shortcuts that people know. */
import type { MenuItemConstructorOptions } from 'electron';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly lock: () => void;
}

/** Template of the menu. Developer tools are offered only where nothing is packaged. */
export function menuTemplate({
  platform,
  isPackaged,
  lock,
}: MenuOptions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        { label: 'Lock Causeway', accelerator: 'CmdOrCtrl+Shift+L', click: lock },
        { type: 'separator' },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    // On macOS the shortcuts of cut, copy and paste work through this menu alone.
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'reload' },
        ...(isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ];
}
