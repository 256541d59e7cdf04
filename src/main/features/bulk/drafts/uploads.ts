/** Files on their way in, piece by piece, in memory alone. */
import { createHash, type Hash } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { Failed, invalid } from '../../../core/intents/failed.ts';

export interface UploadedBytes {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** Lowercase hex. */
  readonly sha256: string;
}

/** What is asked of a file before any of it comes, and what is known of it then. */
export interface Uploads<Asked, About> {
  /** Throws Failed INVALID. */
  begin(file: Asked): string;
  /** Gives how many bytes came. Throws Failed NOT_FOUND, and INVALID for another offset. */
  append(uploadId: string, offset: number, bytes: Uint8Array): number;
  /** Throws Failed NOT_FOUND, and INVALID while bytes are missing. */
  finish(uploadId: string): About & UploadedBytes;
}

export interface UploadsParts<Asked, About> {
  readonly clock: Clock;
  readonly random: Random;
  /** Throws Failed INVALID for a file that is not taken. */
  readonly accept: (file: Asked) => About;
}

/** An upload that stands still this long is forgotten, in milliseconds. */
const FORGOTTEN_MS = 10 * 60_000;
/** Each holds a file. */
const MOST_UPLOADS = 2;

interface Upload<About> {
  readonly about: About;
  readonly fileName: string;
  readonly content: Uint8Array;
  /** Over what came so far: over all of it at once main would stand still. */
  readonly hash: Hash;
  received: number;
  touchedAt: number;
}

export function createUploads<
  Asked extends { readonly fileName: string; readonly bytes: number },
  About,
>({ clock, random, accept }: UploadsParts<Asked, About>): Uploads<Asked, About> {
  const uploads = new Map<string, Upload<About>>();

  const forgetOld = (): void => {
    for (const [id, { touchedAt }] of uploads) {
      if (touchedAt + FORGOTTEN_MS <= clock.now()) uploads.delete(id);
    }
    const [oldest] = uploads.keys();
    if (uploads.size >= MOST_UPLOADS && oldest !== undefined) uploads.delete(oldest);
  };
  const find = (uploadId: string): Upload<About> => {
    const upload = uploads.get(uploadId);
    if (upload !== undefined) return upload;
    throw new Failed('NOT_FOUND', {
      sentence: 'This file is no longer in memory. Nothing was sent. Choose the file again.',
    });
  };

  return {
    begin(file) {
      const { fileName } = file;
      const about = accept(file);
      forgetOld();
      const id = randomHex(random, 16);
      const content = new Uint8Array(file.bytes);
      const hash = createHash('sha256');
      const touchedAt = clock.now();
      uploads.set(id, { about, fileName, content, hash, received: 0, touchedAt });
      return id;
    },

    append(uploadId, offset, bytes) {
      const upload = find(uploadId);
      if (offset !== upload.received || offset + bytes.length > upload.content.length)
        throw invalid(
          'The upload was out of order. Nothing was sent. Choose the file again.',
          'offset',
        );
      upload.content.set(bytes, offset);
      upload.hash.update(bytes);
      upload.received += bytes.length;
      upload.touchedAt = clock.now();
      return upload.received;
    },

    finish(uploadId) {
      const { about, fileName, content, hash, received } = find(uploadId);
      if (received !== content.length)
        throw invalid(
          'The upload was incomplete. Nothing was sent. Choose the file again.',
          'incomplete',
        );
      uploads.delete(uploadId);
      const sha256 = hash.digest('hex');
      return { ...about, fileName, bytes: content, sha256 };
    },
  };
}
