/** Pages of what was read: numbers stand beside their own rows alone. */
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ImportProblem, ImportRow, ImportView } from '../../../bridge/imports.ts';
import { showPage } from '../../app/testing/show-page.tsx';
import { ImportProblems, ImportRows } from './import-lists.tsx';
import { importTexts } from './texts.ts';

const texts = importTexts.pages;
const total = 250;
const rowAt = (row: number): ImportRow => ({
  row,
  kind: 'customer',
  id: `customer_${row}`,
  standing: 'new',
  changes: [],
  more: 0,
  notes: [],
});
const problemAt = (row: number): ImportProblem => ({ row, column: null, reason: 'Unreadable.' });
const view: ImportView = {
  id: 'a'.repeat(32),
  form: 'csv',
  status: 'preview',
  columns: [],
  fields: [],
  counts: { new: total, adds: 0, changes: 0, same: 0, problems: total },
  rows: [rowAt(1)],
  problems: [problemAt(1)],
  kept: 0,
  left: 0,
};

it.each(['rows', 'problems'] as const)('of %s wait for the page that was turned to', async (of) => {
  const [Shown, answerAt] = of === 'rows' ? [ImportRows, rowAt] : [ImportProblems, problemAt];
  const late = new Map([100, 200].map((offset) => [offset, Promise.withResolvers<void>()]));
  const list = async ({ offset = 0 }) => {
    await late.get(offset)?.promise;
    return { rows: [answerAt(offset + 1)], total };
  };
  const { press } = showPage(<Shown view={view} />, { imports: { [of]: { list } } });
  const first = () => screen.getAllByRole('row')[1]?.firstElementChild?.textContent;
  const numbers = () => screen.getByRole('status').textContent;
  expect([first(), numbers()]).toEqual(['1', texts.range('1', '100', '250')]);
  for (const [offset, last] of [
    [100, '200'],
    [200, '250'],
  ] as const) {
    await press(texts.next);
    expect(numbers()).toBe('');
    await act(async () => late.get(offset)?.resolve());
    await waitFor(() => expect(first()).toBe(`${offset + 1}`));
    expect(numbers()).toBe(texts.range(`${offset + 1}`, last, '250'));
  }
  await press(texts.previous);
  await waitFor(() => expect(first()).toBe('101'));
});
