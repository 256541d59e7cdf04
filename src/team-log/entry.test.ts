import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../platform/canonical-json.ts';
import {
  checkAhead,
  type EntryHeader,
  entryKinds,
  headerText,
  intactHash,
  placeOf,
} from './entry.ts';
import { createTeam, randomStream } from './testing/team.ts';

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

it('finds the same where signatures are checked ahead, of whatever a database shows', async () => {
  const team = createTeam();
  const stream = randomStream();
  const genuine = Array.from({ length: 70 }, (_none, number) =>
    team.fact(team.owner, stream, `${number}`),
  );
  const [one, other] = genuine;
  if (one === undefined || other === undefined) throw new Error('none');
  const shown = [
    ...genuine,
    { ...one, signature: other.signature },
    { ...one, signature: 'no hex' },
    { ...one, author: 'z' },
    { ...one, at: '2026-01-01T00:00:00.000Z' },
    { ...one, bytes: other.bytes },
    { ...one, payload: other.payload, bytes: other.bytes },
  ];
  const expected = shown.map((entry) => intactHash({ ...entry }));
  await checkAhead(shown);
  expect(shown.map(intactHash)).toEqual(expected);
  expect(expected.map((hash) => hash !== null)).toEqual([
    ...genuine.map(() => true),
    ...Array.from({ length: 6 }, () => false),
  ]);
});
