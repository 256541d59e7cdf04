/** Hands a file to main, piece by piece, and gives the draft that main makes of it. */
import type { BulkDraft, BulkKind } from '../../../../bridge/bulk.ts';
import { uploadChunkBytes } from '../../../../bridge/bulk-limits.ts';
import type { Bridge } from '../../../../bridge/contract.ts';

/** What is used of a file: its pieces are read when they are sent. */
export interface FileSource {
  readonly name: string;
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export interface UploadOptions {
  upload: Bridge['bulk']['upload'];
  kind: BulkKind;
  /** Profile that the page shows. */
  profileId: string;
  file: FileSource;
  /** Bytes that main holds by now. */
  onProgress: (received: number) => void;
  /** Gives up between two pieces; what main holds is forgotten by itself. */
  signal: AbortSignal;
}

/** Rejects with the bridge's failure, or with the signal's reason. */
export async function uploadFile(options: UploadOptions): Promise<BulkDraft> {
  const { upload, kind, file, signal, onProgress } = options;
  const { uploadId } = await upload.begin({
    kind,
    fileName: file.name,
    bytes: file.size,
    profileId: options.profileId,
  });
  for (let offset = 0; offset < file.size; ) {
    signal.throwIfAborted();
    const end = Math.min(offset + uploadChunkBytes, file.size);
    const piece = new Uint8Array(await file.slice(offset, end).arrayBuffer());
    const { received } = await upload.append({ uploadId, offset, base64: toBase64(piece) });
    // A file that shrinks while it is read would never come to its end.
    if (received <= offset) throw new Error('The file changed while it was read.');
    offset = received;
    onProgress(received);
  }
  signal.throwIfAborted();
  return await upload.finish({ uploadId });
}

/** Characters that one call may take as arguments. */
const atOnce = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let from = 0; from < bytes.length; from += atOnce) {
    binary += String.fromCharCode(...bytes.subarray(from, from + atOnce));
  }
  return btoa(binary);
}
