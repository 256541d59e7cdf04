/** Whoever started this process: when npm goes away without a word, nobody is left to stop us. */
import { errorCode } from '../../../platform/error-code.ts';

export interface StarterOptions {
  /** The environment; npm marks the processes that it starts. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Process id of the parent now; another one once the first is gone. */
  parent(): number;
  /** Between two looks, in milliseconds. */
  readonly every?: number;
}

/** Resolves when the npm that started this process is gone; never for any other starter. */
export function starterGone(options: StarterOptions): Promise<void> {
  const { environment, parent, every = 500 } = options;
  return new Promise((done) => {
    if (environment['npm_lifecycle_event'] === undefined) return;
    const starter = parent();
    const timer = setInterval(() => {
      if (parent() === starter && isAlive(starter)) return;
      clearInterval(timer);
      done();
    }, every);
    timer.unref();
  });
}

/** Windows never names another parent, so the first one is asked for as well. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
