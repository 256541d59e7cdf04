import { expect, it } from 'vitest';
import { mismatchAdvice } from './webhook-mismatches.ts';

const entered = {
  ...{
    name: 'Main',
    url: 'https://a.example.com/hooks/1',
    events: ['payout.create', 'wallet.create'],
  },
};

it('a webhook that the service answers otherwise than it was asked for is told', () => {
  const body = { ...entered, url: 'https://b.example.com/hooks/1', events: ['payout.create'] };
  expect(mismatchAdvice({ entered, body })).toMatchObject([
    {
      ...{ code: 'departs-url', tone: 'problem' },
      sentence:
        'The service reports the URL as https://b.example.com/hooks/1. The request had https://a.example.com/hooks/1.',
    },
    {
      code: 'departs-events',
      sentence:
        'The service reports the events as payout.create. The request had payout.create, wallet.create.',
    },
  ]);
});

it('the order of events is no departure, nor is what was not sent from here', () => {
  const events = entered.events.toReversed();
  expect(mismatchAdvice({ entered, body: { ...entered, events } })).toEqual([]);
  expect(mismatchAdvice({ entered: {}, body: entered })).toEqual([]);
});
