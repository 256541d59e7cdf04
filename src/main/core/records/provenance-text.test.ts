import { expect, it } from 'vitest';
import { provenanceText, textOfProvenance } from './records-repository.ts';

it('names an observation once, with its fields in order, and gives each field back', () => {
  const provenance = { '/b': 'one', '/a/c': 'two', '/a/b': 'one', '/__proto__': 'two' };
  const text = textOfProvenance(provenance);
  expect(text).toBe('{"one":["/a/b","/b"],"two":["/__proto__","/a/c"]}');
  expect(provenanceText.parse(text)).toEqual(provenance);
});

it('is the same text however the fields came', () => {
  expect(textOfProvenance({ '/b': 'two', '/a': 'one' })).toBe(
    textOfProvenance({ '/a': 'one', '/b': 'two' }),
  );
  expect(provenanceText.parse(textOfProvenance({}))).toEqual({});
});
