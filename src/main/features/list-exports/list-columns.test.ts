import { expect, it } from 'vitest';
import type { PayoutRow } from '../../../bridge/payouts.ts';
import {
  bankAccountList,
  customerList,
  payoutList,
  virtualAccountList,
  webhookList,
} from './list-columns.ts';

it('keeps the headings that spreadsheets of others read, in their order', () => {
  const headings = [customerList, virtualAccountList, bankAccountList, webhookList, payoutList].map(
    (columns) => columns.map(([heading]) => heading).join(','),
  );
  expect(headings).toEqual([
    'customer ID,type,name,name is your display name,email,name and email unconfirmed,verification,criteria still needed,virtual accounts,labels,your reference,record unconfirmed,first recorded at,last updated at',
    'virtual account ID,customer ID,customer name,source currency,destination currency,network,wallet address,total fee bps,active,mismatch with request,labels,your reference,record unconfirmed,created,last updated at',
    'bank account ID,customer ID,customer name,bank name,account holder name,currency,account number,status,record unconfirmed,labels,your reference,last looked up at,missing since,last updated at',
    'webhook ID,name,description,URL,events,active,status,delivery rate,secret stored,record unconfirmed,labels,your reference,created,last updated at',
    'payout ID,amount in,currency in,amount out,currency out,fee,fee currency,customer ID,customer name,virtual account ID,state,in state since,network,wallet address,transaction,reference,created,updated,not found,ambiguous,states not received,unusual transitions,labels,your reference,last updated at,deposit arrived,erased',
  ]);
});

it('a payout says what was not found, and makes no zero of it', () => {
  const nothing = { amount: null, currency: null };
  const row: PayoutRow = {
    id: 'payout_1',
    state: 'processing',
    isKnownState: true,
    isSinceTold: true,
    receivedAt: null,
    stateSince: '2026-11-20T09:00:00.000Z',
    customerId: null,
    customerName: null,
    virtualAccountId: null,
    in: { amount: '12500.750', currency: 'USD' },
    out: nothing,
    fee: nothing,
    network: null,
    walletAddress: null,
    transaction: null,
    reference: null,
    created: null,
    updated: null,
    missingStates: ['pending', 'funded'],
    unusualMoves: 1,
    isMock: false,
    notFound: ['amountOut', 'currencyOut'],
    ambiguous: ['feeAmount'],
    events: 2,
    firstLearnedAt: '2026-11-20T09:00:00.000Z',
    lastLearnedAt: '2026-11-20T09:00:00.000Z',
  };
  const cellsOf = (more: { gone: PayoutRow['notFound']; notFound?: PayoutRow['notFound'] }) =>
    Object.fromEntries(
      payoutList.map(([heading, cell]) => [
        heading,
        cell({ ...row, ...more }, { labels: ['VIP'], reference: null }),
      ]),
    );
  const cells = cellsOf({ gone: [] });
  expect(cellsOf({ gone: ['reference'], notFound: ['feeAmount', 'reference'] })).toMatchObject({
    'not found': 'feeAmount',
    erased: 'reference',
  });
  expect(cells).toMatchObject({
    'amount in': { amount: '12500.750' },
    'amount out': null,
    fee: null,
    labels: 'VIP',
    'not found': 'amountOut currencyOut',
    ambiguous: 'feeAmount',
    'states not received': 'pending funded',
    'unusual transitions': 1,
  });
});
