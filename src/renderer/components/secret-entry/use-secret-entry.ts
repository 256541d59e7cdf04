/**
 * Typing a secret: main makes a separate document without scripts, and the page only opens it. What
 * is typed there never reaches this page.
 */
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SecretEntryPurpose } from '../../../bridge/vault.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { type ShownFailure, toFailure } from '../../format/failures.ts';

export interface SecretEntry {
  open: (purpose: SecretEntryPurpose) => void;
  isOpening: boolean;
  /**
   * What was opened last; null before. `path` is the document's address in the browser host, to be
   * offered as a link (a page can't tell whether its window was blocked); null where the host
   * opened a window itself.
   */
  opened: { path: string | null } | null;
  failure: ShownFailure | null;
}

/**
 * `known` is what the page knows of the secret, for example when it was entered: as soon as that
 * changes, the window has done its work and nothing more is said of it.
 */
export function useSecretEntry(known: string | null = null): SecretEntry {
  const { bridge } = useBridge();
  const entry = useMutation({
    mutationFn: async (purpose: SecretEntryPurpose) => {
      const { path } = await bridge.vault.openSecretEntry(purpose);
      if (path !== null) window.open(path, '_blank', 'noopener,popup,width=520,height=560');
      return { path };
    },
  });
  const { reset } = entry;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret is known
  useEffect(() => reset(), [known, reset]);
  return {
    open: (purpose) => entry.mutate(purpose),
    isOpening: entry.isPending,
    opened: entry.data ?? null,
    failure: entry.error === null ? null : toFailure(entry.error),
  };
}
