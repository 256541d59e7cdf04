/** A page with typed contents asks before it is loaded anew or closed. Electron shows no question by itself. */
import type { App, BrowserWindow, Dialog } from 'electron';

/** Quitting is past asking: the console is closed by the time its windows are. */
export function enableUnsavedQuestion(
  window: BrowserWindow,
  app: Pick<App, 'once'>,
  dialog: Pick<Dialog, 'showMessageBoxSync'>,
): void {
  let isQuitting = false;
  app.once('before-quit', () => {
    isQuitting = true;
  });
  window.webContents.on('will-prevent-unload', (event) => {
    if (isQuitting || leaves(window, dialog)) event.preventDefault();
  });
}

const leaves = (window: BrowserWindow, dialog: Pick<Dialog, 'showMessageBoxSync'>): boolean =>
  dialog.showMessageBoxSync(window, {
    type: 'question',
    message: 'Leave without saving?',
    detail: 'A form holds what you typed. It is lost if you leave.',
    buttons: ['Stay', 'Leave'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }) === 1;
