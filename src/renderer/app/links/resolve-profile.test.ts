import { expect, it } from 'vitest';
import { resolveProfile } from './resolve-profile.ts';

const profiles = [
  { id: 'built-in', name: 'Sandbox' },
  { id: 'a1', name: 'Treasury' },
  { id: 'b2', name: 'Live' },
  { id: 'c3', name: 'Live' },
  { id: 'd4', name: 'a1' },
];

it.each([
  [null, { is: 'open' }],
  ['built-in', { is: 'open' }],
  ['Sandbox', { is: 'open' }],
  ['Treasury', { is: 'other', id: 'a1', name: 'Treasury' }],
  // An ID goes before a name.
  ['a1', { is: 'other', id: 'a1', name: 'Treasury' }],
  ['Live', { is: 'several', name: 'Live' }],
  ['treasury', { is: 'unknown', name: 'treasury' }],
])('%j means %j', (profile, meant) => {
  expect(resolveProfile({ profile }, profiles, 'built-in')).toEqual(meant);
});

it('of several of a name, the open one is meant', () => {
  expect(resolveProfile({ profile: 'Live' }, profiles, 'c3')).toEqual({ is: 'open' });
});
