/** What was observed since and fits: a person says whether it is the one. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PossibleMatch, UnresolvedView } from '../../../bridge/unresolved.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { sourceTexts } from '../../texts/states.ts';
import { timelinePaths } from '../timeline/paths.ts';
import { recordHref } from './links.ts';
import { SentFacts } from './sent-section.tsx';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.proposed;

export function PossibleMatchesSection({ view }: { view: UnresolvedView }) {
  const [chosen, setChosen] = useState<PossibleMatch | null>(null);
  const blocked = useSignOffBlock() ?? view.resolveBlocked;
  if (view.proposals.length === 0) return null;
  return (
    <Section title={texts.title} lead={texts.lead}>
      <ul className={classes['proposals']}>
        {view.proposals.map((proposal) => (
          <PossibleMatchItem
            key={proposal.resourceId}
            proposal={proposal}
            href={recordHref(view.intent.operation, proposal.resourceId)}
            onChoose={blocked === null ? () => setChosen(proposal) : null}
          />
        ))}
      </ul>
      <PossibleMatchDialog view={view} chosen={chosen} onBack={() => setChosen(null)} />
    </Section>
  );
}

interface PossibleMatchItemProps {
  proposal: PossibleMatch;
  href: string;
  /** null where it is only looked at. */
  onChoose: (() => void) | null;
}

export function PossibleMatchItem({ proposal, href, onChoose }: PossibleMatchItemProps) {
  const { resourceId, eventId, eventName, happenedAt, observedAt, source, same } = proposal;
  return (
    <li className={classes['proposal']}>
      <div className={classes['proposalHead']}>
        <PageLink href={href} className="mono">
          {resourceId}
        </PageLink>
        {onChoose !== null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`${texts.confirm}: ${resourceId}`}
            onClick={onChoose}
          >
            {texts.confirm}
          </Button>
        )}
      </div>
      <p>
        {texts.same(same.join(', '))}{' '}
        {proposal.fitsOthers > 0 && <strong>{texts.others(proposal.fitsOthers)}</strong>}
      </p>
      <Facts>
        {happenedAt !== null && (
          <Fact name={texts.happened}>
            <LongMoment at={happenedAt} />
          </Fact>
        )}
        <Fact name={texts.learned}>
          <LongMoment at={observedAt} /> · {sourceTexts.sources[source]}
        </Fact>
        {eventId !== null && (
          <Fact name={texts.event}>
            {eventName}{' '}
            <PageLink href={timelinePaths.event(eventId)} className="mono">
              {eventId}
            </PageLink>
          </Fact>
        )}
      </Facts>
    </li>
  );
}

interface PossibleMatchDialogProps {
  view: UnresolvedView;
  chosen: PossibleMatch | null;
  onBack: () => void;
}

function PossibleMatchDialog({ view, chosen, onBack }: PossibleMatchDialogProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const profileId = useProfileId();
  const settle = useMutation(queries.unresolved.exists.mutationOptions({ onSuccess: onBack }));
  const dialog = unresolvedTexts.possibleMatchDialog;
  const back = () => {
    settle.reset();
    onBack();
  };
  return (
    <AskDialog
      isWide
      isOpen={chosen !== null}
      title={dialog.title}
      action={dialog.title}
      isBusy={settle.isPending}
      error={settle.error}
      onBack={back}
      onGoOn={() =>
        chosen !== null &&
        settle.mutate({
          key: view.intent.key,
          profileId,
          answer: { id: chosen.resourceId },
          isPossibleMatch: true,
          read: [],
          knownAt,
        })
      }
    >
      <p>
        {dialog.body} <span className="mono">{allSeen(chosen?.resourceId)}</span>
      </p>
      <Facts>
        <SentFacts view={view} />
      </Facts>
    </AskDialog>
  );
}
