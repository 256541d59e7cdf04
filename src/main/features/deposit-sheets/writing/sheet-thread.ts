/** The program of the thread that makes sheets: fonts, pictures and PDFs take longer than main may wait. */
import { parentPort } from 'node:worker_threads';
import { LogoError } from '../company/logo-error.ts';
import type { ThreadAnswer, ThreadCall, Written } from './orders.ts';
import { createSheetCalls } from './sheet-calls.ts';

/** Pieces that have memory of their own move; those that share it are copied. */
const movable = (result: unknown): ArrayBuffer[] => {
  const pieces = (result as Written | undefined)?.pieces ?? [];
  return pieces.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
};

function serve(port: NonNullable<typeof parentPort>): void {
  const calls = createSheetCalls();
  let last: Promise<void> = Promise.resolve();
  const say = (answer: ThreadAnswer, moved: ArrayBuffer[] = []): void =>
    port.postMessage(answer, [...new Set(moved)]);
  const run = async ({ method, value }: ThreadCall): Promise<void> => {
    try {
      // Both ends are ours and of one build: methods and their arguments are the interface's.
      const call = calls[method] as (given: unknown) => unknown;
      const result = await call(value);
      say({ kind: 'result', result }, movable(result));
    } catch (error) {
      if (error instanceof LogoError) say({ kind: 'refused', sentence: error.message });
      else
        say({
          kind: 'failed',
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
    }
  };
  port.on('message', (call: ThreadCall) => {
    last = last.then(() => run(call));
  });
}

if (parentPort !== null) serve(parentPort);
