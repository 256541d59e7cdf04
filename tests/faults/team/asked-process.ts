/** A process that is told who it is, then asked; it is killed at any moment, and started again. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Answer {
  /** Of the question; 0 when it is ready for them. */
  readonly number: number;
  /** What must not happen. */
  readonly error?: string;
}

export interface AskedProcess<Question, Said extends Answer> {
  /** Resolves to null where it was killed before it answered. */
  ask(question: Question): Promise<Said | null>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** kill -9. */
  kill(): Promise<void>;
  isRunning(): boolean;
  /** Where it does not run. Rejects where it ends at once. */
  start(): Promise<void>;
  /** What must not happen, and did. */
  readonly errors: readonly string[];
}

/** Not started yet. @param settings told at each start @param onSaid hears answers, and what nobody asked */
export function createAskedProcess<Question extends object, Said extends Answer>(
  program: URL,
  name: string,
  settings: () => object,
  onSaid: (said: Said) => void = () => undefined,
): AskedProcess<Question, Said> {
  const errors: string[] = [];
  const waiting = new Map<number, (answer: Said | null) => void>();
  let child: ChildProcess | null = null;
  let asked = 0;

  function heard(answer: Said): void {
    onSaid(answer);
    if (answer.error !== undefined) errors.push(`${name}: ${answer.error}`);
    waiting.get(answer.number)?.(answer);
    waiting.delete(answer.number);
  }

  return {
    errors,
    isRunning: () => child !== null,
    ask(question) {
      if (child === null) return Promise.resolve(null);
      asked += 1;
      const { promise, resolve } = Promise.withResolvers<Said | null>();
      waiting.set(asked, resolve);
      child.send({ ...question, number: asked }, () => undefined);
      return promise;
    },
    async start() {
      if (child !== null) return;
      const started = fork(program, { serialization: 'advanced', execArgv: [] });
      child = started;
      const isOn = Promise.withResolvers<void>();
      started.once('exit', (code, signal) => {
        if (signal !== 'SIGKILL') errors.push(`${name} ended by itself: ${code}`);
        child = null;
        for (const resolve of waiting.values()) resolve(null);
        waiting.clear();
        isOn.reject(new Error(`${name} ended.`));
      });
      started.on('message', (answer: Said) => {
        if (answer.number === 0) isOn.resolve();
        heard(answer);
      });
      started.send(settings());
      await isOn.promise;
    },
    async kill() {
      if (child === null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    signal: (signal) => void child?.kill(signal),
  };
}

/** In that process: tells who it is, and answers what it is asked with what `answer` gives, or why it can't. */
export function answerQuestions<Question, Said extends object>(
  answer: (question: Question) => Promise<Said>,
  failed: (error: unknown) => object,
): void {
  const say = (said: object) => void process.send?.(said);
  process.on('message', ({ number, ...question }: { readonly number: number }) => {
    void answer(question as Question)
      .catch(failed)
      .then((said) => say({ ...said, number }));
  });
  // Who asked is gone.
  process.once('disconnect', () => process.exit());
  say({ number: 0 });
}

/** What it was told first. */
export const toldFirst = <Settings>(): Promise<Settings> =>
  new Promise((resolve) => process.once('message', (told) => resolve(told as Settings)));

export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
