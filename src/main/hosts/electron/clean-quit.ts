/** Quitting waits until the console has closed its databases; however often it is asked for. */
import type { App, Dialog } from 'electron';
import type { Log } from '../../core/foundation/log.ts';
import { createStopRequests } from '../stop-requests.ts';

export interface CleanQuitOptions {
  /** Whether it may quit at all: a person is asked where something would be lost. Never rejects. */
  readonly mayQuit: () => Promise<boolean>;
  /** Aborted by a second request to quit. */
  readonly dispose: (hurry: AbortSignal) => Promise<void>;
  readonly log: Log;
  /** How long closing may take before the program ends all the same, in milliseconds. */
  readonly patienceMs: number;
  /** The same, once somebody hurries. */
  readonly hurriedMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/**
 * Holds back `before-quit`, closes, and quits then; a second request hurries, and waits for nobody's
 * answer. A failure to close is logged, no more.
 */
export function enableCleanQuit(
  app: Pick<App, 'on' | 'quit'>,
  { mayQuit, dispose, log, patienceMs, hurriedMs, now }: CleanQuitOptions,
): void {
  let requests = createStopRequests(now);
  let isClosed = false;
  const finish = (): void => {
    if (isClosed) return;
    isClosed = true;
    app.quit();
  };
  const close = (hurry: AbortSignal): void => {
    const endInAnyCase = () => {
      log.error('closing took too long; everything that was confirmed is on the disk');
      finish();
    };
    let deadline = setTimeout(endInAnyCase, hurry.aborted ? hurriedMs : patienceMs);
    hurry.addEventListener('abort', () => {
      clearTimeout(deadline);
      deadline = setTimeout(endInAnyCase, hurriedMs);
    });
    dispose(hurry)
      .catch((error: unknown) => log.error({ err: error }, 'not everything closed well'))
      .finally(() => {
        clearTimeout(deadline);
        finish();
      });
  };
  app.on('before-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    if (!requests.ask()) return;
    const { hurry } = requests;
    const insisted = new Promise<true>((go) => hurry.addEventListener('abort', () => go(true)));
    void Promise.race([mayQuit(), insisted]).then((may) => {
      if (may) close(hurry);
      else requests = createStopRequests(now);
    });
  });
}

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
