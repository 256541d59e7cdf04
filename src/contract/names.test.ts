import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalNetwork,
  destinationCurrencies,
  isKnownNetwork,
  isPairServed,
  knownNetworks,
  sourceCurrencies,
} from './currencies.ts';
import {
  eventMeanings,
  eventNames,
  isEventName,
  listedEventNames,
  resourceKeyOf,
} from './event-names.ts';
import * as ids from './ids.ts';
import { networkPattern } from './patterns.ts';
import { basisPoints, basisPointsInResponse, timestamp } from './scalars.ts';
import {
  isUsualMove,
  kycTransitions,
  payoutStates,
  payoutTransitions,
  termsTransitions,
} from './transitions.ts';

it('the currencies are those of the specification', () => {
  expect(sourceCurrencies).toEqual(['USD', 'EUR']);
  expect(destinationCurrencies).toEqual(['USDC', 'USDT']);
});

describe('ids', () => {
  const written = [
    ['customer', ids.customerId],
    ['bankAccount', ids.bankAccountId],
    ['event', ids.eventId],
  ] as const;

  it.each(written)('%s_ takes lowercase letters and digits alone', (prefix, schema) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,40}$/), (rest) => {
        expect(schema.safeParse(`${prefix}_${rest}`).success).toBe(true);
      }),
    );
    for (const wrong of ['_', '_A', '_a-b', '_a b', '_a\n', '']) {
      expect(schema.safeParse(`${prefix}${wrong}`).success).toBe(false);
    }
    expect(schema.safeParse(`x${prefix}_a`).success).toBe(false);
  });

  it.each([
    ['customer', ids.givenIds.customer],
    ['bankAccount', ids.givenIds.bankAccount],
    ['event', ids.givenIds.event],
    ['virtualAccount', ids.virtualAccountId],
    ['webhook', ids.webhookId],
    ['request', ids.requestId],
    ['secret', ids.webhookSecret],
    ['wallet', ids.walletId],
    ['paymentLink', ids.paymentLinkId],
  ])('%s_ in other spellings is read', (prefix, schema) => {
    expect(schema.safeParse(`${prefix}_01J-aB_z`).success).toBe(true);
    expect(schema.safeParse(`${prefix}_`).success).toBe(false);
    expect(schema.safeParse('other_1').success).toBe(false);
  });
});

it('a webhook’s secret is its prefix and anything printable without spaces', () => {
  const isSecret = (text: string) => ids.webhookSecret.safeParse(text).success;
  for (const text of ['a', 'ab+/cd==', '"{}"', 'ключ', 'a'.repeat(4_096)]) {
    expect(isSecret(`secret_${text}`)).toBe(true);
  }
  for (const text of ['', 'a b', 'a\n', '\u0000', 'a\u200b', 'a'.repeat(4_097)]) {
    expect(isSecret(`secret_${text}`)).toBe(false);
  }
});

describe('basis points', () => {
  it('are digits when we send them, and may have a fraction when they are answered', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (rate) => {
        expect(basisPoints.parse(String(rate))).toBe(String(rate));
        expect(basisPointsInResponse.parse(`${rate}.5`)).toBe(`${rate}.5`);
      }),
    );
    for (const wrong of ['', '-1', '1.5', '1e3', ' 1', '٣']) {
      expect(basisPoints.safeParse(wrong).success).toBe(false);
    }
  });
});

describe('timestamps', () => {
  it('are ISO 8601 in UTC with milliseconds', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(timestamp.parse(date.toISOString())).toBe(date.toISOString());
        },
      ),
    );
    for (const wrong of ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000+01:00', '2026-01-31']) {
      expect(timestamp.safeParse(wrong).success).toBe(false);
    }
  });

  it.each(['2026-13-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '2026-01-31T12:00:60.000Z'])(
    'are moments that there are, unlike %s',
    (never) => {
      const message = 'must be an ISO 8601 UTC time with milliseconds';
      expect(timestamp.safeParse(never).error?.issues).toMatchObject([{ message }]);
    },
  );
});

