import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { cleanAny, cleanColumns, cleanJson } from './clean-json.ts';

describe('a body without its secrets', () => {
  it.each([
    ['by the key', { secret: 'anything at all', Secret: 'x', name: 'n' }, { name: 'n' }],
    ['by the prefix', { key: 'secret_abc123', other: 'secretary' }, { other: 'secretary' }],
    ['by the prefix alone', { key: 'secret_a+/=.', other: 1 }, { other: 1 }],
    ['deep inside', { a: [{ b: { secret: 'secret_a' } }] }, { a: [{ b: {} }] }],
    ['in a list, whose other places stay', { a: ['x', 'secret_a', 'y'] }, { a: ['x', null, 'y'] }],
    [
      'but not what merely mentions one',
      { secret: null, s: 'a secret_a b' },
      { secret: null, s: 'a secret_a b' },
    ],
  ])('is cut %s', (_how, body, expected) => {
    expect(cleanJson(body)).toEqual(expected);
  });

  it('holds no text that looks like a webhook’s secret, whatever the body', () => {
    const text = fc.oneof(fc.constantFrom('secret_abc', 'secret', 'x'), fc.string());
    const body = fc.dictionary(text, fc.jsonValue({ stringUnit: text as never }));
    fc.assert(
      fc.property(body, (any) => {
        expect(canonicalJson(cleanJson(any))).not.toMatch(/:"secret_[A-Za-z0-9_-]+"/);
      }),
      { seed: 2 },
    );
  });
});

it('is the same after one look at the whole as after a walk through it', () => {
  const secrets = ['secret_a1', 'Bearer abcd1234efgh', 'x://u:pw1@h', 'a'.repeat(64), 'opaque-1'];
  const phrase = `${'abandon '.repeat(11)}about`;
  const mistyped = 'legal winner thank year wave sausage worth useful legal winner th ye';
  const text = fc.oneof(
    fc.constantFrom(
      ...secrets,
      phrase,
      mistyped,
      phrase.replaceAll(' ', ''),
      'secret',
      'Secret',
      'x y',
    ),
    fc.string(),
  );
  const keyFile = fc.constant(Array.from({ length: 64 }, () => 7));
  const value = fc.oneof(text, keyFile, fc.jsonValue({ stringUnit: text as never }));
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 3 }), (body) => {
      const known = ['opaque-1'];
      // What is not plain is walked through.
      const { body: walked } = cleanJson({ body, odd: 'é' }, { known });
      expect(cleanJson({ body }, { known })).toEqual({ body: walked });
      expect(cleanColumns(body, { known })).toEqual(cleanAny(body, { known }));
    }),
    { seed: 6, numRuns: 1_000 },
  );
});

describe('what no store could give back', () => {
  it('is made storable: lone surrogates, undefined, a key named __proto__', () => {
    const body = JSON.parse('{"a\\ud800":"b\\ud800","__proto__":{"c":1}}') as Record<
      string,
      unknown
    >;
    const clean = cleanJson({ ...body, ['__proto__']: { c: 1 }, gone: undefined });
    expect(canonicalJson(clean)).toBe('{"__proto__":{"c":1},"a\ufffd":"b\ufffd"}');
    expect(Object.getPrototypeOf(clean)).toBe(Object.prototype);
  });

  it('is cut off where it is nested too deeply to walk', () => {
    const depth = 100_000;
    const hostile = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as object;
    const text = canonicalJson(cleanJson({ hostile, kept: 1 }));
    expect(text).toContain('nested too deeply');
    expect(text).toContain('"kept":1');
    expect(text.length).toBeLessThan(1000);
  });

  it('leaves everything else as it came', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (body) => {
        const text = JSON.stringify(body);
        fc.pre(!text.toLowerCase().includes('secret'));
        expect(canonicalJson(cleanJson(body))).toBe(canonicalJson(body));
      }),
      { seed: 3 },
    );
  });
});
