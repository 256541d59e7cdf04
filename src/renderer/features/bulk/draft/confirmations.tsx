/** What a person confirms once, each with its number, before a start. */
import { Button, Checkbox, TextInput, Title } from '@mantine/core';
import type { BulkConfirmation, BulkDraft, BulkQuestion } from '../../../../bridge/bulk.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { bulkTexts } from '../texts.ts';
import { questionOf, typedQuestion } from './open-questions.ts';
import classes from './review.module.css';

const texts = bulkTexts.review;

export interface ConfirmationsProps {
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

export function Confirmations(props: ConfirmationsProps) {
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