describe('networks', () => {
  it('are lowercase names', () => {
    for (const name of knownNetworks) expect(name).toMatch(networkPattern);
    for (const name of ['Base', '', '1inch', 'base mainnet']) {
      expect(name).not.toMatch(networkPattern);
    }
  });

  it('are one when they have two names', () => {
    expect(canonicalNetwork('sol')).toBe('solana');
    expect(canonicalNetwork('SOLANA')).toBe('solana');
    expect(isKnownNetwork('sol') && isKnownNetwork('solana')).toBe(true);
    expect(isKnownNetwork('bitcoin')).toBe(false);
  });

  it('serve USDT on ethereum and tron alone, and USDC everywhere but tron', () => {
    const served = destinationCurrencies.map((currency) =>
      knownNetworks.filter((network) => isPairServed(currency, network)),
    );
    expect(served).toEqual([
      knownNetworks.filter((network) => network !== 'tron'),
      ['ethereum', 'tron'],
    ]);
  });
});

describe('event names', () => {
  it('are the nineteen of section 6 and paymentLink.create', () => {
    expect(listedEventNames.join(' ')).toBe(
      'address.create bankAccount.create customer.create customer.kyc.pending customer.kyc.successful ' +
        'customer.kyc.rejected customer.kyc.additionalReviewRequired customer.tos.pending ' +
        'customer.tos.successful payout.cancelled payout.create payout.failed payout.funded ' +
        'payout.pending payout.processing payout.refunded payout.successful wallet.create webhook.create',
    );
    expect(new Set(eventNames)).toEqual(new Set([...listedEventNames, 'paymentLink.create']));
    expect(isEventName('paymentLink.create')).toBe(true);
    expect(isEventName('toString')).toBe(false);
  });

  it('mean what section 6 says', () => {
    expect(listedEventNames.map((name) => eventMeanings[name]).join(', ')).toBe(
      'a new address has been created, a new bank account has been created, ' +
        "a new customer has been created, the customer's KYC is pending, " +
        "the customer's KYC has been approved, the customer's KYC has been rejected, " +
        "the customer's KYC requires additional review, " +
        "the customer's terms of service are pending, " +
        'the customer completed and agreed to the terms of service, ' +
        'a payout has been cancelled, a payout has been created, a payout has failed, ' +
        'a payout has been funded, a payout is pending funding, a payout is being processed, ' +
        'a payout has been refunded, a payout has been successful, ' +
        'a new wallet has been created, a new webhook has been created',
    );
  });

  it('begin with the key under which data holds the resource', () => {
    expect(resourceKeyOf('wallet.create')).toBe('wallet');
    expect(resourceKeyOf('customer.kyc.additionalReviewRequired')).toBe('customer');
    expect(resourceKeyOf('odd')).toBe('odd');
  });
});

describe('transitions', () => {
  it('have every payout state that an event names, each reachable from `created`', () => {
    const reached = new Set<string>(['created']);
    for (const state of payoutStates) {
      for (const next of payoutTransitions[state]) reached.add(next);
    }
    expect(reached).toEqual(new Set(payoutStates));
    const named = listedEventNames.flatMap((name) => /^payout\.(?!create$)(.+)$/.exec(name) ?? []);
    for (const name of named.filter((text) => !text.includes('.'))) {
      expect(payoutStates).toContain(name);
    }
  });

  it('tell a usual move from an unusual one', () => {
    expect(isUsualMove(payoutTransitions, 'funded', 'processing')).toBe(true);
    expect(isUsualMove(payoutTransitions, 'successful', 'pending')).toBe(false);
    expect(isUsualMove(kycTransitions, 'pending', 'successful')).toBe(true);
    expect(isUsualMove(kycTransitions, 'none', 'rejected')).toBe(false);
    expect(isUsualMove(termsTransitions, 'pending', 'successful')).toBe(true);
  });
});
