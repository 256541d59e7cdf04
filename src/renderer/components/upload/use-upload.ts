/** The upload of one file: how far it is, what stood against it, and how to give it up. */
import { useEffect, useRef, useState } from 'react';
import { bulkTexts } from '../../features/bulk/texts.ts';
import { type UploadPart, uploadFile } from './upload-file.ts';

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
    const show = (received: number): void =>
      setUpload({ state: 'sending', name: file.name, bytes: file.size, received });
    show(0);
    try {
      const { upload: part, about } = order;
      const draft = await uploadFile({
        ...{ upload: part, about, file, onProgress: show, signal: stop.signal },
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
