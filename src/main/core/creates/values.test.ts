import { describe, expect, it } from 'vitest';
import { inOrder, leavesOf, textAt, textsAt, valueAt } from './values.ts';

describe('reading a body of any shape', () => {
  it.each([
    ['a text', { a: { b: 'x' } }, 'x'],
    ['a number', { a: { b: 25 } }, '25'],
    ['a boolean', { a: { b: false } }, 'false'],
    ['an object, as JSON', { a: { b: { c: 1 } } }, '{"c":1}'],
    ['null', { a: { b: null } }, null],
    ['nothing', { a: {} }, null],
    ['nothing, because the parent is a text', { a: 'b' }, null],
    ['nothing, because the parent is a list', { a: [{ b: 'x' }] }, null],
    ['nothing, because there is no body', undefined, null],
  ])('gives %s', (_words, body, text) => {
    expect(textAt(body, 'a.b')).toBe(text);
  });

  it('does not find what an object only inherits', () => {
    expect(valueAt({}, 'constructor.name')).toBeUndefined();
    expect(valueAt({ a: {} }, 'a.__proto__')).toBeUndefined();
  });

  it.each([
    ['a list of anything', ['x', 1, null, { y: 2 }], ['x', '1', '{"y":2}']],
    ['one value for a list of one', 'photo_id', ['photo_id']],
    ['nothing', undefined, []],
  ])('reads %s as texts', (_words, value, texts) => {
    expect(textsAt({ list: value }, 'list')).toEqual(texts);
  });

  it('lists every value under its path, known or not', () => {
    expect(leavesOf({ email: 'a@b', address: { city: 'Bonn', extra: [1] }, gone: null })).toEqual([
      { field: 'email', value: 'a@b' },
      { field: 'address.city', value: 'Bonn' },
      { field: 'address.extra', value: '[1]' },
    ]);
  });

  it('puts named fields first and leaves the others as they came', () => {
    const items = ['z', 'b', 'y', 'a'].map((field) => ({ field }));
    expect(inOrder(items, ['a', 'b']).map(({ field }) => field)).toEqual(['a', 'b', 'z', 'y']);
  });
});
