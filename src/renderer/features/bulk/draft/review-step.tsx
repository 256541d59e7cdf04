/** Everything that will be sent, where to, and what has to be confirmed, before it is. */
import { Button, Checkbox, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ApprovalRequestInput } from '../../../../bridge/approvals.ts';
import type { BulkConfirmation, BulkDraft, BulkQuestion } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { writeOf } from '../../../../contract/writes.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useGoOn } from '../../../app/hash-location.ts';
import { useConnection } from '../../../app/shell/use-connection.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { DayLimit } from '../../../components/approval/day-limit.tsx';
import {
  RequestApproval,
  useApprovalNeed,
} from '../../../components/approval/request-approval.tsx';
import { Blocked } from '../../../components/draft/attempt-notice.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { useKnownAt } from '../../../stores/known-at.ts';
import bulk from '../bulk.module.css';
import { bulkPaths } from '../paths.ts';
import { ShownRows } from '../rows/shown-rows.tsx';
import { bulkTexts, rowsIn, things } from '../texts.ts';
import { useBlocked } from '../use-blocked.ts';
import { useDraftColumns } from './draft-columns.tsx';
import { SameFile } from './draft-notes.tsx';
import { useDraftRows } from './draft-rows.tsx';
import { FirstRowNotice } from './first-row.tsx';
import { isCountTyped, openQuestions, questionOf, typedQuestion } from './open-questions.ts';
import classes from './review.module.css';

const texts = bulkTexts.review;

/** What was answered, and of which rows. */
interface Answers {
  digest: string;
  confirmed: ReadonlySet<string>;
  typed: string;
}
const none = (digest: string): Answers => ({ digest, confirmed: new Set(), typed: '' });

export function ReviewStep({ draft }: { draft: BulkDraft }) {
  const connection = useConnection();
  const start = useStart();
  const [answers, setAnswers] = useState<Answers>(none(draft.digest));
  // Answers about other rows don't count.
  const { confirmed, typed } = answers.digest === draft.digest ? answers : none(draft.digest);
  const answer = (given: Partial<Answers>): void =>
    setAnswers({ confirmed, typed, digest: draft.digest, ...given });
  const [isAsked, setIsAsked] = useState(false);
  const [seen, setSeen] = useState<Seen | null>(null);
  const { toSend } = draft.counts;
  const isTyped = isCountTyped(connection?.environment ?? 'production', toSend);
  const open = openQuestions({
    confirmations: draft.confirmations,
    confirmed,
    isTyped,
    typed,
    toSend,
  });
  const what = things(draft.kind, toSend);
  const { id: draftId, confirmations, digest } = draft;
  const asked: ApprovalRequestInput = { what: 'bulk', draftId, confirmations, digest };
  const need = useApprovalNeed(toSend > 0 && draft.missing.length === 0 ? asked : null);
  const blocked = useBlocked(need !== null);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (blocked !== null || start.isPending || need !== null) return;
    setIsAsked(true);
    const [first] = open;
    if (first === undefined) start.mutate(draft);
    else focusQuestion(event.currentTarget, first);
  };
  if (toSend === 0 || draft.missing.length > 0) return <NothingToSend draft={draft} />;
  return (
    <form className={bulk['form']} noValidate onSubmit={send}>
      <div className={bulk['fill']}>
        <div className={bulk['notices']}>
          <SameFile draft={draft} />
          <FirstRowNotice draft={draft} />
        </div>
        <Statement draft={draft} />
        <ToSend draft={draft} seen={seen} onAll={() => setSeen(null)} />
        <Confirmations
          draft={draft}
          confirmed={confirmed}
          onConfirm={(now) => answer({ confirmed: now })}
          typed={isTyped ? typed : null}
          onTyped={(now) => answer({ typed: now })}
          problems={isAsked ? open : []}
          onSee={(kind) => setSeen({ kind })}
        />
        <div className={bulk['notices']}>
          <DayLimit of={writeOf(draft.kind)} count={toSend} />
        </div>
        {need !== null && (
          <div className={bulk['notices']}>
            <RequestApproval
              need={need}
              request={() => asked}
              values={digest}
              isBlocked={blocked !== null || open.length > 0}
              onRequested={() => undefined}
            />
          </div>
        )}
        {start.error !== null && (
          <div className={bulk['notices']}>
            <Failed title={texts.failed} error={start.error} />
          </div>
        )}
      </div>
      <div className={bulk['bar']}>
        <Button component={Link} variant="default" href={bulkPaths.draft(draft.id, 'check')}>
          {texts.back}
        </Button>
        {need === null && (
          <Button type="submit" loading={start.isPending} disabled={blocked !== null}>
            {texts.action(what)}
          </Button>
        )}
        <Blocked blocked={blocked} />
      </div>
    </form>
  );
}

/** With what is said of it in sight, and not only the box itself. */
function focusQuestion(form: HTMLFormElement, name: string): void {
  form.querySelector<HTMLElement>(`[data-question="${name}"]`)?.focus({ preventScroll: true });
  requestAnimationFrame(() => form.querySelector('fieldset')?.scrollIntoView({ block: 'nearest' }));
}

/** How many of what come to be, and where: the one thing that nobody may miss. */
function Statement({ draft }: { draft: BulkDraft }) {
  const connection = useConnection();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { counts, kind } = draft;
  const isProduction = connection?.environment === 'production';
  return (
    <div className={classes['statement']} data-production={isProduction}>
      <Title order={2} size="h1" ref={heading} tabIndex={-1} className={classes['will'] ?? ''}>
        {texts.will(things(kind, counts.toSend))}
      </Title>
      {connection !== undefined && (
        <p className={classes['where']}>
          <strong>{isProduction ? texts.production : texts.sandbox}</strong>{' '}
          {texts.at(connection.profileName)} ·{' '}
          {isProduction ? texts.productionHint : texts.sandboxHint}
        </p>
      )}
      <p>{texts.leftOut(counts.bad, counts.duplicate - counts.included, counts.hidden)}</p>
      <p>
        <strong>{texts.irrevocable[kind]}</strong>
      </p>
    </div>
  );
}

