/** A page with typed contents asks before it is loaded anew or closed. Electron shows no question by itself. */
import type { App, BrowserWindow, Dialog } from 'electron';

/**
 * Quitting is past asking: the console is closed by the time its windows are. The page stays until a
 * person answers: a question that is waited for in the event itself would stop all of main, with what
 * locks, receives and sends.
 */
export function enableUnsavedQuestion(
  window: BrowserWindow,
  app: Pick<App, 'once'>,
  dialog: Pick<Dialog, 'showMessageBox'>,
): void {
  const { webContents } = window;
  let isQuitting = false;
  let isClosing = false;
  let state: 'stays' | 'asked' | 'goes' = 'stays';
  app.once('before-quit', () => {
    isQuitting = true;
  });
  // Comes before the page is asked.
  window.on('close', () => {
    isClosing = true;
  });

  const ask = async (isClose: boolean): Promise<void> => {
    const goes = await leaves(window, dialog).catch(() => false);
    state = 'stays';
    if (!goes || window.isDestroyed()) return;
    if (isClose) return window.destroy();
    state = 'goes';
    webContents.reload();
  };

  webContents.on('will-prevent-unload', (event) => {
    const isClose = isClosing;
    isClosing = false;
    if (isQuitting || state === 'goes') {
      state = 'stays';
      event.preventDefault();
    } else if (state === 'stays') {
      state = 'asked';
      void ask(isClose);
    }
  });
}

async function leaves(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showMessageBox'>,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Leave without saving?',
    detail: 'A form holds what you typed. It is lost if you leave.',
    buttons: ['Stay', 'Leave'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}
