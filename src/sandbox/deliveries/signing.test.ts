import { expect, test } from 'vitest';
import { sign } from '../../contract/signature.ts';
import { defaultSettings } from '../state/settings.ts';
import { signatureFor } from './signing.ts';

const secret = 'secret_abc';
/** Parsed and written again it has no space, and another number. */
const body = Buffer.from('{"amount": 1.0}');

test('the bytes that are sent are signed, not what they say', () => {
  expect(signatureFor(body, secret, 'genuine', defaultSettings)).toBe(sign(body, secret));
});

test('where the switch says so, the body is signed as it is when written again', () => {
  const settings = { ...defaultSettings, signatureInput: 'reserialised' as const };
  const again = Buffer.from('{"amount":1}');
  expect(signatureFor(body, secret, 'genuine', settings)).toBe(sign(again, secret));
});
