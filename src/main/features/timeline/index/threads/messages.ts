/** What main and the threads of the index say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { ErasedNames } from '../../../../core/records/erased/erased-bodies.ts';
import type { IndexFile } from '../open-index.ts';
import type { IndexReader } from '../read/index-reader.ts';
import type { LookedUp } from '../write/lookup-source.ts';

export interface WriterData {
  readonly index: IndexFile;
  readonly inbox: IndexFile;
  readonly profileId: string;
  /** Private key of the profile’s inbox, 32 bytes. */
  readonly privateKey: Uint8Array;
  readonly isProduction: boolean;
  /** Secrets that are cut by value, as they are known at the start. */
  readonly known: readonly string[];
  /** Customers of whom nothing personal is read. */
  readonly erased: ErasedNames;
  /** Numbers that main and the thread share (SHARED_NUMBERS). */
  readonly shared: SharedArrayBuffer;
  /** Where main answers what it asks (asking-main.ts). */
  readonly port: MessagePort;
}

/** Where each number is in `shared`. */
export const SHARED_NUMBERS = {
  /** Other than 0 ends the thread, which undoes what it is about. */
  stop: 0,
  /** Questions that were asked of the index: while there are more, settling stands back. */
  asked: 1,
  /** Questions of the writer that main answered. */
  answered: 2,
  length: 3,
} as const;

/**
 * What the writer is told. Main hands it look-ups and what is cut by value, because a thread that read the
 * profile's database would keep its log from being moved, which every write needs first.
 */
export interface WriterCalls {
  /** Arrival of the newest look-up that is indexed. */
  lookUpCursor(): number;
  /** New ones. */
  lookUps(lookUps: readonly LookedUp[]): void;
  /** What is cut by value from now on. */
  known(known: readonly string[]): void;
  /** Something may be new. */
  wake(): void;
  /** The same, at once: answers when it is searchable. */
  catchUp(): Promise<void>;
}

export type WriterNews =
  | {
      readonly news: 'progress';
      readonly indexed: number;
      readonly total: number;
      readonly hasChanged: boolean;
    }
  /** It ends by itself when the file can't be used; else it goes on at the next order. */
  | { readonly news: 'failed'; readonly message: string; readonly isUseless: boolean };

export interface ReaderData {
  readonly index: IndexFile;
}

/** Answers are texts: one text crosses to a thread much faster than many objects. */
export type ReaderCalls = {
  readonly [Method in keyof IndexReader]: (
    ...values: Parameters<IndexReader[Method]>
  ) => Promise<string>;
};

export interface ReaderNews {
  /** Ahead of the first page that needs them (page-text.ts). */
  readonly shared: string;
}
