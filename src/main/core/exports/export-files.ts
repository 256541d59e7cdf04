/**
 * Files of one profile on their way out:
 *
 *     running ──▶ done ──(fetched once, 15 minutes, or closed)──▶ done, without a file
 *        ├──▶ cancelled
 *        └──▶ failed
 *
 * Where the host asks for a place, the file is written there; else it waits, encrypted, to be fetched.
 */
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import type { ExportFile } from '../../../bridge/exports.ts';
import { browserHostPaths } from '../../../bridge/transport.ts';
import type { Clock } from '../../../platform/clock.ts';
import { removeTree } from '../../../platform/durable-file.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { isDiskFull } from '../../../platform/sqlite.ts';
import type { Log } from '../foundation/log.ts';
import { createKnownSecrets, type KnownSecrets } from '../foundation/secrets/known-secrets.ts';
import {
  digested,
  type HiddenFile,
  openChosenFile,
  openHiddenFile,
  type WritableFile,
} from './places.ts';
import { sandboxPrefix } from './stamp.ts';
import { createTickets, TICKET_MS } from './tickets.ts';

/** Asks a person where the file shall be; null when they think better of it. Rejects with ExportError while it asks already. */
export type ChooseFile = (suggested: {
  readonly fileName: string;
  /** Without a dot: `csv`. */
  readonly ending: string;
}) => Promise<string | null>;

/** A finished file on its way out. */
export interface Download {
  /** Letters, digits, dots and dashes alone. */
  readonly fileName: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: number;
  readonly content: Readable;
}

/** What the audit log ties the file to. */
export interface SettledFile extends ExportFile {
  /** SHA-256 of its bytes, hex; null where there is no file. */
  readonly fileSha256: string | null;
}

/** What is open while a file is written. */
export interface Writing<File extends WritableFile> {
  /** A new place, empty. Whoever opens one finishes or discards it. */
  readonly open: () => Promise<File>;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export interface FileOrder {
  readonly fileName: string;
  /** Media type of the file. */
  readonly type: string;
  /**
   * Resolves to a whole file that was finished, and how many parts it has. Otherwise rejects, with the
   * signal's reason when that was aborted, and leaves nothing behind.
   */
  readonly write: <File extends WritableFile>(
    writing: Writing<File>,
  ) => Promise<{ readonly file: File; readonly done: number }>;
  /** Something of it changed, its progress or its path. */
  readonly onChange: () => void;
  /** It is over; where the profile was closed over it, called only of a file that was saved. */
  readonly onSettled: (file: SettledFile) => void;
}

/** Expected: the message is a sentence for a person. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly code: 'not-found' | 'too-many';
  constructor(code: ExportError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface ExportFiles {
  /** Returns at once. Throws ExportError `too-many` when as many are written as may be. */
  start(order: FileOrder): ExportFile;
  /** With a fresh path while the file waits. Throws ExportError `not-found`. */
  get(id: string): ExportFile;
  /** Cancels a file that is being written, and gives what `get` does. A file that has ended stays as it is. */
  cancel(id: string): ExportFile;
  /** The file under this ticket, once; null when the ticket is unknown, spent or too old. */
  take(ticket: string): Download | null;
  /** Stops what runs and removes every file. Idempotent. */
  close(): Promise<void>;
}

export interface ExportFilesParts {
  /** A folder for these files alone: emptied when opened and when closed. */
  readonly directory: string;
  /** The profile is a sandbox: the name of every file says so. */
  readonly isTest: boolean;
  /** null where the page fetches the file. */
  readonly chooseFile: ChooseFile | null;
  /** Cut by value out of every text; who writes bytes cuts before. */
  readonly known?: Pick<KnownSecrets, 'values'>;
  /** Whether the message of what a writer throws is a sentence for a person. */
  readonly isExpected: (error: unknown) => boolean;
  readonly clock: Clock;
  readonly random: Random;
  /** Records that the page fetches a file. */
  readonly onFetched?: (file: Pick<SettledFile, 'id' | 'fileSha256'>) => void;
  readonly log: Pick<Log, 'error'>;
}

