/** The columns of a file as a person chooses them: what is shown chosen is what main is told. */
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BulkColumn, BulkDraft, BulkField } from '../../../../bridge/bulk.ts';
import { showPage } from '../../../app/testing/show-page.tsx';
import { bulkTexts } from '../texts.ts';
import { ColumnsStep } from './columns-step.tsx';

const given = 'personalInformation.firstName';
const column = (index: number, heading: string, field: BulkField | null): BulkColumn => ({
  index,
  heading,
  field,
  resembles: null,
  isHidden: false,
  samples: [],
});

const draft = {
  id: 'draft_1',
  kind: 'customer',
  fileName: 'a.csv',
  format: 'csv',
  status: 'ready',
  sheets: [],
  sheet: null,
  firstRow: null,
  hiddenRows: null,
  notes: [],
  missing: [],
  columns: [column(0, 'Mail', null), column(1, 'Tel', null), column(2, 'Given', given)],
  preview: [],
  sameFile: null,
} as unknown as BulkDraft;

const readAs = bulkTexts.columns.readAsOf;

it('a field is read from one column alone', async () => {
  const { choose, asked } = showPage(<ColumnsStep draft={draft} />, {});
  await choose(readAs('Mail'), given);
  expect(asked('bulk.drafts.map')).toEqual([
    { id: 'draft_1', columns: [{ index: 0, field: given }] },
  ]);
});

it('a second choice made before the first was taken leaves the first', async () => {
  const taken = Promise.withResolvers<BulkDraft>();
  const { choose, field, asked } = showPage(<ColumnsStep draft={draft} />, {
    bulk: { drafts: { map: () => taken.promise } },
  });
  await choose(readAs('Mail'), 'email');
  expect((await field(readAs('Mail'))).value).toBe('email');
  await choose(readAs('Tel'), 'phone');
  await act(async () => taken.resolve(draft));
  expect(asked('bulk.drafts.map').at(-1)).toEqual({
    id: 'draft_1',
    columns: [
      { index: 0, field: 'email' },
      { index: 1, field: 'phone' },
      { index: 2, field: given },
    ],
  });
});
