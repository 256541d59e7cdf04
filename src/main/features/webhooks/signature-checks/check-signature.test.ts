import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sign, verifySignature } from '../../../../contract/signature.ts';
import {
  type HmacVector,
  rfc4231,
  wycheproofModified,
  wycheproofValid,
} from '../testing/hmac-vectors.ts';
import { createSignatureCheck, fingerprintOf, isSignedWith } from './check-signature.ts';
import type { StoredSecret } from './types.ts';

const heldOf = (webhookId: string, secret: string): StoredSecret => ({
  webhookId,
  secret,
  fingerprint: fingerprintOf(secret),
});
const own = heldOf('webhook_own', 'secret_own');
const other = heldOf('webhook_other', 'secret_other');
const secrets = [own, other];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const judge = createSignatureCheck();

const holds = ([key, message, tag]: HmacVector): boolean =>
  isSignedWith(
    createSecretKey(Buffer.from(key, 'hex')),
    Buffer.from(message, 'hex'),
    Buffer.from(tag, 'hex'),
  );

describe('HMAC-SHA256', () => {
  it.each(rfc4231)('accepts the tag of RFC 4231 for key %s', (...vector) => {
    expect(holds(vector)).toBe(true);
  });
  it.each(wycheproofValid)('accepts the tag of Wycheproof for key %s', (...vector) => {
    expect(holds(vector)).toBe(true);
  });
  it.each(wycheproofModified)('refuses a modified tag of Wycheproof: %s %s %s', (...vector) => {
    expect(holds(vector)).toBe(false);
  });
  it('refuses every tag of the vectors with any one bit flipped', () => {
    for (const [key, message, tag] of [...rfc4231, ...wycheproofValid]) {
      for (let bit = 0; bit < 256; bit++) {
        const flipped = Buffer.from(tag, 'hex');
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(holds([key, message, flipped.toString('hex')])).toBe(false);
      }
    }
  });
  it('refuses a tag that was cut or lengthened', () => {
    for (const [key, message, tag] of wycheproofValid) {
      expect(holds([key, message, tag.slice(0, 32)])).toBe(false);
      expect(holds([key, message, `${tag}00`])).toBe(false);
      expect(holds([key, message, ''])).toBe(false);
    }
  });
});

