/** A form of Mantine’s own says what is wrong where it is. */
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { focusWrong } from './focus-wrong.ts';

function NameForm() {
  useEffect(() => focusWrong(document), []);
  const form = useForm({
    initialValues: { first: 'Ada', last: '' },
    validate: { last: (last) => (last === '' ? 'Enter a name.' : null) },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(() => undefined)}>
      <TextInput label="First" {...form.getInputProps('first')} />
      <TextInput label="Last" {...form.getInputProps('last')} />
      <Button type="submit">Save</Button>
    </form>
  );
}

it('what is sent with a mistake has the focus in the field of it', async () => {
  const { press, field } = showPage(<NameForm />, {});
  await press('Save');
  const last = await field('Last');
  await waitFor(() => expect(document.activeElement).toBe(last));
});
