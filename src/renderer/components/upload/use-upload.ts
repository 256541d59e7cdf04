/** The upload of one file: how far it is, what stood against it, and how to give it up. */
import { useEffect, useRef, useState } from 'react';
import { uploadChunkBytes } from '../../../bridge/bulk-limits.ts';
import { bulkTexts } from '../../features/bulk/texts.ts';

/** What is used of a file: its pieces are read when they are sent. */
interface FileSource {
  readonly name: string;
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Part of the bridge that takes it. */
interface UploadPart<About, Draft> {
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

/**
 * Hands a file to main, piece by piece, and gives what main makes of it. Rejects with the bridge's
 * failure, or with the signal's reason.
 */
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

export type Upload =
  | { state: 'none' }
  | { state: 'problem'; sentence: string }
  | { state: 'failed'; error: unknown }
  | { state: 'sending'; name: string; bytes: number; received: number };

export interface UsedUpload {
  upload: Upload;
  take: (files: readonly File[]) => void;
  cancel: () => void;
}

export interface UploadOrder<About, Draft> {
  upload: UploadPart<About, Draft>;
  about: About;
  /** Why a file is not taken; null when nothing is against it. */
  problemOf: (file: File) => string | null;
  onDraft: (draft: Draft) => void;
}

/** Leaving the screen before there is a draft gives the upload up. */
export function useUpload<About, Draft>(order: UploadOrder<About, Draft>): UsedUpload {
  const [upload, setUpload] = useState<Upload>({ state: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File): Promise<void> => {
    const stop = new AbortController();
    running.current?.abort();
    running.current = stop;
    const show = (received: number): void => {
      // A piece that was on its way when it was given up still comes.
      if (stop.signal.aborted) return;
      setUpload({ state: 'sending', name: file.name, bytes: file.size, received });
    };
    show(0);
    try {
      const { upload: part, about } = order;
      const draft = await uploadFile({
        upload: part,
        about,
        file,
        onProgress: show,
        signal: stop.signal,
      });
      if (!stop.signal.aborted) order.onDraft(draft);
    } catch (error) {
      if (!stop.signal.aborted) setUpload({ state: 'failed', error });
    }
  };

  const take = (files: readonly File[]): void => {
    const [file] = files;
    if (file === undefined) return;
    const sentence = files.length > 1 ? bulkTexts.start.problems.many : order.problemOf(file);
    if (sentence === null) void send(file);
    else setUpload({ state: 'problem', sentence });
  };
  const cancel = (): void => {
    running.current?.abort();
    setUpload({ state: 'none' });
  };
  return { upload, take, cancel };
}
