/** Writes a hand-over file, streamed, under another name until it is whole and was read back. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { syncDirectory } from '../../../platform/durable-file.ts';
import { moveFile } from '../../../platform/move-file.ts';
import { makePrivate } from '../../../platform/private-file.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { notWritten } from '../../core/backup/backup-error.ts';
import { writeBlocks } from '../../core/backup/blocks.ts';
import { encodeHeaderOf } from '../../core/backup/header.ts';
import { collectEntries, type Period } from './collect.ts';
import {
  type HandoverHead,
  type HandoverStart,
  handoverHead,
  noun,
  readHandover,
  signedText,
} from './file.ts';
import { type EntryCounts, noEntries } from './outcome.ts';

export interface WriteHandoverOrder {
  readonly folder: string;
  readonly name: string;
  readonly head: HandoverHead;
  /** Key for the blocks. */
  readonly key: Uint8Array;
  readonly start: Omit<HandoverStart, 'computers'>;
  /** Databases of the profiles, in the order of `start`. */
  readonly databases: readonly {
    readonly file: string;
    readonly key: Uint8Array;
    readonly sealKey?: Uint8Array;
  }[];
  readonly period: Period;
  /** This computer's public key. */
  readonly own: string;
  readonly known: readonly string[];
}

export interface WrittenHandover {
  readonly file: string;
  readonly bytes: number;
  /** Number of entries, by profile. */
  readonly counts: readonly EntryCounts[];
}

export interface HandoverWriter {
  /** Writes all but the end. Gives what has to be signed. Throws BackupError, and what databases throw. */
  begin(order: WriteHandoverOrder): string;
  /** Ends it with the signature, reads it back, and gives it its name. Throws BackupError. */
  finish(signature: string): WrittenHandover;
}

/** One file at a time. */
export function createHandoverWriter(): HandoverWriter {
  let open: { readonly finish: (signature: string) => WrittenHandover } | null = null;
  return {
    begin(order) {
      const { toSign, finish } = begin(order);
      open = { finish };
      return toSign;
    },
    finish(signature) {
      if (open === null) throw new TypeError('Nothing was begun.');
      return open.finish(signature);
    },
  };
}

function begin(order: WriteHandoverOrder) {
  const { folder, name, head, key } = order;
  const file = join(folder, name);
  const beside = `${file}.part`;
  let opened: number | null = null;
  const orUndone = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      if (opened !== null) closeSync(opened);
      rmSync(beside, { force: true });
      throw notWritten(error, folder, noun);
    }
  };
  return orUndone(() => {
    rmSync(beside, { force: true });
    makePrivate(beside);
    const into = openSync(beside, 'r+');
    opened = into;
    const encoded = encodeHeaderOf(handoverHead, head);
    const blocks = writeBlocks(into, encoded, key);
    const hash = createHash('sha256');
    const counts = writeLines(order, (text) => {
      const bytes = Buffer.from(`${text}\n`);
      hash.update(bytes);
      blocks.write(bytes);
    });
    const entries = counts.reduce(
      (sum, each) => Object.values(each).reduce((all, count) => all + count, sum),
      0,
    );
    return {
      toSign: signedText(encoded, hash.digest('hex'), entries),
      finish: (signature: string): WrittenHandover =>
        orUndone(() => {
          blocks.write(Buffer.from(`${canonicalJson({ what: 'end', entries, signature })}\n`));
          blocks.end();
          fsyncSync(into);
          const { size: bytes } = fstatSync(into);
          closeSync(into);
          opened = null;
          readHandover(beside, key, { entry: () => undefined });
          moveFile(beside, file);
          syncDirectory(folder);
          return { file, bytes, counts };
        }),
    };
  });
}

function writeLines(order: WriteHandoverOrder, write: (line: string) => void): EntryCounts[] {
  const { start, databases, period, own, known } = order;
  const opened = databases.map((database) => openSqlite({ ...database, waitMs: 10_000 }));
  try {
    for (const sqlite of opened) sqlite.exec('BEGIN');
    const computers: Record<string, string> = {};
    for (const sqlite of opened) {
      const names = sqlite.texts(
        'SELECT computer || name FROM handover_computers ORDER BY computer',
      );
      for (const text of names) computers[text.slice(0, own.length)] = text.slice(own.length);
    }
    write(canonicalJson({ ...start, computers: { ...computers, [own]: start.card.name } }));
    return opened.map((sqlite, profile) => {
      write(canonicalJson({ what: 'profile', profile }));
      const counts = noEntries();
      for (const { what, line } of collectEntries({ sqlite, own, period, known })) {
        counts[what] += 1;
        write(line);
      }
      return counts;
    });
  } finally {
    for (const sqlite of opened) {
      sqlite.exec('ROLLBACK');
      sqlite.close();
    }
  }
}
