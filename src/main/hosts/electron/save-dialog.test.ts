import { join } from 'node:path';
import type { BrowserWindow, Dialog, SaveDialogOptions } from 'electron';
import { expect, it, vi } from 'vitest';
import { createKeyFileDialog, createSaveDialog } from './save-dialog.ts';

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

it('does not ask for a second place while it asks for one, whoever gave the first up', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const showSaveDialog = () => new Promise<Answer>((resolve) => answers.push(resolve));
  const choose = createSaveDialog({
    dialog: { showSaveDialog },
    window: () => window,
    folder: () => '/home/ada',
  });
  const first = choose(suggested);
  await expect(choose(suggested)).rejects.toThrow('A dialog for a file is open already.');
  expect(answers).toHaveLength(1);
  answers[0]?.({ canceled: true, filePath: '' });
  expect(await first).toBeNull();
  void choose(suggested);
  expect(answers).toHaveLength(2);
});

type Show = Dialog['showOpenDialog'];

it.each([
  ['over the window', { id: 1 } as BrowserWindow],
  ['without one', null],
])(
  'names the server, begins where keys are kept, and gives what was chosen: %s',
  async (_, window) => {
    const showOpenDialog = vi.fn<Show>();
    showOpenDialog.mockResolvedValueOnce({ canceled: false, filePaths: ['/keys/desk'] });
    showOpenDialog.mockResolvedValueOnce({ canceled: true, filePaths: [] });
    const home = () => '/home/ada';
    const choose = createKeyFileDialog({ dialog: { showOpenDialog }, window: () => window, home });
    expect(await choose('desk@gateway:22')).toBe('/keys/desk');
    expect(await choose('desk@gateway:22')).toBeNull();
    expect(showOpenDialog.mock.calls[0]?.at(-1)).toMatchObject({
      title: 'Key file for desk@gateway:22',
      defaultPath: join('/home/ada', '.ssh'),
    });
  },
);
