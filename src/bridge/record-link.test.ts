import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLink, linkKinds, maxLinkLength, parseLink } from './record-link.ts';

const key = '0123456789abcdef'.repeat(2);
const ids = {
  customer: 'customer_a1',
  'virtual-account': 'virtualAccount_a1',
  'bank-account': 'bankAccount_a1',
  payout: 'payout_1.2:3',
  wallet: 'wallet_a1',
  address: 'address_a1',
  'payment-link': 'paymentLink_a1',
  webhook: 'webhook_a1',
  event: 'event_a1',
  request: key,
  screen: 'virtual-accounts',
} as const;

describe('a link', () => {
  it.each(linkKinds)('leads to a %s', (kind) => {
    const link = { kind, id: ids[kind], profile: null };
    expect(formatLink(link)).toBe(`causeway://open/${kind}/${ids[kind]}`);
    expect(parseLink(`causeway://open/${kind}/${ids[kind]}`)).toEqual(link);
  });

  it('names its profile by ID or by name', () => {
    const link = { kind: 'event', id: 'event_a', profile: 'Treasury & Söhne (EU) 100%' } as const;
    const text = formatLink(link);
    expect(text).toBe(
      'causeway://open/event/event_a?profile=Treasury%20%26%20S%C3%B6hne%20(EU)%20100%25',
    );
    expect(parseLink(text ?? '')).toEqual(link);
  });

  it.each([
    '',
    'causeway:',
    'causeway://',
    'causeway://open/customer/',
    'causeway://open/customer',
    'Causeway://open/customer/customer_a',
    'causeway:open/customer/customer_a',
    'causeway://delete/customer/customer_a',
    'causeway://open/customers/customer_a',
    'causeway://open/constructor/x',
    'causeway://open/customer/webhook_a',
    'causeway://open/customer/customer_a/',
    'causeway://open/customer/customer_a/delete',
    'causeway://open/customer/customer_a#x',
    'causeway://open/customer/customer_a?profile=',
    'causeway://open/customer/customer_a?profile=%20x',
    'causeway://open/customer/customer_a?profile=a%0Ab',
    'causeway://open/customer/customer_a?profile=%ff',
    'causeway://open/customer/customer_a?profile=%',
    'causeway://open/customer/customer_a?profile=a&profile=b',
    'causeway://open/customer/customer_a?confirm=yes',
    'causeway://user@open/customer/customer_a',
    'causeway://open:80/customer/customer_a',
    'causeway://open/payout/..',
    'causeway://open/payout/../settings',
    'causeway://open/payout/%2e%2e',
    'causeway://open/payout/a%2Fb',
    'causeway://open/payout/a\\b',
    'causeway://open/screen/../settings',
    'causeway://open/screen/settings/about',
    'causeway://open/request/0123',
    ' causeway://open/customer/customer_a',
    'causeway://open/customer/customer_a\n',
    'https://open/customer/customer_a',
    `causeway://open/event/event_a?profile=${'a'.repeat(81)}`,
    `causeway://open/customer/customer_${'a'.repeat(maxLinkLength)}`,
  ])('is not %j', (text) => {
    expect(parseLink(text)).toBeNull();
  });

  it('is read back as it was written, whatever it was made of, or is not written at all', () => {
    const any = fc.record({
      kind: fc.constantFrom(...linkKinds),
      id: fc.oneof(fc.constantFrom(...Object.values(ids)), fc.string({ unit: 'binary' })),
      profile: fc.option(fc.string({ unit: 'binary', maxLength: 90 })),
    });
    fc.assert(
      fc.property(any, (link) => {
        const text = formatLink(link);
        if (text === null) return;
        expect(text.length).toBeLessThanOrEqual(maxLinkLength);
        expect(text).toMatch(/^causeway:\/\/open\/[!-~]+$/);
        expect(parseLink(text)).toEqual(link);
      }),
    );
  });

  it('is read from any text without an error, and leaves its place in no case', () => {
    const pieces = fc.constantFrom(
      'causeway://',
      'open',
      '/',
      '..',
      '.',
      '%2e',
      '%2F',
      '%',
      '\\',
      '?profile=',
      '#',
      '&',
      ...linkKinds,
      ...Object.values(ids),
      '\u0000',
      ' ',
      '\u202e',
      '\ud800',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom(...linkKinds), fc.string({ unit: 'binary-ascii' }))
        .map(([kind, rest]) => `causeway://open/${kind}/${rest}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const link = parseLink(text);
        if (link === null) return;
        expect(link.id).toMatch(/^[\w.:+@~-]{1,500}$/);
        expect(['.', '..']).not.toContain(link.id);
        expect(formatLink(link)).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});
