import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { fold, isOverwritten, pointer } from './fold.ts';

const said = (observationId: string, body: Record<string, unknown>) => ({ observationId, body });
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('adding observations up', () => {
  it.each([
    ['an absent key erases nothing', [{ a: 1, b: 2 }, { b: 3 }], { a: 1, b: 3 }],
    ['null erases', [{ a: 1 }, { a: null }], { a: null }],
    ['what is null can be known again', [{ a: null }, { a: 1 }], { a: 1 }],
    [
      'objects are merged key by key',
      [{ a: { b: 1, c: 2 } }, { a: { c: 3, d: 4 } }],
      { a: { b: 1, c: 3, d: 4 } },
    ],
    [
      'null erases a whole object',
      [{ a: { b: 1 } }, { a: null }, { a: { c: 2 } }],
      { a: { c: 2 } },
    ],
    ['a list is replaced whole', [{ a: [1, 2, 3] }, { a: [4] }], { a: [4] }],
    ['an empty list is known to be empty', [{ a: [1] }, { a: [] }], { a: [] }],
    ['an empty object erases nothing', [{ a: { b: 1 } }, { a: {} }], { a: { b: 1 } }],
    ['an object takes the place of a value', [{ a: 1 }, { a: { b: 1 } }], { a: { b: 1 } }],
    ['a list takes the place of an object', [{ a: { b: 1 } }, { a: [1] }], { a: [1] }],
    ['nothing adds up to nothing', [], {}],
  ])('%s', (_rule, bodies, expected) => {
    const sources = bodies.map((body, index) => said(`o${index}`, body));
    expect(plain(fold(sources).body)).toEqual(expected);
  });

  it('gives the same when it goes on from what was there', () => {
    const sources = [
      said('1', { a: { b: 1 }, c: [1] }),
      said('2', { a: { b: null, d: {} } }),
      said('3', { a: { d: { e: 1 } }, c: null }),
    ];
    const whole = fold(sources);
    const grown = fold(sources.slice(2), fold(sources.slice(1, 2), fold(sources.slice(0, 1))));
    expect(plain(grown)).toEqual(plain(whole));
  });

  it('leaves what it goes on from as it was', () => {
    const before = fold([said('1', { a: { b: 1 } })]);
    fold([said('2', { a: { b: 2 } })], before);
    expect(plain(before.body)).toEqual({ a: { b: 1 } });
  });

  it('takes keys that objects have by nature for what they are', () => {
    const body = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"a":1},"toString":2}');
    const added = fold([said('1', body), said('2', body)]);
    expect(JSON.stringify(added.body)).toBe(JSON.stringify(body));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('every field knows its observation', () => {
  it('at its own depth', () => {
    const { provenance } = fold([
      said('1', { id: 'x', address: { city: 'London', line1: 'a' }, tags: ['a'], none: {} }),
      said('2', { address: { city: 'Paris' }, none: null }),
    ]);
    expect(provenance).toEqual({
      '/id': '1',
      '/address/city': '2',
      '/address/line1': '1',
      '/tags': '1',
      '/none': '2',
    });
  });

  it('and forgets the fields of an object that is gone', () => {
    const { provenance } = fold([
      said('1', { a: { b: { c: 1 } }, ab: { c: 1 } }),
      said('2', { a: 'now a text' }),
    ]);
    expect(provenance).toEqual({ '/a': '2', '/ab/c': '1' });
  });

  it('also where an empty object was filled, and where a value became an object', () => {
    const { provenance } = fold([
      said('1', { a: {}, b: 1 }),
      said('2', { a: { c: 1 }, b: { d: 1 } }),
    ]);
    expect(provenance).toEqual({ '/a/c': '2', '/b/d': '2' });
  });

  it('by pointers that no key can confuse', () => {
    const { provenance } = fold([said('1', { 'a/b': 1, a: { b: 2 }, 'c~d': 3, '': 4 })]);
    expect(Object.keys(provenance).sort()).toEqual(
      [pointer('a/b'), pointer('a', 'b'), pointer('c~d'), pointer('')].sort(),
    );
    expect(pointer('a/b')).toBe('/a~1b');
    expect(pointer('c~d', 'e')).toBe('/c~0d/e');
  });
});

describe('a source that came late', () => {
  const { value: anyValue } = fc.letrec<{ value: unknown; object: Record<string, unknown> }>(
    (tie) => ({
      value: fc.oneof({ depthSize: 'small' }, fc.constantFrom(1, null, []), tie('object')),
      object: fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2 }),
    }),
  );
  const anyBody = fc.dictionary(fc.constantFrom('a', 'b'), anyValue, { maxKeys: 2 });

  it('leaves a fold as it is where all that it says was said again since', () => {
    const seen = { kept: 0, changed: 0 };
    fc.assert(
      fc.property(
        fc.array(anyBody, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        (bodies, late, at) => {
          const all = bodies.map((body, index) => said(String(index), body));
          // Most of what comes late is as others are, a little older.
          const place = at % all.length;
          const twin =
            late % 2 === 0 ? (bodies[late % bodies.length] ?? {}) : (bodies[place] ?? {});
          const added = said('late', twin);
          const before = fold(all);
          const after = fold(all.toSpliced(place, 0, added));
          if (isOverwritten(added.body, before, (id) => Number(id) >= place)) {
            seen.kept += 1;
            expect(canonicalJson({ ...after })).toBe(canonicalJson({ ...before }));
          } else if (canonicalJson({ ...after }) !== canonicalJson({ ...before }))
            seen.changed += 1;
        },
      ),
      { numRuns: 3_000, seed: 20_261_126 },
    );
    expect(seen.kept).toBeGreaterThan(300);
    expect(seen.changed).toBeGreaterThan(300);
  });
});
