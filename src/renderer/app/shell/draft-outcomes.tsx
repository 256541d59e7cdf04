/** What became of something that was sent from a form that is not on the screen any more. */
import { Anchor, CloseButton } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { useLostAttempt } from '../../components/draft/use-draft.ts';
import { customerPaths } from '../../features/customers/paths.ts';
import { virtualAccountPaths } from '../../features/virtual-accounts/paths.ts';
import { webhookPaths } from '../../features/webhooks/paths.ts';
import { type DraftStore, isOutcomeOpen, isResolvedAsAbsent } from '../../stores/drafts.ts';
import { useStores } from '../../stores/stores-context.ts';
import { frameTexts } from '../../texts/frame.ts';
import { stateTexts } from '../../texts/states.ts';
import { FrameLine } from './frame-line.tsx';
import type { FrameNotice } from './notices-to-show.ts';

export function useDraftOutcomes(profileId: string): FrameNotice[] {
  const { customerDrafts, virtualAccountDrafts, webhookDrafts } = useStores();
  const { outcomes } = frameTexts;
  const customer = useOutcome({
    store: customerDrafts,
    profileId,
    formPath: customerPaths.new,
    hrefOf: customerPaths.one,
    words: outcomes.customer,
  });
  const virtualAccount = useOutcome({
    store: virtualAccountDrafts,
    profileId,
    formPath: virtualAccountPaths.new,
    hrefOf: virtualAccountPaths.one,
    words: outcomes.virtualAccount,
  });
  const webhook = useOutcome({
    store: webhookDrafts,
    profileId,
    formPath: webhookPaths.new,
    hrefOf: webhookPaths.one,
    words: outcomes.webhook,
  });
  return [customer, virtualAccount, webhook].filter((notice) => notice !== null);
}

interface OutcomeOptions<Values> {
  store: DraftStore<Values>;
  profileId: string;
  formPath: string;
  hrefOf: (id: string) => string;
  words: { created: string; failed: string };
}

function useOutcome<Values>(options: OutcomeOptions<Values>): FrameNotice | null {
  const { store, profileId, formPath, hrefOf, words } = options;
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
  if (created !== null) {
    const dismiss = () => store.getState().startOver(profileId);
    const line = (
      <FrameLine
        tone="green"
        action={
          <>
            <Anchor component={Link} href={created} underline="always">
              {outcomes.open}
            </Anchor>
            <CloseButton size="sm" aria-label={stateTexts.close} onClick={dismiss} />
          </>
        }
      >
        {words.created}
      </FrameLine>
    );
    return { key: `created ${formPath}`, tone: 'green', leadsTo: created, line };
  }
  if (attempt?.state !== 'failed' || isResolvedAsAbsent(attempt)) return null;
  const line = (
    <FrameLine
      tone="amber"
      action={
        <>
          <Anchor component={Link} href={formPath} underline="always">
            {outcomes.back}
          </Anchor>
          {!isOutcomeOpen(attempt) && (
            <CloseButton
              size="sm"
              aria-label={stateTexts.close}
              onClick={() => store.getState().attempt(profileId, { state: 'none' })}
            />
          )}
        </>
      }
    >
      {words.failed}
    </FrameLine>
  );
  return { key: `failed ${formPath}`, tone: 'amber', leadsTo: formPath, line };
}
