import { expect, it } from 'vitest';
import { placeOf } from './places.ts';

const key = 'a'.repeat(32);

it.each([
  [null, null, 'unknown', null],
  [key, null, 'unknown', key],
  ['exists', null, 'exists', null],
  ['exists', key, 'exists', key],
  ['absent', 'nonsense', 'absent', null],
  ['nonsense', null, 'unknown', null],
] as const)('/unresolved/%s/%s is the part %s with %s', (first, second, part, open) => {
  expect(placeOf(first, second)).toEqual({ part, key: open });
});
