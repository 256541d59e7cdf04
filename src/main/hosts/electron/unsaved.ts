/** A page with typed contents asks before it is loaded anew, closed or quit. Electron shows no question by itself. */
import type { App, BrowserWindow, Dialog } from 'electron';

/** Whether the page asks before it goes, as its own listeners say. */
const isUnsaved = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))";
/** A page that hangs does not hold up quitting. In milliseconds. */
const longestWaitForPage = 1_000;

/**
 * The page stays until a person answers: a question that is waited for in the event itself would stop all of
 * main, with what locks, receives and sends. Once nothing holds up quitting, windows close without one.
 * @returns whether it may be quit, as a person answers where something would be lost. Never rejects.
 */
export function enableUnsavedQuestion(
  window: BrowserWindow,
  app: Pick<App, 'on' | 'off'>,
  dialog: Pick<Dialog, 'showMessageBox'>,
): () => Promise<boolean> {
  const { webContents } = window;
  let isClosing = false;
  let asked: Promise<boolean> | null = null;
  let goes = false;
  const quit = ({ defaultPrevented }: { readonly defaultPrevented: boolean }): void => {
    goes ||= !defaultPrevented;
  };
  app.on('before-quit', quit);
  window.once('closed', () => app.off('before-quit', quit));
  // Comes before the page is asked.
  window.on('close', () => {
    isClosing = true;
  });

  const ask = (): Promise<boolean> => {
    asked ??= leaves(window, dialog)
      .catch(() => false)
      .finally(() => {
        asked = null;
      });
    return asked;
  };
  const askOn = async (isClose: boolean): Promise<void> => {
    if (!(await ask()) || window.isDestroyed()) return;
    if (isClose) return window.destroy();
    goes = true;
    webContents.reload();
  };
  webContents.on('will-prevent-unload', (event) => {
    const isClose = isClosing;
    isClosing = false;
    if (goes) {
      goes = false;
      event.preventDefault();
    } else if (asked === null) void askOn(isClose);
  });

  return async () => {
    const wait = new Promise((done) => setTimeout(done, longestWaitForPage, false));
    const found = webContents.executeJavaScript(isUnsaved).catch(() => false);
    return (await Promise.race([found, wait])) !== true || (await ask());
  };
}

async function leaves(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showMessageBox'>,
): Promise<boolean> {
  if (window.isMinimized()) window.restore();
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Leave without saving?',
    detail:
      'Something that you typed is not saved yet, for example a note beside a record. It is lost if you leave.',
    buttons: ['Cancel', 'Leave without saving'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}
