/** What became of something that was sent from a form that is not on the screen any more. */
import { Anchor, CloseButton } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { useLostAttempt } from '../../components/draft/use-draft.ts';
import { type DraftStore, isOutcomeOpen, isResolvedAsAbsent } from '../../stores/drafts.ts';
import { useStores } from '../../stores/stores-context.ts';
import { frameTexts } from '../../texts/frame.ts';
import { stateTexts } from '../../texts/states.ts';
import { paths } from '../paths.ts';
import { FrameLine } from './frame-line.tsx';

export function DraftOutcomes({ profileId }: { profileId: string }) {
  const { customerDrafts, virtualAccountDrafts, webhookDrafts } = useStores();
  const { outcomes } = frameTexts;
  return (
    <>
      <Outcome
        store={customerDrafts}
        profileId={profileId}
        formPath={paths.newCustomer}
        hrefOf={paths.customer}
        words={outcomes.customer}
      />
      <Outcome
        store={virtualAccountDrafts}
        profileId={profileId}
        formPath={paths.newVirtualAccount}
        hrefOf={paths.virtualAccount}
        words={outcomes.virtualAccount}
      />
      <Outcome
        store={webhookDrafts}
        profileId={profileId}
        formPath={paths.newWebhook}
        hrefOf={paths.webhook}
        words={outcomes.webhook}
      />
    </>
  );
}

interface OutcomeProps<Values> {
  store: DraftStore<Values>;
  profileId: string;
  formPath: string;
  hrefOf: (id: string) => string;
  words: { created: string; failed: string };
}

function Outcome<Values>({ store, profileId, formPath, hrefOf, words }: OutcomeProps<Values>) {
  const draft = useStore(store, (state) => state.drafts[profileId]);
  useLostAttempt({ store }, profileId, draft);
  const attempt = draft?.attempt;
  const [location] = useLocation();
  if (attempt === undefined || location === formPath) return null;
  const { outcomes } = frameTexts;
  if (attempt.state === 'created') {
    const href = hrefOf(attempt.id);
    // The detail of the very record says it better.
    if (location === href) return null;
    const dismiss = () => store.getState().startOver(profileId);
    return (
      <FrameLine
        tone="green"
        action={
          <>
            <Anchor component={Link} href={href} underline="always" onClick={dismiss}>
              {outcomes.open}
            </Anchor>
            <CloseButton size="sm" aria-label={stateTexts.close} onClick={dismiss} />
          </>
        }
      >
        {words.created}
      </FrameLine>
    );
  }
  if (attempt.state !== 'failed' || isResolvedAsAbsent(attempt)) return null;
  return (
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
}