describe('a delivery', () => {
  const body = bytes('{"id":"event_1", "name":"wallet.create"}');

  it('is genuine when the raw bytes were signed, with hex in either case', () => {
    const signature = sign(body, own.secret);
    const verdict = { kind: 'genuine', webhookId: 'webhook_own', signature };
    expect(judge.judge(body, signature, secrets)).toMatchObject(verdict);
    expect(judge.judge(body, signature.toUpperCase(), secrets)).toMatchObject(verdict);
  });

  it('says with which secret it was judged, without saying the secret', () => {
    const verdict = judge.judge(body, sign(body, own.secret), secrets);
    expect(verdict.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(verdict.fingerprint).toBe(own.fingerprint);
    expect(JSON.stringify(verdict)).not.toContain(own.secret);
  });

  it('is told apart when only the re-serialised body was signed', () => {
    const signature = sign(bytes('{"id":"event_1","name":"wallet.create"}'), own.secret);
    expect(judge.judge(body, signature, secrets).kind).toBe('genuine-reserialised');
  });

  it.each([
    [64, 'genuine-reserialised'],
    [65, 'wrong'],
  ] as const)('of %i levels is re-serialised up to 64 of them: %s', (levels, kind) => {
    const deep = (space: string) => bytes(`${'['.repeat(levels)}${space}${']'.repeat(levels)}`);
    const signature = sign(deep(''), own.secret);
    expect(judge.judge(deep(' '), signature, secrets).kind).toBe(kind);
    expect(verifySignature(deep(' '), signature, own.secret)).toBe(kind);
    expect(judge.judge(deep(''), signature, secrets).kind).toBe('genuine');
  });

  it('says which other webhook of ours signed it', () => {
    expect(judge.judge(body, sign(body, other.secret), secrets)).toMatchObject({
      kind: 'other-webhook',
      webhookId: 'webhook_other',
      fingerprint: other.fingerprint,
    });
  });

  it('is wrong when nobody that we know signed it, and names the secret that was tried', () => {
    expect(judge.judge(body, sign(body, 'secret_stranger'), secrets)).toEqual({
      kind: 'wrong',
      webhookId: 'webhook_own',
      fingerprint: own.fingerprint,
      signature: null,
    });
  });

  it.each([
    ['half of a signature', 'ab'.repeat(16)],
    ['no hex', 'z'.repeat(64)],
    ['two signatures, joined', `${'ab'.repeat(32)}, ${'ab'.repeat(32)}`],
    ['something in front', `sha256=${'ab'.repeat(32)}`],
  ])('is wrong with %s, whether or not a secret is known', (_what, header) => {
    expect(judge.judge(body, header, secrets).kind).toBe('wrong');
    expect(judge.judge(body, header, 'unknown-yet').kind).toBe('wrong');
  });

  it.each([undefined, ''])('is unsigned with the header %s', (header) => {
    expect(judge.judge(body, header, secrets).kind).toBe('missing');
    expect(judge.judge(body, header, 'locked').kind).toBe('missing');
  });

  it.each(['locked', 'unknown-yet'] as const)('is not judged while the secret is %s', (state) => {
    expect(judge.judge(body, sign(body, own.secret), state).kind).toBe('not-yet-judged');
  });

  it('is wrong where no secret is held at all', () => {
    expect(judge.judge(body, sign(body, own.secret), []).kind).toBe('wrong');
  });
});

describe('for any body', () => {
  const anyBody = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map(bytes),
    fc.json().map((text) => bytes(JSON.stringify(JSON.parse(text), null, 1))),
  );
  const anySecret = fc.stringMatching(/^secret_[a-z0-9]{1,20}$/);

  it('says what the contract says, which has its own implementation', () => {
    const signer = fc.constantFrom('raw', 'reserialised', 'stranger', 'cut', 'missing');
    fc.assert(
      fc.property(anyBody, anySecret, signer, (body, secret, how) => {
        const header = headerFor(how, body, secret);
        const held = [heldOf('webhook_1', secret)];
        expect(judge.judge(body, header, held).kind).toBe(verifySignature(body, header, secret));
      }),
      { numRuns: 500, seed: 20261120 },
    );
  });

  it('is genuine no more after any byte of the body or digit of the signature changed', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        anySecret,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (body, secret, where, change) => {
          const held = [heldOf('webhook_1', secret)];
          const signature = sign(body, secret);
          const changed = Uint8Array.from(body);
          changed[where % body.length] = (changed[where % body.length] ?? 0) ^ change;
          expect(judge.judge(changed, signature, held).kind).not.toBe('genuine');
          const given = Buffer.from(signature, 'hex');
          given[where % 32] = (given[where % 32] ?? 0) ^ change;
          expect(judge.judge(body, given.toString('hex'), held).kind).toBe('wrong');
        },
      ),
      { numRuns: 500, seed: 20261121 },
    );
  });

  function headerFor(how: string, body: Uint8Array, secret: string): string | undefined {
    if (how === 'missing') return undefined;
    if (how === 'cut') return sign(body, secret).slice(1);
    if (how === 'stranger') return sign(body, `${secret}x`);
    if (how === 'raw') return sign(body, secret);
    try {
      return sign(bytes(JSON.stringify(JSON.parse(new TextDecoder().decode(body)))), secret);
    } catch {
      return sign(body, secret);
    }
  }
});

describe('a body with a key twice', () => {
  const twice = bytes('{"id":"event_1","amount":"1","amount":"2"}');
  const last = bytes('{"id":"event_1","amount":"2"}');
  const kindOf = (body: Uint8Array, signature: string) =>
    judge.judge(body, signature, secrets).kind;

  it('is judged by its raw bytes: genuine as it was signed, and by no other reading of it', () => {
    expect(kindOf(twice, sign(twice, own.secret))).toBe('genuine');
    const first = bytes('{"id":"event_1","amount":"1"}');
    expect(kindOf(twice, sign(first, own.secret))).toBe('duplicate-keys');
    expect(kindOf(last, sign(twice, own.secret))).toBe('wrong');
  });

  it('is told apart, and never judged by a re-serialised form, of this webhook or another', () => {
    for (const { secret } of secrets) {
      expect(judge.judge(twice, sign(last, secret), secrets)).toEqual({
        kind: 'duplicate-keys',
        webhookId: 'webhook_own',
        fingerprint: own.fingerprint,
        signature: null,
      });
    }
    expect(kindOf(twice, sign(twice, other.secret))).toBe('other-webhook');
  });
});
