/**
 * A document of main's own, in which a person types a secret or confirms: main makes it, and the page
 * only opens it. What is typed there never reaches this page, and no script of it presses its button.
 */
import { useEffect } from 'react';
import type { OpenedDocument } from '../../../bridge/documents.ts';
import { type ShownFailure, toFailure } from '../../format/failures.ts';
import { useSingleMutation } from '../use-single-mutation.ts';

export interface MainDocument<Asked> {
  open: (asked: Asked) => void;
  isOpening: boolean;
  /**
   * What was opened last; null before. `path` is the document's address in the browser host, to be
   * offered as a link (a page can't tell whether its window was blocked); no address where the host
   * opened a window itself.
   */
  opened: OpenedDocument | null;
  failure: ShownFailure | null;
}

/** Whether the page opens it; no where the host has opened its own window. */
export const isAddress = (path: string | null): path is string => path?.startsWith('/') === true;

export function openDocument(path: string | null): void {
  if (isAddress(path)) window.open(path, '_blank', 'noopener,popup,width=760,height=680');
}

/**
 * `known` is what the page knows of the matter, for example when a secret was entered: as soon as that
 * changes, the window has done its work and nothing more is said of it.
 */
export function useDocument<Asked>(
  ask: (asked: Asked) => Promise<OpenedDocument>,
  known: string | null = null,
): MainDocument<Asked> {
  const document = useSingleMutation({
    mutationFn: async (asked: Asked) => {
      const { path } = await ask(asked);
      openDocument(path);
      return { path };
    },
  });
  const { reset } = document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked for is done
  useEffect(() => reset(), [known, reset]);
  return {
    open: document.mutate,
    isOpening: document.isPending,
    opened: document.data ?? null,
    failure: document.error === null ? null : toFailure(document.error),
  };
}
