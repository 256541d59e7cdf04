/** What is given to be imported. */
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { ImportForm } from './import-form.tsx';
import { emptyValues, type ImportValues } from './import-values.ts';
import { importTexts as texts } from './texts.ts';

function Form() {
  const [values, setValues] = useState<ImportValues>({ ...emptyValues('customers'), form: 'csv' });
  return (
    <ImportForm
      values={values}
      onChange={(patch) => setValues({ ...values, ...patch })}
      isBusy={false}
      onPreview={() => undefined}
    />
  );
}

it('a file that can’t be read is said to be so, and can be chosen again', async () => {
  const { user, field } = showPage(<Form />, {});
  let isGone = true;
  const file = new File(['id'], 'customers.csv', { type: 'text/csv' });
  const arrayBuffer = async () => {
    if (isGone) throw new DOMException('It is gone.', 'NotReadableError');
    return new TextEncoder().encode('id').buffer;
  };
  Object.defineProperty(file, 'arrayBuffer', { value: arrayBuffer });
  const input = await field(texts.fileLabel);
  await user.upload(input, file);
  await screen.findByText(texts.unreadable(file.name));
  expect(input.value).toBe('');
  isGone = false;
  await user.upload(input, file);
  await screen.findByText(texts.fromFile(file.name));
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'id');
  expect(screen.queryByText(texts.unreadable(file.name))).toBeNull();
});
