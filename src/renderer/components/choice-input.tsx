/** One of the values that are known, or another one, which is typed. */
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formTexts } from '../texts/forms.ts';

export interface ChoiceInputProps {
  /** Name of the field, by which its problem finds it. */
  name: string;
  label: string;
  /** Label of the field for another value. */
  otherLabel: string;
  /** Choice that stands for no value. */
  placeholder: string;
  description?: ReactNode;
  /** It has the focus when its dialog opens. */
  isFirst?: boolean;
  /** Description in place of `description`, beside the field for another value. */
  otherDescription?: ReactNode;
  error: ReactNode;
  value: string;
  choices: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
  /** The field was left, with this value in it. */
  onLeave?: (value: string) => void;
}

/** No value: a blank is trimmed from all of them. */
const other = ' ';

export function ChoiceInput(props: ChoiceInputProps) {
  const { name, value, choices, onChange, onLeave } = props;
  const isKnown = choices.some((choice) => choice.value === value);
  /** Stays while a known value is typed: it may be the beginning of another one. */
  const [wasAsked, setWasAsked] = useState(false);
  const isOther = wasAsked || (value !== '' && !isKnown);
  const description = isOther ? (props.otherDescription ?? props.description) : props.description;
  const focus = props.isFirst === true ? { 'data-autofocus': true } : {};
  const words = { description, error: props.error, ...focus };
  return (
    <Stack gap={8}>
      <NativeSelect
        label={props.label}
        {...(isOther ? {} : { ...words, 'data-path': name })}
        data={[
          { value: '', label: props.placeholder },
          ...choices,
          { value: other, label: formTexts.other },
        ]}
        value={isOther ? other : value}
        onChange={({ currentTarget: { value: chosen } }) => {
          setWasAsked(chosen === other);
          onChange(chosen === other ? '' : chosen);
        }}
        onBlur={() => isOther || onLeave?.(value)}
      />
      {isOther && (
        <TextInput
          label={props.otherLabel}
          {...words}
          data-path={name}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={(event) => onLeave?.(event.currentTarget.value)}
        />
      )}
    </Stack>
  );
}
