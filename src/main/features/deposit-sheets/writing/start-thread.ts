/** The thread that makes sheets, as main calls it. */
import { startThread } from '../../../../platform/thread.ts';
import { programOfThread } from '../../../../platform/thread-program.ts';
import { LogoError } from '../../../core/pdf/types.ts';
import type { SheetCalls } from './orders.ts';

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
  const program = programOfThread(
    { source: 'sheet-thread', program: 'pdf-writer' },
    import.meta.url,
  );
  const { call, end } = startThread<SheetCalls>({ name: 'thread of sheets', program, limits });
  return {
    begin: (...values) => call('begin', values),
    add: (...values) => call('add', values),
    finish: () => call('finish', []),
    checkLetterhead: (...values) => call('checkLetterhead', values),
    readLogo: (...values) =>
      call('readLogo', values).catch((error: Error) => {
        throw error.name === 'LogoError' ? new LogoError(error.message) : error;
      }),
    end,
  };
};
