/** Asks a person where a file shall be, by the system's own dialog. */
import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import type { ChooseFile } from '../../core/exports/export-files.ts';

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
export const createSaveDialog =
  ({ dialog, window, folder }: SaveDialogOptions): ChooseFile =>
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
  };
