/** What a statement will say, before its file is made. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { StatementContents } from './statement-contents.tsx';
import { reportTexts } from './texts.ts';

const texts = reportTexts.statement;
const nothing = { count: 0, states: [], withoutTime: 0, progress: null };

it.each([
  ['2026-11-30', texts.noneYet, true],
  ['2026-11-19', texts.none, false],
])('says of a period until %s whether it has ended', async (to, none, isOpen) => {
  showPage(
    <StatementContents
      of={{ kind: 'customer', id: 'customer_1' }}
      days={{ from: '2026-11-01', to }}
    />,
    { payouts: { summary: () => nothing } },
  );
  expect(await screen.findByText(none)).toBeDefined();
  expect(screen.queryAllByText(/^The period has not ended\./)).toHaveLength(isOpen ? 1 : 0);
});
