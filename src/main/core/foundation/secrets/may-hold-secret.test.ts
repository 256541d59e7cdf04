import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutSecrets, mayHoldSecret } from './cut-secrets.ts';

const phrase = entropyToMnemonic(new Uint8Array(16).fill(7), english);
const secrets = [
  'secret_9f3kAbc_-x',
  'secret_ab+/cd==',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJlLW9mLXRoZS1kZXNr',
  '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1\n-----END EC PRIVATE KEY-----',
  `0x${'4c'.repeat(32)}`,
  'Authorization: Bearer abcd1234efgh',
  'postgres://desk:hunter2@db/x',
  phrase,
  phrase.replaceAll(' ', ''),
  // Two words of it are mistyped.
  'legal winner thank year wave sausage worth useful legal winner th ye',
  phrase.replaceAll(' ', '\n'),
  'secr\u200bet_9f3kAbc_-x',
];

it('never says no where something would be cut', () => {
  const text = fc.oneof(fc.constantFrom(...secrets), fc.string(), fc.lorem());
  const texts = fc.array(text, { maxLength: 3 }).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), texts), (body) => {
      const isCut = Object.values(body).some((one) => cutSecrets(one) !== one);
      expect(isCut && !mayHoldSecret(JSON.stringify(body), [])).toBe(false);
    }),
    { seed: 5, numRuns: 500 },
  );
});

it.each(secrets)('says yes to %s', (secret) => {
  expect(mayHoldSecret(JSON.stringify({ memo: `Given ${secret} here` }), [])).toBe(true);
});

it('says yes to a key file, to a known secret, and to one that is spelled in escapes', () => {
  expect(mayHoldSecret(JSON.stringify({ a: '[1, 2]' }), [])).toBe(true);
  expect(mayHoldSecret('{"a":"x-opaque-1-y"}', ['opaque-1'])).toBe(true);
  expect(mayHoldSecret('{"a":"\\u0073ecret_9f3kAbc"}', [])).toBe(true);
});

it('says no to an event as most are', () => {
  const event = '{"id":"event_hwdzzweafk9gh926","name":"payout.create","data":{"amount":"12.50"}}';
  expect(mayHoldSecret(event, ['opaque-1'])).toBe(false);
});
