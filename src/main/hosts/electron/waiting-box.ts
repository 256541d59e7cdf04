/** Why the program is still there after it was closed, and the way to end it at once. */
import type { App, Dialog } from 'electron';

/** Quits once more when a person wants no wait. Gone when `closed` is aborted. Never rejects. */
export async function showWaitingBox(
  dialog: Pick<Dialog, 'showMessageBox'>,
  app: Pick<App, 'quit'>,
  closed: AbortSignal,
): Promise<void> {
  const { response } = await dialog
    .showMessageBox({
      type: 'info',
      message: 'Waiting for a response…',
      detail:
        'A request is under way. Causeway stops when the service responds, within a minute. If you stop now, the outcome is unknown.',
      buttons: ['Wait', 'End now'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: closed,
    })
    .catch(() => ({ response: 0 }));
  if (response === 1) app.quit();
}
