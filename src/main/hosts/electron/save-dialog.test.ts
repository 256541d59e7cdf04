import { join } from 'node:path';
import type { BrowserWindow, Dialog, SaveDialogOptions } from 'electron';
import { expect, it } from 'vitest';
import { createSaveDialog } from './save-dialog.ts';

type Answer = Awaited<ReturnType<Dialog['showSaveDialog']>>;

function fakeDialog(answer: Answer) {
  const shown: { readonly parent: unknown; readonly options: SaveDialogOptions }[] = [];
  const showSaveDialog = (...given: unknown[]): Promise<Answer> => {
    const [parent, options] = given.length === 1 ? [null, given[0]] : given;
    shown.push({ parent, options: options as SaveDialogOptions });
    return Promise.resolve(answer);
  };
  return { shown, dialog: { showSaveDialog } satisfies Pick<Dialog, 'showSaveDialog'> };
}

const suggested = { fileName: 'events-20261120-140511.csv', ending: 'csv' };
const window = { id: 1 } as BrowserWindow;

it('asks over the window, in the folder for downloads, and gives the place', async () => {
  const { shown, dialog } = fakeDialog({ canceled: false, filePath: '/home/ada/chosen.csv' });
  const choose = createSaveDialog({ dialog, window: () => window, folder: () => '/home/ada' });
  expect(await choose(suggested)).toBe('/home/ada/chosen.csv');
  expect(shown).toEqual([
    {
      parent: window,
      options: {
        title: 'Export',
        buttonLabel: 'Export',
        defaultPath: join('/home/ada', suggested.fileName),
        filters: [{ name: 'CSV', extensions: ['csv'] }],
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      },
    },
  ]);
});

it('asks without a window too, and gives nothing where nothing was chosen', async () => {
  const { shown, dialog } = fakeDialog({ canceled: true, filePath: '' });
  const choose = createSaveDialog({ dialog, window: () => null, folder: () => '/home/ada' });
  expect(await choose(suggested)).toBeNull();
  expect(shown[0]?.parent).toBeNull();
});
