/** The stretch of time: from and before, in local time, or one of the usual ones. */
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { memo } from 'react';
import type { TimelineFilter } from '../../../../bridge/timeline.ts';
import { useEnvironment } from '../../../app/environment/environment-context.ts';
import { MomentInput } from '../../../components/moment-input.tsx';
import { instantOfField, isNoMoment, localField } from '../../../format/exact-instants.ts';
import { stateTexts } from '../../../texts/states.ts';
import { FilterMenu } from './filter-menu.tsx';
import classes from './filters.module.css';
import { filterTexts } from './texts.ts';

const texts = filterTexts.range;
const hour = 3_600_000;
const presets = [
  ['hour', hour],
  ['day', 24 * hour],
  ['week', 7 * 24 * hour],
  ['month', 30 * 24 * hour],
] as const;

export type Range = Pick<TimelineFilter, 'from' | 'to'>;

export interface RangeMenuProps {
  range: Range;
  onChange: (range: Range) => void;
}

export const RangeMenu = memo(function RangeMenu(props: Range & Pick<RangeMenuProps, 'onChange'>) {
  const { from, to, onChange } = props;
  const isSet = from !== null || to !== null;
  return (
    <FilterMenu label={texts.label} chosen={isSet ? '1' : null}>
      {(close) => (
        <RangeForm
          range={{ from, to }}
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </FilterMenu>
  );
});

export function RangeForm({ range, onChange }: RangeMenuProps) {
  const { clock } = useEnvironment();
  const form = useForm({
    mode: 'controlled',
    initialValues: { from: localField(range.from), to: localField(range.to) },
    clearInputErrorOnChange: true,
    validate: {
      from: (from) => (isNoMoment(from) ? stateTexts.momentNeeded : null),
      to: (to, { from }) => {
        if (isNoMoment(to)) return stateTexts.momentNeeded;
        return isInOrder(from, to) ? null : texts.order;
      },
    },
  });
  const apply = form.onSubmit(({ from, to }) =>
    onChange({ from: instantOfField(from, range.from), to: instantOfField(to, range.to) }),
  );
  return (
    <form noValidate onSubmit={apply} className={classes['fields']}>
      <div className={classes['bar']}>
        {presets.map(([name, length]) => (
          <Button
            key={name}
            variant="default"
            onClick={() => onChange({ from: new Date(clock() - length).toISOString(), to: null })}
          >
            {texts.presets[name]}
          </Button>
        ))}
      </div>
      <MomentInput size="xs" label={texts.from} {...form.getInputProps('from')} />
      <MomentInput size="xs" label={texts.to} {...form.getInputProps('to')} />
      <div className={classes['bar']}>
        <Button type="submit">{texts.apply}</Button>
        <Button variant="default" onClick={() => onChange({ from: null, to: null })}>
          {texts.clear}
        </Button>
      </div>
    </form>
  );
}

/** Either may be open. */
export function isInOrder(from: string, to: string): boolean {
  const first = instantOfField(from);
  const last = instantOfField(to);
  return first === null || last === null || first < last;
}
