import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../platform/canonical-json.ts';
import { type EntryHeader, entryKinds, headerText, placeOf } from './entry.ts';

const digest = fc.string({
  unit: fc.constantFrom(...'0123456789abcdef'),
  minLength: 64,
  maxLength: 64,
});
const header: fc.Arbitrary<EntryHeader> = fc.record({
  version: fc.constant(1),
  team: digest,
  // Whatever a database shows.
  stream: fc.string({ unit: 'binary' }),
  author: digest,
  sequence: fc.nat(),
  kind: fc.constantFrom(...entryKinds),
  epoch: fc.nat(),
  previous: digest,
  follows: fc.option(digest),
  at: fc.string({ unit: 'binary' }),
  payload: digest,
});

it('signs the canonical JSON of all that a header has', () => {
  fc.assert(
    fc.property(header, (one) => {
      expect(headerText(one)).toBe(canonicalJson(one));
      expect(headerText(one)).toBe(canonicalJson({ ...placeOf(one), payload: one.payload }));
    }),
  );
});
