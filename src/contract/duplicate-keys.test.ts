import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDuplicateKeys, isTooDeep } from './duplicate-keys.ts';

describe('a key that is named twice', () => {
  it.each([
    '{"data":1,"data":2}',
    '{"a":{"data":{},"b":[],"data":{}}}',
    '[{"x":1},{"data":"}","data":"{"}]',
    '{"data":1,"d\\u0061ta":2}',
    ' { "" : [ { } , { "a" : "," } ] , "" : null } ',
    '{"a\\"":1,"a\\u0022":2}',
    '{"__proto__":1,"__proto__":2}',
  ])('is found in %s', (json) => {
    expect(() => JSON.parse(json)).not.toThrow();
    expect(hasDuplicateKeys(json)).toBe(true);
  });

  it.each([
    '{"data":{"data":{"data":1}},"b":[{"data":1},{"data":1}]}',
    '{"a":"a","b":"a"}',
    '["a","a",{"a":["a","a"]}]',
    '{"a":"\\",\\"a\\":1"}',
    '"a"',
    '1',
    '',
  ])('is not found in %s', (json) => {
    expect(hasDuplicateKeys(json)).toBe(false);
  });

  it('is found wherever one is put into any object, and in no text that was written from values', () => {
    const anyObject = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(anyObject, fc.nat(), fc.jsonValue(), (object, which, second) => {
        const json = JSON.stringify(object);
        expect(hasDuplicateKeys(json)).toBe(false);
        const names = Object.keys(object);
        const name = JSON.stringify(names[which % names.length]);
        const twice = `${json.slice(0, -1)},${name}:${JSON.stringify(second)}}`;
        expect(hasDuplicateKeys(`[1,${twice}]`)).toBe(true);
      }),
    );
  });

  it('is looked for in a text that nests deeper than the stack', () => {
    expect(hasDuplicateKeys('{"a":'.repeat(200_000))).toBe(false);
  });
});

describe('a text that nests too deeply', () => {
  const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels);

  it.each([nested(65), '['.repeat(65), '{"a":'.repeat(65), `["[",${nested(64)}]`])(
    'is told after 64 levels, complete or cut: %#',
    (json) => {
      expect(isTooDeep(json)).toBe(true);
    },
  );

  it.each([
    nested(64),
    `[${nested(62, '{}')},${nested(63)}]`,
    JSON.stringify({ text: `"\\${'['.repeat(2000)}` }),
    `"${'['.repeat(2000)}`,
    '',
  ])('is not one with fewer levels at a time, or with brackets in a text: %#', (json) => {
    expect(isTooDeep(json)).toBe(false);
  });
});
