/** A file that was reconciled before. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { DraftScreen, SameFile } from './draft-screen.tsx';
import { reconcileTexts } from './texts.ts';

it('leads to the reconciliation by a link of the page, and counts one line as one', async () => {
  showPage(<SameFile same={{ id: 'reconciliation_1', at: '2026-11-20T12:00:00.000Z' }} />, {});
  const { sameOpen } = reconcileTexts.draft;
  const link = await screen.findByRole('link', { name: sameOpen });
  expect(link.className).toContain('Anchor');
  const { confirmBody: words } = reconcileTexts.one;
  expect(words('1')).toMatch(/^1 line is matched /);
  expect(words('2')).toMatch(/^2 lines are matched /);
});

it('begins with a whole number of days alone, as it is typed', async () => {
  const { field, enter, press, button, asked } = showPage(<DraftScreen id="draft_1" />, {
    reconcile: {
      draft: () => ({
        id: 'draft_1',
        kind: 'bank',
        format: 'mt940',
        lines: 1,
        csv: null,
        sameFile: null,
        notes: [],
        balances: [],
        first: [],
      }),
    },
  });
  const { start, window } = reconcileTexts.draft;
  await enter(window, '1.5');
  expect((await field(window)).value).toBe('1.5');
  expect(await button(start)).toHaveProperty('disabled', true);
  await enter(window, '15');
  await press(start);
  expect(asked('reconcile.start')).toMatchObject([{ windowDays: 15 }]);
});
