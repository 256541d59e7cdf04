/** What main and the threads of the index say to each other. Both ends are ours and of one build. */
import type { IndexFile } from '../open-index.ts';
import type { IndexReader } from '../read/index-reader.ts';
import type { LookedUp } from '../write/lookup-source.ts';

export interface WriterData {
  readonly index: IndexFile;
  readonly inbox: IndexFile;
  readonly profileId: string;
  /** Of the profile's inbox keys, 32 bytes. */
  readonly privateKey: Uint8Array;
  readonly isProduction: boolean;
  /** Secrets that are cut by value, as they are known at the start. */
  readonly known: readonly string[];
  /** Numbers that main and the thread share (SHARED_NUMBERS). */
  readonly shared: SharedArrayBuffer;
}

/** Where they stand in it. */
export const SHARED_NUMBERS = {
  /** Other than 0 ends the thread, which undoes what it is about. */
  stop: 0,
  /** Questions that were asked of the index: while there are more, settling stands back. */
  asked: 1,
  length: 2,
} as const;

/**
 * `wake`: something may be new. `catch-up`: the same, at once, and told when it is searchable.
 * `known`: what is cut by value from now on. `look-ups`: new ones. Main hands them over, because a thread that read the profile's database would
 * keep its log from being moved, which every write needs first.
 */
export type WriterOrder =
  | { readonly order: 'look-ups'; readonly lookUps: readonly LookedUp[] }
  | { readonly order: 'known'; readonly known: readonly string[] }
  | { readonly order: 'wake' }
  | { readonly order: 'close' }
  | { readonly order: 'catch-up'; readonly call: number };

export type WriterNews =
  /** With the arrival of the newest look-up that is indexed. */
  | { readonly news: 'opened'; readonly lookUpCursor: number }
  | {
      readonly news: 'progress';
      readonly indexed: number;
      readonly total: number;
      readonly hasChanged: boolean;
    }
  | { readonly news: 'caught-up'; readonly call: number }
  /** It ends by itself when the file can't be used; else it goes on at the next order. */
  | { readonly news: 'failed'; readonly message: string; readonly isUseless: boolean };

export interface ReaderData {
  readonly index: IndexFile;
}

export interface ReaderCall {
  readonly call: number;
  /** `drop`: nobody waits for the answer to that call any more. */
  readonly method: keyof IndexReader | 'drop' | 'close';
  readonly values: readonly unknown[];
}

/** Answers are texts: one text crosses to a thread much faster than many objects. Call 0 is the opening. */
export type ReaderAnswer =
  /** Ahead of the first page that needs them (page-text.ts). */
  | { readonly shared: string }
  | { readonly call: number; readonly text: string }
  | { readonly call: number; readonly error: string; readonly isUseless: boolean };