/** Another one with each time that it is asked for. */
interface Seen {
  kind: BulkConfirmation['kind'];
}

interface ToSendProps {
  draft: BulkDraft;
  /** The question whose rows are shown alone; null: all. */
  seen: Seen | null;
  onAll: () => void;
}

function ToSend({ draft, seen, onAll }: ToSendProps) {
  const question = draft.confirmations.find(({ kind }) => kind === seen?.kind) ?? null;
  const paged = useDraftRows(draft, 'to-send', { asked: question?.kind ?? null });
  const columns = useDraftColumns(draft, 'to-send');
  const heading = useRef<HTMLHeadingElement>(null);
  // They stand above what was asked, out of sight.
  useEffect(() => {
    if (seen === null) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [seen]);
  return (
    <>
      <div className={classes['part']}>
        <Title order={2} ref={heading} tabIndex={-1} className={classes['will'] ?? ''}>
          {question === null ? texts.rows : texts.rowsOf(rowsIn(question.count))}
        </Title>
        {question === null ? (
          <p className={bulk['lead']}>{texts.rowsLead}</p>
        ) : (
          <Button variant="default" size="compact-xs" onClick={onAll}>
            {texts.seeAll}
          </Button>
        )}
      </div>
      <div className={classes['rows']}>
        <ShownRows
          label={texts.rows}
          columns={columns}
          paged={paged}
          listKey={`${draft.id} ${question?.kind}`}
          none={bulkTexts.check.none['to-send']}
        />
      </div>
    </>
  );
}

function NothingToSend({ draft }: { draft: BulkDraft }) {
  return (
    <EmptyState
      title={bulkTexts.check.nothing}
      body={bulkTexts.check.leads.bad}
      action={
        <Button component={Link} href={bulkPaths.draft(draft.id, 'check')}>
          {texts.back}
        </Button>
      }
    />
  );
}

/** Starts the run of a draft, and leads to it. */
function useStart() {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const goOn = useGoOn();
  return useMutation({
    mutationFn: (draft: BulkDraft) =>
      bridge.bulk.drafts.start({
        id: draft.id,
        profileId,
        knownAt,
        confirmations: draft.confirmations.map(({ kind, count }) => ({ kind, count })),
        digest: draft.digest,
      }),
    onSuccess: (run) => {
      client.setQueryData(queries.bulk.runs.get.queryKey({ input: { id: run.id } }), run);
      // Replaced, so that going back does not lead to a draft that is gone.
      goOn(bulkPaths.run(run.id), { replace: true });
    },
    // The draft may have changed, or may be gone because the answer was lost.
    onError: () => client.invalidateQueries({ queryKey: queries.bulk.key() }),
  });
}

interface ConfirmationsProps {
  draft: BulkDraft;
  /** Names of the questions that were confirmed. */
  confirmed: ReadonlySet<string>;
  onConfirm: (confirmed: ReadonlySet<string>) => void;
  /** What was typed as the number of rows; null where it is not asked for. */
  typed: string | null;
  onTyped: (typed: string) => void;
  /** Names of the questions that hold up the start. */
  problems: readonly string[];
  /** Shows the rows that a question is about. */
  onSee: (kind: BulkConfirmation['kind']) => void;
}

/** What a person confirms once, each with its number, before a start. */
function Confirmations(props: ConfirmationsProps) {
  const { draft, confirmed, typed, problems } = props;
  if (draft.confirmations.length === 0 && typed === null) return null;
  const count = groupedCount(draft.counts.toSend);
  const toggle = (name: string, isConfirmed: boolean): void => {
    const next = new Set(confirmed);
    if (isConfirmed) next.add(name);
    else next.delete(name);
    props.onConfirm(next);
  };
  return (
    <fieldset className={classes['confirm']}>
      <legend>
        <Title order={2}>{texts.confirm}</Title>
      </legend>
      {draft.confirmations.map((confirmation) => {
        const name = questionOf(confirmation);
        return (
          <div key={name}>
            <Checkbox
              size="sm"
              data-question={name}
              label={texts.confirmations[confirmation.kind](confirmation.count)}
              checked={confirmed.has(name)}
              error={problems.includes(name) ? texts.unconfirmed : undefined}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
            <Concerned question={confirmation} onSee={props.onSee} />
          </div>
        );
      })}
      {typed !== null && (
        <TextInput
          className={classes['typed'] ?? ''}
          data-question={typedQuestion}
          label={texts.typed(count)}
          inputMode="numeric"
          value={typed}
          error={problems.includes(typedQuestion) ? texts.typedProblem(count) : undefined}
          // Enter is pressed on the button that creates, and nowhere else.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
          onChange={(event) => props.onTyped(event.currentTarget.value)}
        />
      )}
    </fieldset>
  );
}

interface ConcernedProps {
  question: BulkQuestion;
  onSee: ConfirmationsProps['onSee'];
}

/** The first rows that a question is about, and the way to all of them. */
function Concerned({ question: { kind, count, first }, onSee }: ConcernedProps) {
  return (
    <p className={classes['concerned']}>
      <span>{texts.concerns(first, count)}</span>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={texts.seeOf(texts.confirmations[kind](count))}
        onClick={() => onSee(kind)}
      >
        {texts.see}
      </Button>
    </p>
  );
}
