/** Asks a person where a file shall be, by the system's own dialog. */
import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import { type ChooseFile, ExportError } from '../../core/exports/export-files.ts';
import { invalid } from '../../core/intents/failed.ts';
import type { ChooseKeyFile } from '../../features/webhooks/tunnels/key-file-document.ts';

/** A page can have many asked for: while one is open, the next is refused. */
function oneAtATime<Asked>(
  refusal: () => Error,
  show: (asked: Asked) => Promise<string | null>,
): (asked: Asked) => Promise<string | null> {
  let isOpen = false;
  return async (asked) => {
    if (isOpen) throw refusal();
    isOpen = true;
    try {
      return await show(asked);
    } finally {
      isOpen = false;
    }
  };
}

const openAlready = 'A dialog for a file is open already. Close it, then try again.';

interface KeyFileDialogOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
  /** Over which the dialog stands; null while there is none. */
  readonly window: () => BrowserWindow | null;
  /** The person's own folder, absolute. */
  readonly home: () => string;
}

/**
 * Asks a person for the key file of an SSH tunnel, by the system's own dialog. Resolves to null when the
 * dialog was closed without a choice.
 */
export const createKeyFileDialog = ({
  dialog,
  window,
  home,
}: KeyFileDialogOptions): ChooseKeyFile =>
  oneAtATime(
    () => invalid(openAlready, 'open-already', true),
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
    },
  );

export interface SaveDialogOptions {
  readonly dialog: Pick<Dialog, 'showSaveDialog'>;
  /** Over which the dialog stands; null while there is none. */
  readonly window: () => BrowserWindow | null;
  /** Folder that is offered first, absolute. */
  readonly folder: () => string;
}

const names: Readonly<Record<string, string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  html: 'Printable report',
};

/** Resolves to null when the dialog was closed without a choice. */
export const createSaveDialog = ({ dialog, window, folder }: SaveDialogOptions): ChooseFile =>
  oneAtATime(
    () => new ExportError('too-many', openAlready),
    async ({ fileName, ending }) => {
      const options = {
        title: 'Export',
        defaultPath: join(folder(), fileName),
        buttonLabel: 'Export',
        filters: [{ name: names[ending] ?? ending.toUpperCase(), extensions: [ending] }],
        properties: ['showOverwriteConfirmation' as const, 'createDirectory' as const],
      };
      const parent = window();
      const { canceled, filePath } =
        parent === null
          ? await dialog.showSaveDialog(options)
          : await dialog.showSaveDialog(parent, options);
      return canceled || filePath === '' ? null : filePath;
    },
  );
