/** A small window for one page that takes a secret. */
import { BrowserWindow } from 'electron';
import { secretUrl } from './origins.ts';
import { webPreferences } from './window.ts';

/**
 * Session of these windows. In memory, because its name has no `persist:`. It shares nothing with the
 * page's own, and needs its own app:// handler and its own permissions.
 */
export const secretPartition = 'causeway-secret';

export interface SecretWindowOptions {
  readonly parent: BrowserWindow | null;
  readonly ticket: string;
  readonly platform: NodeJS.Platform;
}

const open = new Set<BrowserWindow>();

/** Causeway was locked: what they show is for nobody now. */
export function closeSecretWindows(): void {
  for (const window of open) window.close();
}

/** Opens it, and resolves when its page is there. It has no preload, so no bridge either. */
export async function openSecretWindow(options: SecretWindowOptions): Promise<void> {
  const { parent, ticket, platform } = options;
  const window = new BrowserWindow({
    ...(parent === null ? {} : { parent }),
    // On macOS a modal window is a sheet, which has no button that closes it.
    modal: parent !== null && platform !== 'darwin',
    width: 760,
    height: 680,
    resizable: true,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    show: false,
    title: 'Causeway',
    webPreferences: { ...webPreferences, partition: secretPartition, devTools: false },
  });
  open.add(window);
  window.on('closed', () => open.delete(window));
  window.setMenuBarVisibility(false);
  window.once('ready-to-show', () => window.show());
  window.webContents.on('before-input-event', (_event, { type, key, control, meta }) => {
    if (type === 'keyDown' && key === 'Escape') window.close();
    // No menu does it: a recovery key may be printed.
    if (type === 'keyDown' && key === 'p' && (control || meta)) window.webContents.print();
  });
  await window.loadURL(secretUrl(ticket));
}
