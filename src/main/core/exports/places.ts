/** Where a file is written: out of sight until it is fetched, or where a person chose. */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { moveFileLater } from '../../../platform/move-file.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { cutByValue } from '../foundation/secrets/cut-secrets.ts';
import type { KnownSecrets } from '../foundation/secrets/known-secrets.ts';

export interface WritableFile {
  /** Text as UTF-8, bytes as they are. */
  write(content: string | Uint8Array): Promise<void>;
  /** Everything is on the disk when it resolves. */
  finish(): Promise<void>;
  /** Leaves nothing behind. Idempotent, at any time. */
  discard(): Promise<void>;
}

export interface HiddenFile extends WritableFile {
  /** Bytes of the content. */
  readonly bytes: number;
  /** The content; fails at its end when the file was changed meanwhile. */
  read(): Readable;
}

const ALGORITHM = 'aes-256-gcm';

/**
 * Encrypted under a key that lives in this process alone: what a crash leaves behind, nobody can read.
 */
export async function openHiddenFile(directory: string, random: Random): Promise<HiddenFile> {
  const file = join(directory, `${randomHex(random, 16)}.export`);
  const key = random.bytes(32);
  const nonce = random.bytes(12);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const handle = await open(file, 'wx', 0o600);
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    async write(content) {
      const added = bytesOf(content);
      bytes += added.length;
      await writeAll(handle, cipher.update(added));
    },
    async finish() {
      await writeAll(handle, cipher.final());
      await handle.close();
    },
    read() {
      const decipher = createDecipheriv(ALGORITHM, key, nonce).setAuthTag(cipher.getAuthTag());
      // Errors reach whoever reads; the callback is only asked for by the types.
      return pipeline(createReadStream(file), decipher, () => undefined);
    },
    async discard() {
      await handle.close().catch(() => undefined);
      await rm(file, { force: true });
    },
  };
}

/** Beside the place that was chosen until it is whole, so that what stands there is never half. */
export async function openChosenFile(path: string, random: Random): Promise<WritableFile> {
  const part = `${path}.${randomHex(random, 4)}.part`;
  const handle = await open(part, 'wx', 0o600);
  return {
    write: (content) => writeAll(handle, bytesOf(content)),
    async finish() {
      await handle.sync();
      await handle.close();
      await moveFileLater(part, path);
    },
    async discard() {
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content, 'utf8') : content;

async function writeAll(handle: FileHandle, content: Uint8Array): Promise<void> {
  for (let at = 0; at < content.length; ) {
    at += (await handle.write(content, at)).bytesWritten;
  }
}

/**
 * The file itself, writing texts without what is known by then, and its SHA-256 when it is whole; a text that is
 * written is whole lines.
 */
export function digested<File extends WritableFile>(
  file: File,
  known: Pick<KnownSecrets, 'values'>,
) {
  const write = file.write.bind(file);
  const hash = createHash('sha256');
  return Object.assign(file, {
    write(content: string | Uint8Array) {
      const left = typeof content === 'string' ? cutByValue(content, known.values()) : content;
      hash.update(left);
      return write(left);
    },
    digest: () => hash.digest('hex'),
  });
}
