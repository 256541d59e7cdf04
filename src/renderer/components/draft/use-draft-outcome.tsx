/** What became of something that was sent from a form that is not on the screen any more. */
import { CloseButton } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { FrameNotice } from '../../app/feature.tsx';
import { leadingNotice } from '../../app/shell/frame-line.tsx';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import type { ShownFailure } from '../../format/failures.ts';
import { type DraftStore, isOutcomeOpen, isResolvedAsNotCreated } from '../../stores/drafts.ts';
import { frameTexts } from '../../texts/frame.ts';
import { stateTexts } from '../../texts/states.ts';
import { useLostAttempt } from './use-draft.ts';

/** Failures that say that nothing went out. */
const unsent: readonly ShownFailure['code'][] = ['NOT_SENT', 'ASKS_FIRST'];

export interface DraftOutcomeOptions<Values> {
  store: DraftStore<Values>;
  formPath: string;
  hrefOf: (id: string) => string;
  words: { created: string; failed: string };
}

export function useDraftOutcome<Values>(options: DraftOutcomeOptions<Values>): FrameNotice[] {
  const { store, formPath, hrefOf, words } = options;
  const profileId = useProfileId();
  const draft = useStore(store, (state) => state.drafts[profileId]);
  useLostAttempt({ store }, profileId, draft);
  const attempt = draft?.attempt;
  const { outcomes } = frameTexts;
  const created = attempt?.state === 'created' ? hrefOf(attempt.id) : null;
  const [location] = useLocation();
  const isSeen = location === created;
  // Whoever opened the record knows that it exists.
  useEffect(() => {
    if (isSeen) store.getState().startOver(profileId);
  }, [isSeen, store, profileId]);
  const close = (onClick: () => void) => (
    <CloseButton size="sm" aria-label={stateTexts.close} onClick={onClick} />
  );
  if (created !== null) {
    return [
      leadingNotice({
        key: `created ${formPath}`,
        tone: 'green',
        leadsTo: created,
        see: outcomes.open,
        words: words.created,
        more: close(() => store.getState().startOver(profileId)),
      }),
    ];
  }
  if (attempt?.state !== 'failed' || isResolvedAsNotCreated(attempt)) return [];
  return [
    leadingNotice({
      key: `failed ${formPath}`,
      tone: 'amber',
      leadsTo: formPath,
      see: outcomes.back,
      words: unsent.includes(attempt.failure.code) ? outcomes.unsent : words.failed,
      more:
        !isOutcomeOpen(attempt) &&
        close(() => store.getState().attempt(profileId, { state: 'none' })),
    }),
  ];
}
