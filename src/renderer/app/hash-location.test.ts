import { expect, it } from 'vitest';
import { splitFragment } from './fragment.ts';
import { hashHref } from './hash-location.ts';

it.each([
  ['', '/', ''],
  ['#/', '/', ''],
  ['#/timeline', '/timeline', ''],
  ['#timeline', '/timeline', ''],
  ['#/timeline?late=yes', '/timeline', 'late=yes'],
  ['#/timeline/event_1?q=a?b&late=yes', '/timeline/event_1', 'q=a?b&late=yes'],
  ['#/timeline?', '/timeline', ''],
])('fragment "%s" is path %s with query "%s"', (fragment, path, query) => {
  expect(splitFragment(fragment)).toEqual({ path, query });
});

it('an address of a link leads back to its path and query', () => {
  expect(splitFragment(hashHref('/timeline?q=x'))).toEqual({ path: '/timeline', query: 'q=x' });
});
