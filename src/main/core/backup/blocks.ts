/**
 * The body of a backup or hand-over file: blocks of 256 KiB, each sealed on its own (STREAM): the nonce holds the block's
 * number and whether it is the last, so none can be changed, moved, repeated, added or left out unnoticed.
 * AES-256-GCM under a key of this file alone.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { fstatSync, writeSync } from 'node:fs';
import { BackupError } from './backup-error.ts';
import { type EncodedHeader, readExactly } from './header.ts';

export const blockBytes = 256 * 1024;
const tagBytes = 16;
const sealedBytes = blockBytes + tagBytes;

const nonceOf = (index: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
};

export interface BlockWriter {
  write(bytes: Uint8Array): void;
  /** Writes what is left as the last block. */
  end(): void;
}

/** Writes head and blocks to the open, empty file. */
export function writeBlocks(file: number, head: EncodedHeader, key: Uint8Array): BlockWriter {
  const block = Buffer.allocUnsafe(blockBytes);
  let filled = 0;
  let index = 0;
  writeAll(file, head.bytes);

  const flush = (isLast: boolean): void => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(head.digest);
    const sealed = cipher.update(block.subarray(0, filled));
    cipher.final();
    writeAll(file, sealed);
    writeAll(file, cipher.getAuthTag());
    index += 1;
    filled = 0;
  };

  return {
    write(bytes) {
      let taken = 0;
      while (taken < bytes.length) {
        // Only when more comes: the last block is sealed as the last.
        if (filled === blockBytes) flush(false);
        const count = Math.min(blockBytes - filled, bytes.length - taken);
        block.set(bytes.subarray(taken, taken + count), filled);
        filled += count;
        taken += count;
      }
    },
    end: () => flush(true),
  };
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

/**
 * The blocks' content in order, each authenticated before it is given. Throws BackupError `truncated` or
 * `damaged` with the block's number. `noun`: what the file is called.
 */
export function* readBlocks(
  file: number,
  head: EncodedHeader,
  key: Uint8Array,
  noun = 'backup',
): Generator<Buffer> {
  const total = fstatSync(file).size - head.bytes.length;
  const count = Math.ceil(total / sealedBytes);
  if (count === 0) throw truncated(noun);
  const room = Buffer.allocUnsafe(sealedBytes);
  for (let index = 0; index < count; index += 1) {
    const from = index * sealedBytes;
    const length = Math.min(sealedBytes, total - from);
    const sealed = readExactly(file, head.bytes.length + from, length, room);
    if (sealed === null || length < tagBytes) throw truncated(noun);
    const isLast = index === count - 1;
    const content = open(sealed, key, head, nonceOf(index, isLast));
    if (content !== null) yield content;
    else if (isLast && isAnother(sealed, key, head, index)) throw truncated(noun);
    else throw damaged(noun, index, count);
  }
}

/** Whether a block that should be the last was written as one before others. */
const isAnother = (sealed: Buffer, key: Uint8Array, head: EncodedHeader, index: number): boolean =>
  open(sealed, key, head, nonceOf(index, false)) !== null;

function open(sealed: Buffer, key: Uint8Array, head: EncodedHeader, nonce: Buffer): Buffer | null {
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(head.digest)
    .setAuthTag(sealed.subarray(end));
  const content = decipher.update(sealed.subarray(0, end));
  try {
    decipher.final();
    return content;
  } catch {
    return null;
  }
}

const truncated = (noun: string): BackupError =>
  new BackupError(
    'truncated',
    `The end of this ${noun} is missing. It may not have been copied whole.`,
  );

const damaged = (noun: string, index: number, count: number): BackupError =>
  new BackupError(
    'damaged',
    index === count - 1
      ? `Block ${count} of ${count} of this ${noun}, its last, was changed or cut off. The file may not have been copied whole.`
      : `Block ${index + 1} of ${count} of this ${noun} was changed, or is in another’s place.`,
  );
