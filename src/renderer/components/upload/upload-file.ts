/** Hands a file to main, piece by piece, and gives what main makes of it. */
import { uploadChunkBytes } from '../../../bridge/bulk-limits.ts';

/** What is used of a file: its pieces are read when they are sent. */
export interface FileSource {
  readonly name: string;
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Part of the bridge that takes it. */
export interface UploadPart<About, Draft> {
  begin(input: About & { fileName: string; bytes: number }): Promise<{ uploadId: string }>;
  append(input: {
    uploadId: string;
    offset: number;
    base64: string;
  }): Promise<{ received: number }>;
  finish(input: { uploadId: string }): Promise<Draft>;
}

export interface UploadOptions<About, Draft> {
  upload: UploadPart<About, Draft>;
  /** What is said of it before it comes: the profile that the page shows, and more. */
  about: About;
  file: FileSource;
  /** Bytes that main holds by now. */
  onProgress: (received: number) => void;
  /** Gives up between two pieces; what main holds is forgotten by itself. */
  signal: AbortSignal;
}

/** Rejects with the bridge's failure, or with the signal's reason. */
export async function uploadFile<About, Draft>(
  options: UploadOptions<About, Draft>,
): Promise<Draft> {
  const { upload, about, file, signal, onProgress } = options;
  const { uploadId } = await upload.begin({ ...about, fileName: file.name, bytes: file.size });
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
