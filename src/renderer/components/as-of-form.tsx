/** Chooses the moment whose knowledge the window shows. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEnvironment } from '../app/environment/environment-context.ts';
import { instantOfField, localField } from '../format/exact-instants.ts';
import { asOfTexts as texts } from '../texts/as-of.ts';

export interface AsOfFormProps {
  knownAt: string | null;
  /** null: back to now. */
  onChange: (knownAt: string | null) => void;
}

export function AsOfForm({ knownAt, onChange }: AsOfFormProps) {
  const { clock } = useEnvironment();
  const form = useForm({
    mode: 'controlled',
    initialValues: { at: localField(knownAt) },
    clearInputErrorOnChange: true,
    validate: { at: (at) => problemOf(instantOfField(at), clock()) },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ at }) => onChange(instantOfField(at)))}>
      <Stack gap="xs">
        <TextInput
          size="xs"
          type="datetime-local"
          step={1}
          data-autofocus
          label={texts.field}
          description={texts.help}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('at')}
        />
        <Group gap="xs">
          <Button type="submit">{texts.apply}</Button>
          {knownAt !== null && (
            <Button variant="default" onClick={() => onChange(null)}>
              {texts.leave}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function problemOf(at: string | null, now: number): string | null {
  if (at === null) return texts.needed;
  return Date.parse(at) > now ? texts.future : null;
}
