import { createHmac } from 'node:crypto';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sign, verifySignature } from './signature.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const secret = 'secret_abc123';

/** RFC 4231, section 4: test cases 1 to 4, 6 and 7 (5 is truncated). Key and data in hex. */
const rfc4231 = [
  [
    '0b'.repeat(20),
    '4869205468657265',
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    '4a656665',
    '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    'aa'.repeat(20),
    'dd'.repeat(50),
    '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  ],
  [
    '0102030405060708090a0b0c0d0e0f10111213141516171819',
    'cd'.repeat(50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
  [
    'aa'.repeat(131),
    '54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    'aa'.repeat(131),
    '5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e',
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
] as const;

describe('the hash under signatures', () => {
  it.each(rfc4231)('gives the value of RFC 4231 for key %s', (key, data, expected) => {
    expect(bytesToHex(hmac(sha256, hexToBytes(key), hexToBytes(data)))).toBe(expected);
  });
});

describe('sign', () => {
  it('gives the value of RFC 4231 where the key is text', () => {
    expect(sign(bytes('what do ya want for nothing?'), 'Jefe')).toBe(rfc4231[1][2]);
  });

  it('is the HMAC of the raw bytes keyed with the whole secret, for any body and secret', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }), (body, key) => {
        expect(sign(body, key)).toBe(createHmac('sha256', key).update(body).digest('hex'));
      }),
    );
  });

  it('uses the prefix of the secret as part of the key', () => {
    expect(sign(bytes('{}'), 'secret_abc')).not.toBe(sign(bytes('{}'), 'abc'));
  });
});

describe('verifySignature', () => {
  const anyBody = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    fc.json().map((text) => bytes(text)),
  );

  it('takes what was signed, in either case of hex', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const signature = sign(body, secret);
        expect(verifySignature(body, signature, secret)).toBe('genuine');
        expect(verifySignature(body, signature.toUpperCase(), secret)).toBe('genuine');
      }),
    );
  });

  it('refuses a body in which any one bit was turned', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.nat(),
        fc.nat(7),
        (body, at, bit) => {
          const signature = sign(body, secret);
          const changed = Uint8Array.from(body);
          const index = at % body.length;
          changed[index] = (body[index] ?? 0) ^ (1 << bit);
          expect(verifySignature(changed, signature, secret)).toBe('wrong');
        },
      ),
    );
  });

  it('refuses a signature in which any one digit was changed', () => {
    fc.assert(
      fc.property(anyBody, fc.nat(63), fc.integer({ min: 1, max: 15 }), (body, index, by) => {
        const right = sign(body, secret);
        const digit = (Number.parseInt(right.charAt(index), 16) ^ by).toString(16);
        const wrong = right.slice(0, index) + digit + right.slice(index + 1);
        expect(verifySignature(body, wrong, secret)).toBe('wrong');
      }),
    );
  });

  it('refuses a signature that was cut, lengthened or made with another secret', () => {
    const body = bytes('{"id":"event_1"}');
    const right = sign(body, secret);
    for (const wrong of [right.slice(1), right.slice(0, -1), `${right}0`, ` ${right}`, 'x']) {
      expect(verifySignature(body, wrong, secret)).toBe('wrong');
    }
    expect(verifySignature(body, sign(body, 'secret_other'), secret)).toBe('wrong');
  });

  it('never throws and never takes a signature that was made up', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (body, header, key) => {
          const expected = header === '' ? 'missing' : 'wrong';
          expect(verifySignature(body, header, key)).toBe(expected);
        },
      ),
    );
  });

  it.each([null, undefined, ''])('says that a signature is missing: %s', (header) => {
    expect(verifySignature(bytes('{}'), header, secret)).toBe('missing');
  });

  it('tells a signature of the re-serialised body from one of the raw bytes', () => {
    const spaced = bytes('{ "id" : "event_1",\n "n": 1.0 }');
    const compact = sign(bytes('{"id":"event_1","n":1}'), secret);
    expect(verifySignature(spaced, compact, secret)).toBe('genuine-reserialised');
    expect(verifySignature(spaced, sign(spaced, secret), secret)).toBe('genuine');
  });

  it('takes a body with a key twice by its raw bytes alone', () => {
    const twice = bytes('{"data":{"forged":1},"d\\u0061ta":{"real":1}}');
    const read = sign(bytes('{"data":{"real":1}}'), secret);
    expect(verifySignature(twice, read, secret)).toBe('duplicate-keys');
    expect(verifySignature(twice, sign(twice, secret), secret)).toBe('genuine');
  });

  it('survives a body that nests deeper than the stack', () => {
    const deep = bytes('['.repeat(200_000) + ']'.repeat(200_000));
    expect(verifySignature(deep, '0'.repeat(64), secret)).toBe('wrong');
  });
});
