/** A field for a moment: year first in every locale, in local time with its zone named, and a calendar to choose from. */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef } from 'react';
import { zoneOf } from '../../bridge/instants.ts';
import { instantOfField } from '../format/exact-instants.ts';
import { stateTexts } from '../texts/states.ts';
import classes from './moment-input.module.css';
import { useNow } from './use-now.ts';

export interface MomentInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  /** `2026-11-20 09:00:05`, or what is typed of it. */
  value?: string;
  onChange: (value: string) => void;
}

/** A calendar of the browser takes none. */
const hasOffset = /(?:Z|[+-]\d\d:\d\d)\s*$/;

export function MomentInput({ value = '', onChange, description, ...rest }: MomentInputProps) {
  const calendar = useRef<HTMLInputElement>(null);
  const now = useNow();
  const at = instantOfField(value);
  const zone = stateTexts.momentHelp(zoneOf(at ?? new Date(now).toISOString()));
  return (
    <TextInput
      placeholder={stateTexts.momentForm}
      spellCheck={false}
      maxLength={30}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={
        <>
          {zone} {description}
        </>
      }
      rightSection={
        <span className={classes['calendar']}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={stateTexts.chooseMoment}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={15} />
          </ActionIcon>
          <input
            ref={calendar}
            type="datetime-local"
            step={1}
            tabIndex={-1}
            aria-hidden
            value={at === null || hasOffset.test(value) ? '' : value.replace(' ', 'T')}
            onChange={(event) => onChange(event.currentTarget.value.replace('T', ' '))}
          />
        </span>
      }
    />
  );
}
