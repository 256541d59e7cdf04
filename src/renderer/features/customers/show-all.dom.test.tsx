/** The ways from a customer to all of its records: as many as they say. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { useBankAccountsView } from '../bank-accounts/bank-account-stores.ts';
import { bankAccountTexts } from '../bank-accounts/texts.ts';
import { useOtherRecordViews } from '../other-records/list-view.ts';
import { kindTexts, otherRecordTexts } from '../other-records/texts.ts';
import { useVirtualAccountsView } from '../virtual-accounts/list-view.ts';
import { CustomerDetailPanel } from './customer-detail-panel.tsx';
import { customerTexts } from './texts.ts';

const customerId = 'customer_a';
const known = {
  id: customerId,
  type: 'business',
  name: 'Ada Ltd',
  verificationProfiles: [],
  fields: [],
  learned: [],
  requestIds: [],
  observations: 1,
  asReceived: {},
  erasure: null,
  lastLearnedAt: '2026-11-20T12:00:00.000Z',
} as const;
const many = () => ({ rows: [], total: 30 });

type Narrowed = { search: string; customerId: string | null };

function Lists({ onViews }: { onViews: (viewOf: () => Narrowed[]) => void }) {
  const lists = [useVirtualAccountsView(), useBankAccountsView(), useOtherRecordViews().wallet];
  onViews(() => lists.map((list) => list.getState().view));
  const narrow = () => {
    for (const list of lists) list.getState().change({ search: 'USDC' });
  };
  return (
    <button type="button" onClick={narrow}>
      Narrow
    </button>
  );
}

it.each([
  [0, customerTexts.detail.allAccounts('30')],
  [1, bankAccountTexts.ofCustomer.all('30')],
  [2, otherRecordTexts.ofCustomer.all('30', kindTexts.wallet.many)],
])('list %i is narrowed to the customer alone by “%s”', async (index, name) => {
  let views: () => Narrowed[] = () => [];
  const { press, user } = showPage(
    <>
      <Lists onViews={(viewOf) => (views = viewOf)} />
      <CustomerDetailPanel id={customerId} />
    </>,
    {
      customers: { get: () => known },
      virtualAccounts: { list: many },
      bankAccounts: { list: many },
      otherRecords: { list: many },
    },
  );
  await press('Narrow');
  await user.click(await screen.findByRole('link', { name }));
  expect(views()[index]).toMatchObject({ search: '', customerId });
});
