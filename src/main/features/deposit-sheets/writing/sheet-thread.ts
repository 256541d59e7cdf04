/**
 * The program of the thread that makes sheets: fonts, pictures and PDFs take longer than main may wait. In
 * a build it prints reports as well (core/pdf/report/report-thread.ts), each in a thread of its own.
 */
import { Moved, type Offer, serveThread } from '../../../../platform/thread.ts';
import { createReportCalls, type ReportCalls } from '../../../core/pdf/report/report-calls.ts';
import type { SheetCalls, Written } from './orders.ts';
import { createSheetCalls } from './sheet-file.ts';

/** Pieces that have memory of their own move; those that share it are copied. */
const moving = (written: Written): Moved<Written> =>
  new Moved(written, [
    ...new Set(
      written.pieces.flatMap(({ buffer, byteLength }) =>
        buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
      ),
    ),
  ]);

serveThread((): Offer<SheetCalls & ReportCalls> => {
  const calls = createSheetCalls();
  return {
    ...createReportCalls(import.meta.url),
    ...calls,
    add: async (contents) => moving(await calls.add(contents)),
    finish: async () => moving(await calls.finish()),
  };
});
