/** One request: what it means, what was sent, what fits it, what can be checked, and what became of it. */
import { useQuery } from '@tanstack/react-query';
import type { IntentView } from '../../../bridge/intents.ts';
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import { writes } from '../../../contract/writes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
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
import { eventsHref } from './links.ts';
import { unresolvedPaths } from './paths.ts';
import type { Part } from './places.ts';
import { PossibleMatchesSection } from './possible-matches-section.tsx';
import { ResolveSection } from './resolve-section.tsx';
import { ResolvedSection } from './resolved-section.tsx';
import { SentSection } from './sent-section.tsx';
import { meaningOf, operationLabel, unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

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
