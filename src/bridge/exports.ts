/**
 * Files that main makes for a person: lists, sheets, results. Where the host asks for a place, main
 * writes there; in the browser host the file waits, encrypted, for one fetch.
 */
import { z } from 'zod';
import { reads, stops } from './procedure.ts';

export const exportFile = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Parts that are written, of all: rows, sheets. */
  done: z.int().min(0),
  total: z.int().min(0),
  fileName: z.string(),
  /** Path that the page opens to fetch the file, once; null while it runs, and where main saved it itself. */
  path: z.string().nullable(),
  /** Where main saved it; null in the browser host. */
  savedTo: z.string().nullable(),
  /** Why there is no file, in plain words; null while there is nothing to say. */
  sentence: z.string().nullable(),
});
export type ExportFile = z.infer<typeof exportFile>;

const byId = z.strictObject({ id: z.string() });

export const exportsContract = {
  /** With a fresh path while the file waits; a notice of `files` comes with every step. */
  get: reads.input(byId).output(exportFile),
  /** What is over stays as it is. */
  cancel: stops.input(byId).output(exportFile),
};
