/** The kinds of field in the form of a customer: plain, phone, and with suggestions. */
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { requestLabels } from '../../../contract/fields.ts';
import { SuggestionInput } from '../../components/suggestion-input.tsx';
import type { Suggestion } from '../../components/suggestions.ts';
import { cleanPhone } from './customer-form.ts';
import type { CustomerValues } from './customer-values.ts';
import { customerTexts } from './texts.ts';

const { form: texts } = customerTexts;
const fields = requestLabels.customer;

export interface CustomerForm {
  form: UseFormReturnType<CustomerValues>;
  /** Fields that are marked for what all of the form lacks: a sentence, or true for the mark alone. */
  marks: Partial<Record<keyof CustomerValues, ReactNode>>;
}

interface FieldProps extends CustomerForm {
  name: keyof CustomerValues;
  label: string;
  help?: string;
}

/** A problem that speaks takes the place of the help, which would say the same again. */
function wordsOf({ form, marks, name }: Omit<FieldProps, 'label'>, help: string | undefined) {
  const error = form.errors[name] ?? marks[name];
  return { error, description: typeof error === 'string' ? undefined : help };
}

export function TextField(props: FieldProps & { type?: 'email' | 'text' }) {
  const { form, name, label, type = 'text' } = props;
  return (
    <TextInput
      {...form.getInputProps(name)}
      {...wordsOf(props, props.help)}
      type={type}
      label={label}
    />
  );
}

/** What people write between digits is taken out when the field is left, and that is said. */
export function PhoneField({ form, marks }: CustomerForm) {
  const [wasCleaned, setWasCleaned] = useState(false);
  const input = form.getInputProps('phone');
  const typed = form.values.phone;
  const help = wasCleaned ? texts.phoneCleaned : texts.phoneHelp;
  return (
    <TextInput
      {...input}
      {...wordsOf({ form, marks, name: 'phone' }, help)}
      type="tel"
      label={fields.phone}
      onBlur={(event) => {
        const phone = cleanPhone(typed);
        setWasCleaned(phone !== typed);
        if (phone !== typed) form.setFieldValue('phone', phone);
        input.onBlur?.(event);
      }}
    />
  );
}

/** Anything may be typed; what is suggested is only a help. */
export function SuggestedField(props: FieldProps & { suggestions: readonly Suggestion[] }) {
  const { form, name, label, suggestions } = props;
  const { error, description } = wordsOf(props, props.help);
  return (
    <SuggestionInput
      label={label}
      description={description}
      name={name}
      error={error}
      value={form.values[name]}
      suggestions={suggestions}
      onChange={(value) => form.setFieldValue(name, value)}
      onLeave={() => undefined}
    />
  );
}
