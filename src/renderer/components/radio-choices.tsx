/** One of a few choices, each with its name and, where it has one, what it means. */
import { Radio, Stack } from '@mantine/core';

export interface RadioChoicesProps<Value extends string> {
  label: string;
  choices: readonly Value[];
  texts: Readonly<Record<Value, { readonly label: string; readonly help?: string }>>;
  value: Value;
  onChange: (value: Value) => void;
}

export function RadioChoices<Value extends string>(props: RadioChoicesProps<Value>) {
  const { label, choices, texts, value, onChange } = props;
  const change = (chosen: string): void => {
    const known = choices.find((choice) => choice === chosen);
    if (known !== undefined) onChange(known);
  };
  return (
    <Radio.Group label={label} value={value} onChange={change}>
      <Stack gap="xs" mt={4}>
        {choices.map((choice) => (
          <Radio
            key={choice}
            size="sm"
            value={choice}
            label={texts[choice].label}
            description={texts[choice].help}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
