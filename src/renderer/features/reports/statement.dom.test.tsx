/** What a statement will say, before its file is made. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { StatementContents } from './statement-contents.tsx';
import { reportTexts } from './texts.ts';

const texts = reportTexts.statement;
const side = (amount: string) => ({
  totals: [{ currency: 'USD', amount, rows: 1 }],
  withoutAmount: 0,
  withoutCurrency: 0,
  count: 1,
  mock: 0,
});
const outcomes = Object.fromEntries(
  ['received', 'paidOut', 'fees', 'inFlight', 'failed', 'unknown'].map((name) => [name, side('1')]),
);

it.each([
  ['failed', 1],
  ['successful', 0],
])('says of a %s payout whether its amount out was paid', async (state, said) => {
  const totals = { in: side('1'), out: side('2'), fee: side('3') };
  const summary = { count: 1, outcomes, states: [{ state, count: 1, totals }], withoutTime: 0 };
  showPage(
    <StatementContents
      of={{ kind: 'customer', id: 'customer_1' }}
      days={{ from: '2026-11-01', to: '2026-11-19' }}
    />,
    {
      payouts: {
        summary: () => ({ ...summary, progress: null }),
        list: () => ({ rows: [], total: 0 }),
      },
    },
  );
  await screen.findByText(texts.columns.payouts);
  expect(screen.queryAllByText(texts.notPaid)).toHaveLength(said);
});

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
