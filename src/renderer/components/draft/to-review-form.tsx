/** The fields of a draft that is reviewed before it is sent. Nothing is sent from here. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent, ReactNode } from 'react';
import type { WriteName } from '../../../contract/writes.ts';
import { formTexts } from '../../texts/forms.ts';
import { DayLimit } from '../approval/day-limit.tsx';
import { Blocked } from './attempt-notice.tsx';
import classes from './form.module.css';
import type { UsedDraft } from './use-draft.ts';
import { passesChecks } from './use-draft-form.ts';

export interface ToReviewFormProps<Values extends object> {
  used: Pick<UsedDraft<Values>, 'review' | 'startOver' | 'blocked'>;
  form: UseFormReturnType<Values>;
  /** What the form is about: how much of it the team may send today is known before it is filled in. */
  of: WriteName;
  lead: string;
  /** What was entered so far: beside the fields, or under them in a narrow window. */
  summary?: ReactNode;
  /** The fields, and what became of an attempt. */
  children: ReactNode;
}

export function ToReviewForm<Values extends object>(props: ToReviewFormProps<Values>) {
  const { used, form, summary = null } = props;
  const problems = Object.keys(form.errors).length;
  const goToReview = (event: FormEvent): void => {
    event.preventDefault();
    if (passesChecks(form)) used.review(true);
  };
  return (
    <div className={classes['page']}>
      <form
        className={classes['form']}
        data-summarised={summary !== null || undefined}
        noValidate
        onSubmit={goToReview}
      >
        <div className={classes['fields']}>
          <p className="dimmed">{props.lead}</p>
          {props.children}
          <DayLimit of={props.of} />
        </div>
        {summary !== null && <div className={classes['summary']}>{summary}</div>}
        <div className={classes['actions']}>
          <Button type="submit">{formTexts.review}</Button>
          <Button variant="default" onClick={used.startOver}>
            {formTexts.start}
          </Button>
          <Blocked blocked={used.blocked} />
          {problems > 0 && (
            <span className={classes['problems']} role="status">
              {formTexts.problems(problems)}
            </span>
          )}
        </div>
      </form>
    </div>
  );
}
