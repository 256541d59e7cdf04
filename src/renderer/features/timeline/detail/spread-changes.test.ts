import { expect, it } from 'vitest';
import type { FieldChange } from '../../../../bridge/timeline.ts';
import { formatValue } from './changed-fields.tsx';
import { spreadChanges } from './spread-changes.ts';

const changed = (was: FieldChange['was'], is: FieldChange['is']): FieldChange => ({
  path: '/profiles',
  kind: 'changed',
  was,
  is,
});
const profile = (name: string, status: string, pending: string[]) => ({
  name,
  status,
  criteria: { pending },
});

it('tells what changed in the members of a list by their names', () => {
  const was = [profile('base', 'pending', ['photo_id']), profile('sepa', 'pending', [])];
  const is = [profile('base', 'approved', []), profile('sepa', 'pending', [])];
  expect(spreadChanges([changed(was, is)])).toEqual([
    { path: '/profiles/base/status', kind: 'changed', was: 'pending', is: 'approved' },
    { path: '/profiles/base/criteria/pending', kind: 'changed', was: ['photo_id'], is: [] },
  ]);
});

it('tells members that came and went', () => {
  const [base, sepa] = [profile('a/b', 'pending', []), profile('sepa', 'pending', [])];
  expect(spreadChanges([changed([base], [sepa])])).toEqual([
    { path: '/profiles/sepa', kind: 'added', was: null, is: sepa },
    { path: '/profiles/a~1b', kind: 'removed', was: base, is: null },
  ]);
});

it('leaves alone what has no names, the same names twice, or another order alone', () => {
  const [one, two] = [profile('one', 'pending', []), profile('two', 'pending', [])];
  const twice = profile('one', 'approved', []);
  for (const change of [
    changed([1, 2], [1]),
    changed([], [one]),
    changed([one, twice], [one]),
    changed([one, two], [two, one]),
    changed('a', 'b'),
    { ...changed(null, [one]), kind: 'added' as const },
  ]) {
    expect(spreadChanges([change])).toEqual([change]);
  }
});

it('shows a list of words as words, and an empty one as that', () => {
  expect(formatValue(['photo_id', 'address'])).toBe('photo_id\naddress');
  expect(formatValue([])).toBe('[]');
  expect(formatValue([1, 'a'])).toBe('[1,"a"]');
  expect(formatValue('1')).toBe('1');
  expect(formatValue(1)).toBe('1');
});
