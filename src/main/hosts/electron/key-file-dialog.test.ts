import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import { expect, it, vi } from 'vitest';
import { createKeyFileDialog } from './key-file-dialog.ts';

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
