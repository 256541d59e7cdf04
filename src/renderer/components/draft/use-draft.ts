/** The running draft of the profile in use, and what became of sending it. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useEnvironment } from '../../app/environment/environment-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { useWritesBlocked } from '../../app/shell/use-writes-blocked.ts';
import { type Attempt, type Draft, type DraftStore, isOutcomeOpen } from '../../stores/drafts.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { attemptFromIntent, type CreateFromDraft, sendDraft } from '../../stores/send-draft.ts';
import { asOfTexts } from '../../texts/as-of.ts';
import { formTexts } from '../../texts/forms.ts';

export interface UseDraftOptions<Values> {
  store: DraftStore<Values>;
  create: CreateFromDraft<Values>;
}

export interface UsedDraft<Values> {
  draft: Draft<Values>;
  change: (values: Values) => void;
  review: (isReviewing: boolean) => void;
  /** `goesOn` after the question of the last attempt was read. */
  send: (goesOn?: boolean) => Promise<Attempt>;
  /** Back to editing after a failure was read. */
  dismiss: () => void;
  startOver: () => void;
  /** Why nothing can be created now; null when it can. */
  blocked: string | null;
  /** The same of asking the team for approval. */
  approvalBlocked: string | null;
}

/** null until the profile is known. */
export function useDraft<Values>(options: UseDraftOptions<Values>): UsedDraft<Values> | null {
  const { store, create } = options;
  const { window } = useEnvironment();
  const connection = useConnection();
  const profileId = connection?.profileId ?? null;
  const blocked = useWritesBlocked();
  const approvalBlocked = useWritesBlocked('approvalBlocked');
  const { knownAt } = useKnownAt();
  const draft = useStore(store, (state) =>
    profileId === null ? undefined : state.drafts[profileId],
  );
  useEffect(() => {
    if (profileId !== null) store.getState().open(profileId);
  }, [store, profileId]);
  useLostAttempt(options, profileId, draft);
  // Never taken away: what was typed outlives the screen.
  useEffect(
    () => window.addEventListener('beforeunload', store.getState().askBeforeUnload),
    [store, window],
  );

  const send = useCallback(
    (goesOn = false) => sendDraft({ store, profileId: profileId ?? '', create, goesOn }),
    [store, profileId, create],
  );
  if (profileId === null || draft === undefined) return null;
  const actions = store.getState();
  return {
    draft,
    change: (values) => actions.change(profileId, values),
    review: (isReviewing) => actions.review(profileId, isReviewing),
    send,
    dismiss: () => actions.attempt(profileId, { state: 'none' }),
    startOver: () => actions.startOver(profileId),
    blocked: knownAt === null ? blocked : asOfTexts.blocked,
    approvalBlocked: knownAt === null ? approvalBlocked : asOfTexts.blocked,
  };
}

/**
 * An attempt whose call was cut off is looked up in the journal. It is never sent again. One whose
 * outcome is unknown is looked up, too: a person may settle it elsewhere, with the form on screen or not.
 * So is one that waits for a person: it stands there from when it was confirmed.
 */
export function useLostAttempt<Values>(
  { store }: { readonly store: DraftStore<Values> },
  profileId: string | null,
  draft: Draft<Values> | undefined,
): void {
  const { queries } = useBridge();
  const attemptNow = draft?.attempt;
  const isLost = attemptNow?.state === 'lost';
  const isAsked = attemptNow?.state === 'asked';
  const isLookedUp = attemptNow !== undefined && (isAsked || isOutcomeOpen(attemptNow));
  const key = draft?.intentKey;
  const journal = useQuery({
    ...queries.intents.get.queryOptions({ input: { key: key ?? '' } }),
    enabled: isLookedUp,
    // Read anew: what is held may be of before the attempt.
    staleTime: 0,
    gcTime: 0,
    // Still under way: the notice of its end may have been missed as well.
    refetchInterval: isLost ? 1_000 : false,
  });
  const { data, isFetchedAfterMount, isFetching } = journal;
  useEffect(() => {
    if (!isLookedUp || profileId === null || isFetching || !isFetchedAfterMount) return;
    if (data === undefined || (isAsked && data.intent === null)) return;
    if (!isAsked && !isLost && data.intent?.state === 'unknown') return;
    const attempt = attemptFromIntent(data.intent, formTexts.notArrived);
    if (attempt !== null) store.getState().attempt(profileId, attempt);
  }, [isAsked, isLost, isLookedUp, profileId, data, isFetching, isFetchedAfterMount, store]);
}
