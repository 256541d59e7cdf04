/** For tests: sheets are made in the process itself. */
import { createSheetCalls } from '../writing/sheet-file.ts';
import type { SheetThread, StartThread } from '../writing/start-thread.ts';

const calls = createSheetCalls();

/** The same calls without a thread, whose start would be most of a test. */
export const inProcess: StartThread = () =>
  ({
    ...calls,
    readLogo: async (bytes) => calls.readLogo(bytes),
    end: () => Promise.resolve(),
  }) satisfies SheetThread;