/** Files written at one time. */
const MOST_RUNNING = 2;
/** Files that are remembered. */
const MOST_KNOWN = 20;
/** How long a finished file waits to be fetched, in milliseconds. */
const WAITING_MS = 15 * 60_000;
/** Progress is told no more often than this. */
const TELLING_MS = 250;

interface Job {
  view: ExportFile;
  readonly order: FileOrder;
  readonly abort: AbortController;
  running: Promise<void>;
  file: HiddenFile | null;
  fileSha256: string | null;
  timer: NodeJS.Timeout | null;
  /** Removes the file that nobody fetched. */
  expiry: NodeJS.Timeout | null;
  toldAt: number;
}

class Cancelled extends Error {}

const isRefusal = (error: unknown): error is Error =>
  error instanceof Cancelled || error instanceof ExportError;

export function openExportFiles(parts: ExportFilesParts): ExportFiles {
  const { clock, random, log, directory, chooseFile, isTest, known = createKnownSecrets() } = parts;
  const clean = <File extends WritableFile>(file: File) => digested(file, known);
  removeTree(directory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const jobs = new Map<string, Job>();
  const tickets = createTickets({ clock, random });
  let isClosed = false;

  const find = (id: string): Job => {
    const job = jobs.get(id);
    if (job !== undefined) return job;
    throw new ExportError('not-found', 'This export is no longer available. Export again.');
  };
  const show = (job: Job, changes: Partial<ExportFile>): void => {
    job.view = { ...job.view, ...changes };
  };

  /** A path lives for a minute, so a page that still shows one asks for the next in time. */
  const viewOf = (job: Job): ExportFile => {
    if (job.file === null) return { ...job.view, path: null };
    const again = setTimeout(() => job.order.onChange(), TICKET_MS / 2);
    again.unref();
    if (job.timer !== null) clearTimeout(job.timer);
    job.timer = again;
    return { ...job.view, path: `${browserHostPaths.download}${tickets.issue(job.view.id)}` };
  };

  const discard = async (file: Pick<WritableFile, 'discard'> | null): Promise<void> => {
    await file?.discard().catch((error: unknown) => {
      log.error({ err: error }, 'the file of an export could not be removed');
    });
  };
  const removeFile = async (job: Job): Promise<void> => {
    const { file } = job;
    job.file = null;
    // Each holds all that the profile has open.
    for (const timer of [job.timer, job.expiry]) if (timer !== null) clearTimeout(timer);
    tickets.revoke(job.view.id);
    await discard(file);
  };

  const run = async (job: Job): Promise<void> => {
    const { order, abort } = job;
    const writing = {
      signal: abort.signal,
      onProgress(done: number, total: number) {
        show(job, { done, total });
        if (clock.now() - job.toldAt < TELLING_MS) return;
        job.toldAt = clock.now();
        order.onChange();
      },
    };
    if (chooseFile === null) {
      const open = async () => clean(await openHiddenFile(directory, random));
      const { file, done } = await order.write({ ...writing, open });
      job.file = file;
      job.fileSha256 = file.digest();
      show(job, { status: 'done', done, total: done });
      job.expiry = setTimeout(() => void removeFile(job), WAITING_MS).unref();
      return;
    }
    const { fileName } = job.view;
    const suggested = { fileName, ending: fileName.split('.').at(-1) ?? '' };
    const path = await Promise.race([chooseFile(suggested), whenAborted(abort.signal)]);
    if (path === null) throw new Cancelled('No location was chosen, so no file was saved.');
    const open = async () => clean(await openChosenFile(path, random));
    const { file, done } = await order.write({ ...writing, open });
    job.fileSha256 = file.digest();
    show(job, { status: 'done', done, total: done, savedTo: path });
  };

  /** A file that was made may never leave: its page can be gone by then. */
  const isFetchRecorded = ({ view: { id }, fileSha256 }: Job): boolean => {
    try {
      parts.onFetched?.({ id, fileSha256 });
      return true;
    } catch (error) {
      log.error({ err: error, exportId: id }, 'the fetch of an export could not be recorded');
      return false;
    }
  };

  /** What is not in the audit log is not handed out. */
  const takeBack = async (job: Job, error: unknown): Promise<void> => {
    const { savedTo } = job.view;
    await removeFile(job);
    if (savedTo !== null) await discard({ discard: () => rm(savedTo, { force: true }) });
    show(job, { status: 'failed', savedTo: null, sentence: sentenceOfUnrecorded(error) });
  };

  /** Closing removes what waits, and can't stop the last step of a file where a person chose. */
  const leavesNothing = ({ view }: Job): boolean => isClosed && view.savedTo === null;

  const settle = async (job: Job): Promise<void> => {
    try {
      await run(job);
    } catch (error) {
      if (isRefusal(error) || job.abort.signal.aborted) {
        const sentence = job.abort.signal.aborted ? null : sentenceOf(error);
        show(job, { status: 'cancelled', sentence });
      } else {
        log.error({ err: error, exportId: job.view.id }, 'an export failed');
        show(job, { status: 'failed', sentence: sentenceOf(error) });
      }
    }
    if (leavesNothing(job)) return;
    try {
      job.order.onSettled({ ...job.view, fileSha256: job.fileSha256 });
    } catch (error) {
      log.error({ err: error, exportId: job.view.id }, 'an export could not be recorded');
      if (job.view.status === 'done') await takeBack(job, error);
    }
    job.order.onChange();
  };

  function sentenceOf(error: unknown): string {
    if (isRefusal(error) || (error instanceof Error && parts.isExpected(error))) {
      return error.message;
    }
    return sentenceOfUnexpected(error);
  }

  const forgetOld = (): void => {
    const over = [...jobs.values()].filter(({ view }) => view.status !== 'running');
    for (const job of over.slice(0, Math.max(0, jobs.size - MOST_KNOWN))) {
      jobs.delete(job.view.id);
      void removeFile(job);
    }
  };

  return {
    start(order) {
      const running = [...jobs.values()].filter(({ view }) => view.status === 'running');
      if (running.length >= MOST_RUNNING) {
        throw new ExportError(
          'too-many',
          `${MOST_RUNNING} exports are being written already. Wait for one, or stop one.`,
        );
      }
      const job: Job = {
        view: {
          id: randomHex(random, 16),
          status: 'running',
          done: 0,
          total: 0,
          fileName: `${isTest ? sandboxPrefix : ''}${order.fileName}`,
          path: null,
          savedTo: null,
          sentence: null,
        },
        order,
        abort: new AbortController(),
        running: Promise.resolve(),
        file: null,
        fileSha256: null,
        timer: null,
        expiry: null,
        toldAt: 0,
      };
      jobs.set(job.view.id, job);
      forgetOld();
      job.running = settle(job);
      return job.view;
    },

    get: (id) => viewOf(find(id)),

    cancel(id) {
      const job = find(id);
      if (job.view.status === 'running') job.abort.abort(new Cancelled('A person stopped it.'));
      return viewOf(job);
    },

    take(ticket) {
      const id = tickets.take(ticket);
      const job = id === null ? undefined : jobs.get(id);
      const file = job?.file ?? null;
      if (job === undefined || file === null || !isFetchRecorded(job)) return null;
      tickets.revoke(job.view.id);
      job.file = null;
      const content = file.read();
      finished(content, () => {
        void discard(file);
        if (!isClosed) job.order.onChange();
      });
      return { fileName: job.view.fileName, type: job.order.type, bytes: file.bytes, content };
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const { abort } of jobs.values()) abort.abort(new Cancelled('The profile was closed.'));
      await Promise.all([...jobs.values()].map(({ running }) => running));
      await Promise.all([...jobs.values()].map(removeFile));
      jobs.clear();
      removeTree(directory);
    },
  };
}

/** A dialog that stays open must not hold up the end of the console. */
const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const sentenceOfUnrecorded = (error: unknown): string =>
  isDiskFull(error)
    ? 'The disk is full, so the audit log could not record the export, and its file was removed. Free up space, then export again.'
    : 'The audit log could not record the export, so its file was removed. The log has the details. Export again.';

function sentenceOfUnexpected(error: unknown): string {
  if (isDiskFull(error)) {
    return 'The disk for the file is full. Free up space or choose another location, then export again.';
  }
  const code = errorCode(error);
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code)) {
    return 'The file can’t be saved in that location. Choose another, then export again.';
  }
  return 'The export failed while the file was written. The log has the details. Export again.';
}
