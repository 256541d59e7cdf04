/** The dialog of a row that is corrected: it closes when the row is right, and loses nothing that was typed. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BulkDraft, DraftRow } from '../../../../bridge/bulk.ts';
import { showPage } from '../../../app/testing/show-page.tsx';
import { bulkFieldLabel, bulkTexts } from '../texts.ts';
import { CorrectingRows, useCorrecting } from './correcting-rows.tsx';

const { correct: texts } = bulkTexts.check;
const wallet = bulkFieldLabel('walletAddress');
const short = '0x5290840009852788';
const whole = '0x52908400098527886e0f7030069857d2e4169ee7';

const draft = { id: 'draft_1', kind: 'virtualAccount' } as BulkDraft;
const bad = (value: string): DraftRow => ({
  row: 2,
  standing: 'bad',
  isIncluded: false,
  customerName: null,
  corrected: [],
  values: [{ field: 'walletAddress', value }],
  remarks: [
    {
      severity: 'error',
      code: 'walletAddress.form',
      field: 'walletAddress',
      column: null,
      sentence: 'Enter 40 hex digits.',
      like: null,
    },
  ],
});
const good: DraftRow = { ...bad(whole), standing: 'ready', remarks: [] };

function OpenRow() {
  const open = useCorrecting();
  return (
    <button type="button" onClick={() => open(bad('0x52'))}>
      Open
    </button>
  );
}

async function openRow(after: readonly DraftRow[]) {
  const answers = [...after];
  const page = showPage(
    <CorrectingRows draft={draft}>
      <OpenRow />
    </CorrectingRows>,
    { bulk: { drafts: { correct: () => ({ draft, row: answers.shift() ?? {} }) } } },
  );
  await page.press('Open');
  return page;
}

it('neither Escape nor a press beside it throws away what was typed', async () => {
  const { enter, field, user } = await openRow([]);
  await enter(wallet, whole);
  await user.keyboard('{Escape}{Escape}');
  const beside = document.querySelector('.mantine-Modal-overlay');
  await user.click(beside ?? document.body);
  expect((await field(wallet)).value).toBe(whole);
});

it('with nothing typed Escape closes it', async () => {
  const { user } = await openRow([]);
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('stays with what is still wrong, and closes once the row can be sent', async () => {
  const { enter, press, asked } = await openRow([bad(short), good]);
  await enter(wallet, short);
  await press(texts.action);
  await screen.findByText('Enter 40 hex digits.');
  await enter(wallet, whole);
  await press(texts.action);
  expect(asked('bulk.drafts.correct')).toEqual(
    [short, whole].map((value) => ({
      id: 'draft_1',
      row: 2,
      values: [{ field: 'walletAddress', value }],
    })),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});
