import { describe, expect, it } from 'vitest';
import { eventNames, listedEventNames } from '../../../contract/event-names.ts';
import { allOf, knownEvents, searchEvents, withEvents } from './event-groups.ts';

const namesIn = (search: string): string[] =>
  searchEvents(search).flatMap(({ events }) => events.map(({ name }) => name));

describe('events to choose from', () => {
  it('every event is in the group of its resource, once', () => {
    expect(namesIn('').toSorted()).toEqual([...eventNames].toSorted());
    for (const { resource, events } of searchEvents('')) {
      for (const { name } of events) expect(name.startsWith(`${resource}.`)).toBe(true);
    }
  });

  it('searches names and meanings, word by word, in any case', () => {
    expect(namesIn('KYC pending')).toEqual(['customer.kyc.pending']);
    expect(namesIn('approved')).toEqual(['customer.kyc.successful']);
    expect(namesIn('nothing like it')).toEqual([]);
  });

  it('groups without a match are left out', () => {
    expect(searchEvents('payout').map(({ resource }) => resource)).toEqual(['payout']);
  });

  it('an event that section 6 does not list is marked', () => {
    const [group] = searchEvents('paymentLink');
    expect(group?.events.map(({ isListed }) => isListed)).toEqual([false]);
  });
});

describe('all', () => {
  it('is what section 6 lists, and the rest where the service is not asked', () => {
    expect(allOf(searchEvents(''), false).toSorted()).toEqual([...listedEventNames].toSorted());
    expect(allOf(searchEvents(''), true).toSorted()).toEqual([...eventNames].toSorted());
    expect(allOf(searchEvents('paymentLink'), false)).toEqual([]);
  });
});

describe('choosing', () => {
  it('keeps the order of the interface, and each event once', () => {
    const chosen = withEvents(['wallet.create'], ['customer.create', 'wallet.create'], true);
    expect(chosen).toEqual(['customer.create', 'wallet.create']);
  });

  it('takes away only what was named', () => {
    const rest = withEvents(eventNames, namesIn('payout'), false);
    expect(rest).toHaveLength(eventNames.length - namesIn('payout').length);
    expect(rest.some((name) => name.startsWith('payout.'))).toBe(false);
  });

  it('a name that the interface does not know is not sent', () => {
    expect(knownEvents(['customer.create', 'customer.gone'])).toEqual(['customer.create']);
  });
});
