import { expect, it } from 'vitest';
import { bytesOf, eventBody } from '../testing/deliveries.ts';
import { readBody } from './read-body.ts';

const told = (name: string, data: unknown) =>
  readBody(bytesOf(eventBody('event_a1', { name, data })))?.deviations.filter((deviation) =>
    deviation.startsWith('data'),
  );

it.each([
  [{}, 'data.payout: expected the resource, received nothing'],
  [{ wallet: { id: 'wallet_1' } }, 'data.payout: expected the resource, received nothing'],
  [{ payout: 'payout_1' }, 'data.payout: expected the resource, received a string'],
  [{ payout: null }, 'data.payout: expected the resource, received null'],
  [{ payout: [] }, 'data.payout: expected the resource, received a list'],
  [{ payout: { status: 'funded' } }, 'data.payout.id: expected an id like payout_…'],
  [{ payout: { id: 7 } }, 'data.payout.id: expected an id like payout_…'],
  [{ payout: { id: 'wallet_1' } }, 'data.payout.id: expected an id like payout_…'],
])('tells of a payout whose data is %j', (data, deviation) => {
  expect(told('payout.funded', data)).toEqual([deviation]);
});

it('tells nothing of what the interface shows, whatever stands beside it, nor of names it does not', () => {
  expect(told('payout.funded', { payout: { id: 'payout_1' }, more: 1 })).toEqual([]);
  expect(told('paymentLink.create', { paymentLink: { id: 'paymentLink_1' } })).toEqual([]);
  expect(told('payout.delayed', {})).toEqual([]);
  expect(told('invoice.create', { anything: 'at all' })).toEqual([]);
});

it('leaves it to the shape of an event to tell that there is no data', () => {
  expect(told('payout.funded', 'none')).toEqual([
    'data: Invalid input: expected record, received string',
  ]);
});
