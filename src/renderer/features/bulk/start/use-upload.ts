/** The upload of one file: how far it is, what stood against it, and how to give it up. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { BulkKind } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { bulkPaths } from '../paths.ts';
import { bulkTexts } from '../texts.ts';
import { fileProblem } from './file-problem.ts';
import { uploadFile } from './upload-file.ts';

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

/** Leads to the draft once there is one; leaving the screen before gives the upload up. */
export function useUpload(kind: BulkKind): UsedUpload {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const [, navigate] = useLocation();
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
      const draft = await uploadFile({
        upload: bridge.bulk.upload,
        kind,
        profileId,
        file,
        onProgress: show,
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      client.setQueryData(queries.bulk.drafts.get.queryKey({ input: { id: draft.id } }), draft);
      navigate(bulkPaths.draft(draft.id, 'columns'));
    } catch (error) {
      if (!stop.signal.aborted) setUpload({ state: 'failed', error });
    }
  };

  const take = (files: readonly File[]): void => {
    const [file] = files;
    if (file === undefined) return;
    const sentence = files.length > 1 ? bulkTexts.start.problems.many : fileProblem(file);
    if (sentence === null) void send(file);
    else setUpload({ state: 'problem', sentence });
  };
  const cancel = (): void => {
    running.current?.abort();
    setUpload({ state: 'none' });
  };
  return { upload, take, cancel };
}
