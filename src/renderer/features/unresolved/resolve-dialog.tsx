/** Asks before a person's word settles a request, or takes an earlier word back. */
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { unresolvedTexts } from './texts.ts';

/** What every word names: the request, and what the page shows. */
export interface WordOf {
  key: string;
  profileId: string;
  knownAt: string | null;
}

export interface RequestDialogProps {
  view: UnresolvedView;
  isOpen: boolean;
  onClose: () => void;
}

export interface ResolveDialogProps extends RequestDialogProps {
  isWide?: boolean;
  /** A possible match came that nobody looked at: nothing is said over it. */
  hasArrived?: boolean;
  words: { title: string; keep: string };
  settle: Pick<UseMutationResult, 'isPending' | 'error' | 'reset'>;
  onGoOn: (word: WordOf) => void;
  children: ReactNode;
}

/** Called in a dialog that is in the page only while it is open: whether a possible match came since. */
export function useHasArrived({ proposals }: UnresolvedView): boolean {
  const matches = proposals.map(({ resourceId }) => resourceId);
  const [seen] = useState(matches);
  return matches.some((id) => !seen.includes(id));
}

export function ResolveDialog(props: ResolveDialogProps) {
  const { words, settle, hasArrived = false, onClose } = props;
  const { knownAt } = useKnownAt();
  const profileId = useProfileId();
  return (
    <AskDialog
      isWide={props.isWide ?? false}
      isOpen={props.isOpen}
      title={words.title}
      action={words.keep}
      isBusy={settle.isPending}
      isBlocked={hasArrived}
      error={settle.error}
      onBack={() => {
        settle.reset();
        onClose();
      }}
      onGoOn={() => props.onGoOn({ key: props.view.intent.key, profileId, knownAt })}
    >
      {props.children}
      {hasArrived && (
        <Notice tone="amber" role="alert">
          {unresolvedTexts.arrived}
        </Notice>
      )}
    </AskDialog>
  );
}
