/** Files on their way in, piece by piece, in memory alone. */
import { createHash, type Hash } from 'node:crypto';
import type { BulkKind } from '../../../../bridge/bulk.ts';
import { maxBulkBytes } from '../../../../bridge/bulk-limits.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { Failed } from '../../../core/intents/failed.ts';

export interface UploadedFile {
  readonly kind: BulkKind;
  readonly fileName: string;
  readonly format: 'csv' | 'xlsx';
  readonly bytes: Uint8Array;
  /** Lowercase hex. */
  readonly sha256: string;
}

export interface Uploads {
  /** Throws Failed INVALID. */
  begin(file: { kind: BulkKind; fileName: string; bytes: number }): string;
  /** Gives how many bytes came. Throws Failed NOT_FOUND, and INVALID for another offset. */
  append(uploadId: string, offset: number, bytes: Uint8Array): number;
  /** Throws Failed NOT_FOUND, and INVALID while bytes are missing. */
  finish(uploadId: string): UploadedFile;
}

/** An upload that stands still this long is forgotten, in milliseconds. */
const FORGOTTEN_MS = 10 * 60_000;
/** Each may hold 20 MB. */
const MOST_UPLOADS = 2;

const endings: Readonly<Record<string, UploadedFile['format']>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  xlsx: 'xlsx',
};

interface Upload {
  readonly kind: BulkKind;
  readonly fileName: string;
  readonly format: UploadedFile['format'];
  readonly content: Uint8Array;
  /** Over what came so far: over 20 MB at once main would stand still. */
  readonly hash: Hash;
  received: number;
  touchedAt: number;
}

export function createUploads({ clock, random }: { clock: Clock; random: Random }): Uploads {
  const uploads = new Map<string, Upload>();

  const forgetOld = (): void => {
    for (const [id, { touchedAt }] of uploads) {
      if (touchedAt + FORGOTTEN_MS <= clock.now()) uploads.delete(id);
    }
    const [oldest] = uploads.keys();
    if (uploads.size >= MOST_UPLOADS && oldest !== undefined) uploads.delete(oldest);
  };
  const find = (uploadId: string): Upload => {
    const upload = uploads.get(uploadId);
    if (upload !== undefined) return upload;
    throw new Failed('NOT_FOUND', {
      sentence: 'This file is no longer in memory. Nothing was sent. Choose the file again.',
    });
  };

  return {
    begin({ kind, fileName, bytes }) {
      const ending = /\.([A-Za-z]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
      const format = endings[ending];
      if (format === undefined) {
        throw new Failed('INVALID', {
          sentence:
            'Causeway reads only CSV and XLSX files. Save the file as one of these and choose the new file.',
          cause: 'format',
        });
      }
      if (bytes > maxBulkBytes) {
        throw new Failed('INVALID', {
          sentence: 'The file is larger than 20 MB. Split the file into several.',
          cause: 'too-large',
        });
      }
      forgetOld();
      const id = randomHex(random, 16);
      const content = new Uint8Array(bytes);
      const hash = createHash('sha256');
      const touchedAt = clock.now();
      uploads.set(id, { kind, fileName, format, content, hash, received: 0, touchedAt });
      return id;
    },

    append(uploadId, offset, bytes) {
      const upload = find(uploadId);
      if (offset !== upload.received || offset + bytes.length > upload.content.length) {
        throw new Failed('INVALID', {
          sentence: 'The upload was out of order. Nothing was sent. Choose the file again.',
          cause: 'offset',
        });
      }
      upload.content.set(bytes, offset);
      upload.hash.update(bytes);
      upload.received += bytes.length;
      upload.touchedAt = clock.now();
      return upload.received;
    },

    finish(uploadId) {
      const { kind, fileName, format, content, hash, received } = find(uploadId);
      if (received !== content.length) {
        throw new Failed('INVALID', {
          sentence: 'The upload was incomplete. Nothing was sent. Choose the file again.',
          cause: 'incomplete',
        });
      }
      uploads.delete(uploadId);
      const sha256 = hash.digest('hex');
      return { kind, fileName, format, bytes: content, sha256 };
    },
  };
}
