/** What stands beside a total. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { SumLines } from './payout-totals.tsx';
import { payoutTexts } from './texts.ts';

const sum = { totals: [{ currency: 'USD', amount: '3', rows: 2 }], withoutAmount: 0 };

it.each([1, 0])('a total says how many payouts of test data it holds: %s', (mock) => {
  showPage(<SumLines of={{ ...sum, withoutCurrency: 0, mock }} />, {});
  expect(screen.queryAllByText(payoutTexts.totals.mock(1))).toHaveLength(mock);
});
