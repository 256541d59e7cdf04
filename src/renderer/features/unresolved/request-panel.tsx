/** One request: what it means, what was sent, what fits it, what can be checked, and what became of it. */

import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IntentView } from '../../../bridge/intents.ts';
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import { writes } from '../../../contract/writes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { FromOther } from '../../components/handed-over/from-other.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { keyed } from '../../format/keyed.ts';
import { webhookPaths } from '../webhooks/paths.ts';
import { eventsHref, recordHref } from './links.ts';
import { unresolvedPaths } from './paths.ts';
import type { Part } from './places.ts';
import { PossibleMatchesSection, PossibleMatchItem } from './possible-matches-section.tsx';
import { type RequestDialogProps, ResolveDialog, useHasArrived } from './resolve-dialog.tsx';
import { MismatchList, ResolveSection } from './resolve-section.tsx';
import { SendAgainSection } from './send-again-section.tsx';
import { SentSection } from './sent-section.tsx';
import { meaningOf, operationLabel, unresolvedTexts } from './texts.ts';
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

const settledTexts = unresolvedTexts.settled;

/** What a person settled, the way on from there, and the way back. */
function ResolvedSection({ view }: { view: UnresolvedView }) {
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
      {settledTexts.takeBack}
    </Button>
  );
  return (
    <>
      <div className={classes['meaning']}>
        <ConflictingMatchesSection view={view} />
        {intent.resourceId === null ? (
          <Notice tone="grey" title={unresolvedTexts.states.absent} actions={takeBack}>
            {settledTexts.absent}
          </Notice>
        ) : (
          <Notice tone="green" title={unresolvedTexts.states.exists} actions={takeBack}>
            {settledTexts.exists}{' '}
            <PageLink href={recordHref(intent.operation, intent.resourceId)} className="mono">
              {intent.resourceId}
            </PageLink>
          </Notice>
        )}
        {view.mismatches.length > 0 && (
          <MismatchList title={settledTexts.departs} mismatches={view.mismatches} />
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
        <Notice key={key} tone="amber" title={settledTexts.sentAgain}>
          <PageLink href={unresolvedPaths.request(key, 'unknown')}>
            {settledTexts.seeRepeat}
          </PageLink>
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

/** Everything that was said of a request, newest first. */
const texts = unresolvedTexts.history;
const checkTexts = unresolvedTexts.checks;

function HistorySection({ history, intent }: Pick<UnresolvedView, 'history' | 'intent'>) {
  if (history.length === 0) return null;
  return (
    <Section title={texts.title}>
      <ul className={classes['history']}>
        {keyed(history, ({ at, verdict }) => `${at} ${verdict}`).map(({ key, item }) => (
          <li key={key}>
            <strong>{texts.verdicts[item.verdict]}</strong> {texts.how[item.how]},{' '}
            {texts.by(item.by)}
            {item.resourceId !== null && (
              <>
                {' '}
                · <span className="mono">{item.resourceId}</span>
              </>
            )}
            <div className="dimmed">
              <LongMoment at={item.at} />{' '}
              <FromOther of={{ kind: 'request', id: intent.key }} what="resolution" at={item.at} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const tones = { exists: 'green', absent: 'grey' } as const;

export function RequestPanel({ intentKey, part }: { intentKey: string; part: Part }) {
  const { queries } = useBridge();
  const input = { key: intentKey };
  const request = useQuery(queries.unresolved.get.queryOptions({ input }));
  const intent = request.data?.intent;
  const state = intent?.state;
  return (
    <DetailFrame
      recordId={intentKey}
      linkKind="request"
      listHref={unresolvedPaths.part(part)}
      rowHref={unresolvedPaths.request(intentKey, part)}
      listName={unresolvedTexts.title.toLowerCase()}
      isKnown={intent !== undefined}
      title={intent === undefined ? unresolvedTexts.title : operationLabel(intent.operation)}
      isPlainTitle
      subtitle={
        (state === 'exists' || state === 'absent') && (
          <StatusMark tone={tones[state]}>{unresolvedTexts.states[state]}</StatusMark>
        )
      }
    >
      <DetailStates query={request}>{(view) => <Request view={view} part={part} />}</DetailStates>
    </DetailFrame>
  );
}

function Request({ view, part }: { view: UnresolvedView; part: Part }) {
  const { intent } = view;
  if (intent.state !== 'unknown') {
    return (
      <>
        <ResolvedSection view={view} />
        <SentSection view={view} />
        <HistorySection history={view.history} intent={intent} />
      </>
    );
  }
  return (
    <>
      <div className={classes['meaning']}>
        <Notice tone="amber" title={unresolvedTexts.states.unknown}>
          <p>{intent.sentence}</p>
          <p>{meaningOf(intent.operation)}</p>
        </Notice>
      </div>
      <PossibleMatchesSection view={view} />
      <ResolveSection view={view} part={part} />
      <ChecksSection intent={intent} />
      <SentSection view={view} />
      <HistorySection history={view.history} intent={intent} />
    </>
  );
}

/** What a person can check before saying what became of it. */
function ChecksSection({ intent }: { intent: IntentView }) {
  const { creates, noun, event } = writes[intent.operation];
  return (
    <Section title={checkTexts.title}>
      <ul className={classes['checks']}>
        <li>
          {event === null ? checkTexts.notReported : checkTexts.reported(noun, event)}{' '}
          <PageLink href={eventsHref(intent)} underline="always">
            {event === null ? checkTexts.timelineOf : checkTexts.timeline}
          </PageLink>
        </li>
        {event !== null && <li>{checkTexts.support}</li>}
        {creates === 'webhook' && (
          <li>
            {checkTexts.secret}{' '}
            <PageLink href={webhookPaths.existing} underline="always">
              {checkTexts.addSecret}
            </PageLink>
          </li>
        )}
      </ul>
    </Section>
  );
}
