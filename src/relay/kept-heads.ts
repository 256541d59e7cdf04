/**
 * Where this relay's chains stood, in a file beside its key: after a start it would else not know what a database that
 * was set back has lost. Written after the database acknowledged an entry, and no answer waits for it: a crash may
 * leave it behind the database, never ahead.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '../main/core/foundation/log.ts';
import { writeDurablyLater } from '../platform/durable-file.ts';
import { jsonOrNull } from '../platform/json-column.ts';
import { type ChainHead, chainHead } from '../team-log/entry.ts';
import { RelayKeyUnusable, readOwnFile } from './options.ts';

export interface KeptHeads {
  streams(): Iterable<string>;
  /** The database had it; undefined where this relay is not known to have written in the stream. */
  of(stream: string): ChainHead | undefined;
  /** The database has it. It is written soon. */
  keep(stream: string, head: ChainHead): void;
  /** Resolves once all is written, or could not be. */
  close(): Promise<void>;
}

interface KeptHeadsParts {
  /** File of the relay's key. */
  readonly key: string;
  readonly team: string;
  /** Public key. */
  readonly author: string;
  readonly say: Pick<Log, 'warn'>;
}

/** Between two writes, in milliseconds. */
const PAUSE_MS = 500;
const content = z.strictObject({
  version: z.literal(1),
  team: z.string(),
  author: z.string(),
  heads: z.record(z.string(), chainHead),
});

/** Throws RelayKeyUnusable. */
export function openKeptHeads({ key, team, author, say }: KeptHeadsParts): KeptHeads {
  const file = `${key}.heads`;
  const heads = new Map(Object.entries(readHeads({ file, team, author, say })));
  const closing = new AbortController();
  let isNew = false;
  let isTold = false;
  let writing: Promise<void> | null = null;

  const writeAll = async (): Promise<void> => {
    while (isNew) {
      isNew = false;
      const text = JSON.stringify({ version: 1, team, author, heads: Object.fromEntries(heads) });
      try {
        await writeDurablyLater(file, text);
        isTold = false;
      } catch (error) {
        if (!isTold) say.warn({ err: error, file }, notWritten);
        isTold = true;
        // Again, and once more at the end.
        if (!closing.signal.aborted) isNew = true;
      }
      const options = { signal: closing.signal, ref: false };
      await pause(PAUSE_MS, undefined, options).catch(() => undefined);
    }
    writing = null;
  };

  return {
    streams: () => heads.keys(),
    of: (stream) => heads.get(stream),
    keep(stream, head) {
      // What asked for it before another one was written may tell it after that one.
      if ((heads.get(stream)?.sequence ?? 0) >= head.sequence) return;
      heads.set(stream, head);
      isNew = true;
      writing ??= writeAll();
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}

const notWritten =
  'can’t write down its last entries beside its key, so after a start it would not notice that the team’s database was set back; give it a folder for its key that it may write to';

const notOurs =
  'the file beside its key has the last entries of another team or key, and is replaced, so it is not known what the database lost before; give each relay a key file of its own';

/** None where the file is of another key or team. */
function readHeads({ file, team, author, say }: Omit<KeptHeadsParts, 'key'> & { file: string }) {
  const bytes = readOwnFile(file);
  if (bytes === null) return {};
  const found = jsonOrNull(content, bytes);
  if (found === null)
    throw new RelayKeyUnusable(
      `The file ${file} does not hold a relay's last entries. Restore it from a backup, or delete it if the team's database was not set back since this relay ran.`,
    );
  if (found.team === team && found.author === author) return found.heads;
  say.warn({ file }, notOurs);
  return {};
}
