import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, canonicalJsonWith, sha256Hex } from './canonical-json.ts';

it('sorts keys by code unit and leaves out white space and undefined', () => {
  expect(
    canonicalJson({ b: [1, { d: null, c: 'é' }], a: undefined, A: true, é: 0, 10: 1, 9: 2 }),
  ).toBe('{"10":1,"9":2,"A":true,"b":[1,{"c":"é","d":null}],"é":0}');
});

it('takes what is canonical already as it is, and gives the text of the whole', () => {
  const facts = { z: [1, 'é'], a: { b: null } };
  const rest = { sequence: 7, at: 'now', action: 'x "y"' };
  expect(canonicalJsonWith(rest, { facts: canonicalJson(facts) })).toBe(
    canonicalJson({ ...rest, facts }),
  );
});

it('gives equal text for equal content, and reads back as the same', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (content) => {
      const text = canonicalJson(content);
      const turned = Object.fromEntries(Object.entries(content).reverse());
      expect(canonicalJson(turned)).toBe(text);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
    { seed: 1 },
  );
});

it.each([undefined, Number.NaN, '\ud800', () => 1])('refuses what JSON can’t hold', (value) => {
  expect(() => canonicalJson(value)).toThrow();
});

it('hashes text and bytes alike', () => {
  // printf abc | sha256sum
  const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256Hex('abc')).toBe(expected);
  expect(sha256Hex(new TextEncoder().encode('abc'))).toBe(expected);
});

describe('what it does without the library', () => {
  it('is the text of the library, byte for byte', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(undefined),
      fc.date({ noInvalidDate: true }),
    );
    const content = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue(),
        odd,
        fc.array(tie('value')),
        fc.dictionary(fc.string({ unit: 'binary' }), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(content, (value) => {
        expect(outcomeOf(() => canonicalJson(value))).toEqual(
          outcomeOf(() => canonicalize(value) ?? refuse()),
        );
      }),
      { seed: 3, numRuns: 2_000 },
    );
  });

  it.each([
    ['-0', -0],
    ['a number near the end', 1.7976931348623157e308],
    ['quotation marks, backslashes and control characters', 'a"b\\c\u0000\u001f\u007f\u2028'],
    ['a key named __proto__', JSON.parse('{"__proto__":{"b":1,"a":2}}')],
    ['keys beyond the basic plane', { '\u{1f600}': 1, '\ufb33': 2 }],
    ['an own toJSON', { toJSON: () => ({ b: 1, a: 2 }) }],
    ['a list with holes and what has no JSON', [undefined, () => 1, Symbol('none')]],
    ['what is nested deeply', JSON.parse('['.repeat(500) + ']'.repeat(500))],
  ])('is so for %s', (_what, value) => {
    expect(canonicalJson(value)).toBe(canonicalize(value));
  });

  it('refuses a circle', () => {
    const circle: Record<string, unknown> = {};
    circle['inner'] = [circle];
    expect(() => canonicalJson(circle)).toThrow();
  });
});

const refused = Symbol('refused');

function outcomeOf(text: () => string): string | typeof refused {
  try {
    return text();
  } catch {
    return refused;
  }
}

function refuse(): never {
  throw new TypeError('There is no JSON.');
}
