/** What the body of a backup holds: files one after another, each after its path and length. */
import { z } from 'zod';
import { jsonOrNull } from '../../../platform/json-column.ts';
import { BackupError } from './backup-error.ts';

const entryShape = z.strictObject({
  /** Below the data directory, with forward slashes. */
  path: z.string().min(1).max(1_024),
  bytes: z.int().min(0),
});
export type Entry = z.infer<typeof entryShape>;

/** Names that are no files of the data directory. */
export const secretsEntry = '*secrets';
export const contentsEntry = '*contents';

/** Only plain names below the folder: an entry leads nowhere else. */
const plainPath = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
/** Whether a restore takes a file of this path. */
export const isPlainPath = (path: string): boolean => plainPath.test(path);

export function encodeEntry(entry: Entry): Buffer {
  const json = Buffer.from(JSON.stringify(entry));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
}

export interface EntrySink {
  write(bytes: Uint8Array): void;
  end(): void;
}

/** Hands every entry to the sink that `open` gives for it. Throws what it throws, and BackupError. */
export function readEntries(
  blocks: Iterable<Buffer>,
  open: (entry: Entry) => EntrySink,
  onBytes: (count: number) => void = () => undefined,
): void {
  const reader = createEntryReader(open);
  for (const block of blocks) {
    let rest: Buffer | null = block;
    while (rest !== null && rest.length > 0) {
      rest = reader.take(rest);
    }
    onBytes(block.length);
  }
  reader.end();
}

function createEntryReader(open: (entry: Entry) => EntrySink) {
  let head: Buffer = Buffer.alloc(0);
  let current: { readonly sink: EntrySink; left: number } | null = null;

  const finish = (rest: Buffer): Buffer => {
    if (current?.left === 0) {
      current.sink.end();
      current = null;
    }
    return rest;
  };
  const begin = (bytes: Buffer): Buffer | null => {
    const all = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
    const begun = beginningOf(all);
    head = begun === null ? all : Buffer.alloc(0);
    if (begun === null) return null;
    current = { sink: open(begun.entry), left: begun.entry.bytes };
    return finish(all.subarray(begun.length));
  };
  return {
    /** What is left of them; null where more is needed first. */
    take(bytes: Buffer): Buffer | null {
      if (current === null) return begin(bytes);
      const part = bytes.subarray(0, current.left);
      current.sink.write(part);
      current.left -= part.length;
      return finish(bytes.subarray(part.length));
    },
    end(): void {
      if (current === null && head.length === 0) return;
      throw new BackupError('damaged', 'This backup ends in the middle of a file.');
    },
  };
}

/** null while not all of it is there. */
function beginningOf(bytes: Buffer): { readonly entry: Entry; readonly length: number } | null {
  if (bytes.length < 4) return null;
  const length = 4 + bytes.readUInt32BE(0);
  if (length > 8_192) throw new BackupError('damaged', 'This backup holds what is not a file.');
  if (bytes.length < length) return null;
  const entry = jsonOrNull(entryShape, bytes.subarray(4, length));
  if (entry === null) throw new BackupError('damaged', 'This backup holds what is not a file.');
  return { entry, length };
}
