/** What to do first: three steps that a newcomer is led through once, then the ways out of an empty profile. */
import { Button, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FirstStep, FirstSteps as Steps } from '../../../bridge/overview.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { useIsSession } from '../../app/shell/use-is-session.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { Picture } from '../../components/empty-state.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { useHasRelay, useRelayRoute } from '../../components/use-relay-route.ts';
import { customerPaths } from '../customers/paths.ts';
import { importPaths } from '../imports/paths.ts';
import { SampleData } from '../sandbox/sample-data.tsx';
import { settingsPaths } from '../settings/paths.ts';
import { webhookPaths } from '../webhooks/paths.ts';
import classes from './first-steps.module.css';
import { overviewTexts } from './texts.ts';

const { first } = overviewTexts;

/** @param props.isEmpty nothing is recorded in the profile */
export function FirstSteps({ isEmpty }: { isEmpty: boolean }) {
  const { queries } = useBridge();
  const isSession = useIsSession();
  const { data } = useQuery(queries.overview.firstSteps.queryOptions());
  if (data === undefined) return null;
  // A session would lead through them at every start.
  const isLed = data.steps === null ? !isSession : !data.steps.isOver;
  if (isLed) return <Led steps={data.steps ?? { skipped: [], isOver: false }} isEmpty={isEmpty} />;
  return isEmpty ? <WaysOut /> : null;
}

function Led({ steps, isEmpty }: { steps: Steps; isEmpty: boolean }) {
  const { bridge, queries } = useBridge();
  const connection = useConnection();
  const profileId = connection?.profileId ?? '';
  const webhooks = useQuery(queries.webhooks.list.queryOptions()).data?.known ?? 0;
  const hasRelay = useHasRelay();
  const notices = useQuery(queries.notices.settings.queryOptions()).data?.settings.kinds.length;
  const save = useMutation({
    mutationFn: (next: Steps) => bridge.overview.setFirstSteps({ steps: next, profileId }),
    onSuccess: (next, _input, _before, { client }) =>
      client.setQueryData(queries.overview.firstSteps.queryKey(), { steps: next }),
  });
  const progress = progressOf(steps.skipped, {
    work: !isEmpty || (connection !== undefined && connection.environment !== 'built-in'),
    events: webhooks > 0,
    notices: (notices ?? 0) > 0,
  });
  const end = () => save.mutate({ ...steps, isOver: true });
  const skip = (step: FirstStep) => {
    const skipped = [...new Set([...steps.skipped, step])];
    const isOver = isFinished({ ...progress, [step]: 'skipped' });
    save.mutate({ skipped, isOver });
  };
  const one = (step: FirstStep, children: ReactNode) => (
    <Step {...{ step, children }} state={progress[step]} onSkip={() => skip(step)} />
  );
  const isDone = isFinished(progress);
  return (
    <Part
      title={first.title}
      body={isDone ? first.done : first.lead}
      action={
        <Button variant={isDone ? 'filled' : 'subtle'} size="compact-sm" onClick={end}>
          {isDone ? first.finish : first.skipAll}
        </Button>
      }
    >
      <Failed error={save.error} />
      <ol className={classes['steps']} data-compact={!isEmpty}>
        {one(
          'work',
          <>
            <SampleData variant="filled" isExplained />
            <CreateButton variant="default" href={settingsPaths.addProfile}>
              {first.connect.action}
            </CreateButton>
            <CreateButton variant="default" href={customerPaths.new}>
              {first.create.action}
            </CreateButton>
            <CreateButton variant="default" href={importPaths.into('customers')}>
              {first.import.action}
            </CreateButton>
            {isEmpty && (
              <CreateButton variant="default" href={settingsPaths.section('backup')}>
                {first.restore}
              </CreateButton>
            )}
          </>,
        )}
        {one(
          'events',
          <>
            {!hasRelay && (
              <CreateButton variant="default" href={webhookPaths.tunnels}>
                {first.events.tunnel}
              </CreateButton>
            )}
            <CreateButton variant="default" href={webhookPaths.new}>
              {first.events.webhook}
            </CreateButton>
          </>,
        )}
        {one(
          'notices',
          <CreateButton variant="default" href={settingsPaths.section('notices')}>
            {first.notices.action}
          </CreateButton>,
        )}
      </ol>
      {isEmpty && <Later />}
    </Part>
  );
}

interface StepProps {
  step: FirstStep;
  state: Progress[FirstStep];
  onSkip: () => void;
  children: ReactNode;
}

function Step({ step, state, onSkip, children }: StepProps) {
  const isAtRelay = useRelayRoute() !== undefined;
  const hasRelay = useHasRelay();
  const { title, body } = first[step];
  const { events } = first;
  const said = isAtRelay ? events.atRelay : hasRelay ? events.hasRelay : body;
  return (
    <li>
      <Title order={3}>{title}</Title>
      <p className="dimmed">{step === 'events' ? said : body}</p>
      {state === 'open' ? (
        <div className={classes['stepActs']}>
          {children}
          <Button variant="subtle" aria-label={first.skipStep(title)} onClick={onSkip}>
            {first.skip}
          </Button>
        </div>
      ) : (
        <StatusMark tone={state === 'done' ? 'green' : 'grey'}>{first.states[state]}</StatusMark>
      )}
    </li>
  );
}

/** An empty profile once the steps are over. */
const ways = [
  { ...first.create, href: customerPaths.new, isMain: true },
  { ...first.import, href: importPaths.into('customers'), isMain: false },
  { ...first.connect, href: settingsPaths.addProfile, isMain: false },
];

function WaysOut() {
  return (
    <Part title={first.title} body={first.body}>
      <ol className={classes['steps']}>
        {ways.map(({ title, body, action, href, isMain }) => (
          <li key={title}>
            <Title order={3}>{title}</Title>
            <p className="dimmed">{body}</p>
            <CreateButton href={href} variant={isMain ? 'filled' : 'default'}>
              {action}
            </CreateButton>
          </li>
        ))}
      </ol>
      <div className={classes['samples']}>
        <SampleData isExplained />
      </div>
      <Later />
    </Part>
  );
}

/** What stands on the overview once something is recorded. */
function Later() {
  return (
    <div className={classes['later']}>
      {[first.later.needs, first.later.moved].map(({ title, body, headings }) => (
        <section key={title} aria-label={title}>
          <Title order={3}>{title}</Title>
          <p className="dimmed">{body}</p>
          <Picture headings={headings} />
        </section>
      ))}
    </div>
  );
}

interface PartProps {
  title: string;
  body: string;
  action?: ReactNode;
  children: ReactNode;
}

function Part({ title, body, action, children }: PartProps) {
  return (
    <section className={classes['first']} aria-labelledby="first-steps">
      <div className={classes['head']}>
        <Title order={2} id="first-steps" className={classes['firstTitle']}>
          {title}
        </Title>
        {action}
      </div>
      <p className="dimmed">{body}</p>
      {children}
    </section>
  );
}

/** How far a newcomer is: what is done counts as done, whether it was skipped before or not. */
type Progress = Readonly<Record<FirstStep, 'open' | 'done' | 'skipped'>>;

export function progressOf(
  skipped: readonly FirstStep[],
  done: Readonly<Record<FirstStep, boolean>>,
): Progress {
  const of = (step: FirstStep) =>
    done[step] ? 'done' : skipped.includes(step) ? 'skipped' : 'open';
  return { work: of('work'), events: of('events'), notices: of('notices') };
}

export const isFinished = (progress: Progress): boolean =>
  Object.values(progress).every((state) => state !== 'open');
