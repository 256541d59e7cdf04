/** Quitting waits until the console has closed its databases; however often it is asked for. */
import type { App } from 'electron';
import type { Log } from '../../core/foundation/log.ts';
import { createStopRequests } from '../stop-requests.ts';

export interface CleanQuitOptions {
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
 * Holds back `before-quit`, closes, and quits then; a second request hurries. A failure to close is
 * logged, no more.
 */
export function enableCleanQuit(
  app: Pick<App, 'on' | 'quit'>,
  { dispose, log, patienceMs, hurriedMs, now }: CleanQuitOptions,
): void {
  const requests = createStopRequests(now);
  let state: 'running' | 'closing' | 'closed' = 'running';
  const finish = (): void => {
    if (state === 'closed') return;
    state = 'closed';
    app.quit();
  };
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (!requests.ask()) return;
    state = 'closing';
    const endInAnyCase = () => {
      log.error('closing took too long; everything that was confirmed is on the disk');
      finish();
    };
    let deadline = setTimeout(endInAnyCase, patienceMs);
    requests.hurry.addEventListener('abort', () => {
      clearTimeout(deadline);
      deadline = setTimeout(endInAnyCase, hurriedMs);
    });
    dispose(requests.hurry)
      .catch((error: unknown) => log.error({ err: error }, 'not everything closed well'))
      .finally(() => {
        clearTimeout(deadline);
        finish();
      });
  });
}
