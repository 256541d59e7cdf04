/** Asks a person for the key file of an SSH tunnel, by the system's own dialog. */
import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import type { ChooseKeyFile } from '../../features/webhooks/tunnels/key-file-document.ts';

export interface KeyFileDialogOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
  /** Over which the dialog stands; null while there is none. */
  readonly window: () => BrowserWindow | null;
  /** The person's own folder, absolute. */
  readonly home: () => string;
}

/** Resolves to null when the dialog was closed without a choice. */
export const createKeyFileDialog =
  ({ dialog, window, home }: KeyFileDialogOptions): ChooseKeyFile =>
  async (server) => {
    const options = {
      title: `Key file for ${server}`,
      message: `Key file for ${server}`,
      defaultPath: join(home(), '.ssh'),
      buttonLabel: 'Use key file',
      properties: ['openFile' as const, 'showHiddenFiles' as const],
    };
    const parent = window();
    const { canceled, filePaths } =
      parent === null
        ? await dialog.showOpenDialog(options)
        : await dialog.showOpenDialog(parent, options);
    return canceled ? null : (filePaths[0] ?? null);
  };
