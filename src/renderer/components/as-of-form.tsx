/** Chooses the moment whose knowledge the window shows. */
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEnvironment } from '../app/environment/environment-context.ts';
import { instantOfField, localField } from '../format/exact-instants.ts';
import { asOfTexts as texts } from '../texts/as-of.ts';
import { stateTexts } from '../texts/states.ts';
import { MomentInput } from './moment-input.tsx';

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
    <form noValidate onSubmit={form.onSubmit(({ at }) => onChange(instantOfField(at, knownAt)))}>
      <Stack gap="xs">
        <MomentInput
          size="xs"
          data-autofocus
          label={texts.field}
          description={texts.help}
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
  if (at === null) return stateTexts.momentNeeded;
  return Date.parse(at) > now ? texts.future : null;
}
