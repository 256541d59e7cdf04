/** The thread that makes sheets, as main calls it. */
import { Worker } from 'node:worker_threads';
import { programOfThread } from '../../../../platform/thread-program.ts';
import { LogoError } from '../company/logo-error.ts';
import type { SheetCalls, SheetMethod, ThreadAnswer, ThreadCall } from './orders.ts';

/** The same calls, each resolving when it is done; rejects with LogoError, or when the thread ends. */
export type SheetThread = {
  readonly [Method in keyof SheetCalls]: (
    ...values: Parameters<SheetCalls[Method]>
  ) => Promise<Awaited<ReturnType<SheetCalls[Method]>>>;
} & {
  /** Ends it at once, whatever it does. Idempotent. */
  end(): Promise<void>;
};

/** V8's own share of the thread's memory, in MiB: 10,000 sheets in one file take a third of it. */
const limits = { maxOldGenerationSizeMb: 768 };

export type StartThread = () => SheetThread;

export const startSheetThread: StartThread = () => {
  const worker = new Worker(
    programOfThread({ source: 'sheet-thread', program: 'deposit-sheets' }, import.meta.url),
    { resourceLimits: limits },
  );
  const waiting: PromiseWithResolvers<unknown>[] = [];
  let ended: Error | null = null;

  const settle = (answer: ThreadAnswer): void => {
    const call = waiting.shift();
    if (answer.kind === 'result') call?.resolve(answer.result);
    else if (answer.kind === 'refused') call?.reject(new LogoError(answer.sentence));
    else call?.reject(new Error(answer.error));
  };
  const finish = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on('message', settle);
  worker.on('error', (error) => finish(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => finish(new Error('The thread that makes sheets has ended.')));

  const call = async (method: SheetMethod, value?: unknown): Promise<unknown> => {
    if (ended !== null) throw ended;
    const answer = Promise.withResolvers<unknown>();
    waiting.push(answer);
    worker.postMessage({ method, value } satisfies ThreadCall);
    return await answer.promise;
  };
  return {
    begin: async (order) => void (await call('begin', order)),
    add: async (contents) =>
      (await call('add', contents)) as Awaited<ReturnType<SheetCalls['add']>>,
    finish: async () => (await call('finish')) as Awaited<ReturnType<SheetCalls['finish']>>,
    checkLetterhead: async (letterhead) =>
      (await call('checkLetterhead', letterhead)) as ReturnType<SheetCalls['checkLetterhead']>,
    readLogo: async (bytes) =>
      (await call('readLogo', bytes)) as ReturnType<SheetCalls['readLogo']>,
    async end() {
      await worker.terminate();
    },
  };
};
