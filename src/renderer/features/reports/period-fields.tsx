/** Chooses a month, a day or a range of days. */
import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useNow } from '../../components/use-now.ts';
import {
  formatMonth,
  monthsBefore,
  ownTimeZone,
  type PeriodValues,
  periodKinds,
  wrongDays,
} from './period-of.ts';
import classes from './reports.module.css';
import { reportTexts } from './texts.ts';

const texts = reportTexts.period;
/** Months to choose from. */
const months = 36;

export interface PeriodFieldsProps {
  values: PeriodValues;
  onChange: (values: PeriodValues) => void;
}

export function PeriodFields({ values, onChange }: PeriodFieldsProps) {
  const label = useId();
  const now = useNow();
  const wrong = wrongDays(values);
  const day = (name: 'day' | 'from' | 'to') => (
    <TextInput
      label={texts[name]}
      placeholder={texts.form}
      maxLength={20}
      value={values[name]}
      error={wrong.has(name) && values[name].length >= 10 ? texts.problems[name] : undefined}
      onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes['period']}>
      <div className={classes['kind']}>
        <span id={label} className={classes['label']}>
          {texts.label}
        </span>
        <SegmentedControl
          size="xs"
          aria-labelledby={label}
          transitionDuration={0}
          value={values.kind}
          onChange={(value) =>
            onChange({ ...values, kind: periodKinds.find((kind) => kind === value) ?? 'month' })
          }
          data={periodKinds.map((value) => ({ value, label: texts.kinds[value] }))}
        />
      </div>
      <div className={classes['days']}>
        {values.kind === 'month' && (
          <Select
            label={texts.month}
            allowDeselect={false}
            value={values.month}
            onChange={(month) => onChange({ ...values, month: month ?? values.month })}
            data={monthsBefore(now, months).map((value) => ({ value, label: formatMonth(value) }))}
          />
        )}
        {values.kind === 'day' && day('day')}
        {values.kind === 'range' && (
          <>
            {day('from')}
            {day('to')}
          </>
        )}
      </div>
      <p className="dimmed">{texts.zone(ownTimeZone())}</p>
    </div>
  );
}
