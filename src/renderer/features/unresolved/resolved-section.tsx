/** What a person settled, the way on from there, and the way back. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { recordHref } from './links.ts';
import { MismatchList } from './mismatches.tsx';
import { unresolvedPaths } from './paths.ts';
import { PossibleMatchItem } from './possible-matches-section.tsx';
import { type RequestDialogProps, ResolveDialog, useHasArrived } from './resolve-dialog.tsx';
import { SendAgainSection } from './send-again-section.tsx';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const againstTexts = unresolvedTexts.against;

/** What came after somebody said that a request made nothing, and fits it: a person says which it is. */
function ConflictingMatchesSection({ view }: { view: UnresolvedView }) {
  const [isAsking, setIsAsking] = useState(false);
  const blocked = useSignOffBlock() ?? view.resolveBlocked;
  const { intent, proposals, repeatedBy } = view;
  if (intent.state !== 'absent' || proposals.length === 0) return null;
  const isSentAgain = repeatedBy.some(({ state }) => state !== 'refused' && state !== 'not-sent');
  return (
    <Notice
      tone="red"
      role="alert"
      title={againstTexts.title}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          disabled={blocked !== null}
          title={blocked ?? undefined}
          onClick={() => setIsAsking(true)}
        >
          {proposals.length === 1 ? againstTexts.another : againstTexts.anotherMany}
        </Button>
      }
    >
      <p>{againstTexts.body}</p>
      {isSentAgain && <p>{againstTexts.sentAgain}</p>}
      <ul className={classes['proposals']}>
        {proposals.map((proposal) => (
          <PossibleMatchItem
            key={proposal.resourceId}
            proposal={proposal}
            href={recordHref(intent.operation, proposal.resourceId)}
            onChoose={null}
          />
        ))}
      </ul>
      {isAsking && <AnotherDialog view={view} isOpen onClose={() => setIsAsking(false)} />}
    </Notice>
  );
}

function AnotherDialog({ view, isOpen, onClose }: RequestDialogProps) {
  const { queries } = useBridge();
  const settle = useMutation(queries.unresolved.absent.mutationOptions({ onSuccess: onClose }));
  const words = unresolvedTexts.anotherDialog;
  const seen = view.proposals.map(({ resourceId }) => resourceId);
  return (
    <ResolveDialog
      hasArrived={useHasArrived(view)}
      {...{ view, isOpen, words, settle, onClose }}
      onGoOn={(word) => settle.mutate({ ...word, seen })}
    >
      <p>{words.body}</p>
      {seen.map((id) => (
        <span key={id} className="mono">
          {id}
        </span>
      ))}
    </ResolveDialog>
  );
}

const texts = unresolvedTexts.settled;

export function ResolvedSection({ view }: { view: UnresolvedView }) {
  const [isAsking, setIsAsking] = useState(false);
  const blocked = useSignOffBlock() ?? view.resolveBlocked;
  const { intent } = view;
  const takeBack = (
    <Button
      variant="default"
      size="compact-sm"
      disabled={blocked !== null}
      title={blocked ?? undefined}
      onClick={() => setIsAsking(true)}
    >
      {texts.takeBack}
    </Button>
  );
  return (
    <>
      <div className={classes['meaning']}>
        <ConflictingMatchesSection view={view} />
        {intent.resourceId === null ? (
          <Notice tone="grey" title={unresolvedTexts.states.absent} actions={takeBack}>
            {texts.absent}
          </Notice>
        ) : (
          <Notice tone="green" title={unresolvedTexts.states.exists} actions={takeBack}>
            {texts.exists}{' '}
            <PageLink href={recordHref(intent.operation, intent.resourceId)} className="mono">
              {intent.resourceId}
            </PageLink>
          </Notice>
        )}
        {view.mismatches.length > 0 && (
          <MismatchList title={texts.departs} mismatches={view.mismatches} />
        )}
      </div>
      {intent.state === 'absent' && <SendAgainSection view={view} />}
      <Repeats view={view} />
      <TakeBackDialog view={view} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}

/** Requests that sent this one again. */
function Repeats({ view: { repeatedBy, intent } }: { view: UnresolvedView }) {
  const open = repeatedBy.filter(({ state }) => state === 'unknown');
  if (intent.state !== 'absent' || open.length === 0) return null;
  return (
    <div className={classes['meaning']}>
      {open.map(({ key }) => (
        <Notice key={key} tone="amber" title={texts.sentAgain}>
          <PageLink href={unresolvedPaths.request(key, 'unknown')}>{texts.seeRepeat}</PageLink>
        </Notice>
      ))}
    </div>
  );
}

function TakeBackDialog({ view, isOpen, onClose }: RequestDialogProps) {
  const { queries } = useBridge();
  const settle = useMutation(queries.unresolved.takeBack.mutationOptions({ onSuccess: onClose }));
  const words = unresolvedTexts.takeBackDialog;
  return (
    <ResolveDialog
      isWide
      {...{ view, isOpen, words, settle, onClose }}
      onGoOn={(word) => settle.mutate(word)}
    >
      <p>{words.body}</p>
    </ResolveDialog>
  );
}
