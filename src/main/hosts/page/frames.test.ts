import { describe, expect, it } from 'vitest';
import { readFrame } from './frames.ts';

describe('frames', () => {
  it('of a call give its token', () => {
    const text = JSON.stringify({ i: '1', p: { u: '/a/b', h: { 'x-causeway-token': 'T' } } });
    expect(readFrame(text)).toEqual({ kind: 'call', token: 'T' });
  });

  it.each<[string, unknown]>([
    ['no headers', { i: '1', p: { u: '/a' } }],
    ['other headers', { i: '1', p: { u: '/a', h: { a: 'b' } } }],
    ['a list for a token', { i: '1', p: { u: '/a', h: { 'x-causeway-token': ['T'] } } }],
  ])('of a call with %s carry no token', (_what, message) => {
    expect(readFrame(JSON.stringify(message))).toEqual({ kind: 'call', token: null });
  });

  it.each([3, 4])('of type %i belong to a call that was let in before', (t) => {
    expect(readFrame(JSON.stringify({ i: '1', t, p: {} }))).toEqual({ kind: 'sequel' });
  });

  it.each([
    '',
    'hello',
    '[]',
    'null',
    '{}',
    '{"i":1,"p":{"u":"/a"}}',
    '{"i":"1","p":{"u":"http://elsewhere/"}}',
    '{"i":"1","p":{}}',
    '{"i":"1"}',
    '{"i":"1","t":2,"p":{"u":"/a"}}',
    '{"i":"1","p":{"u":"/a","h":7}}',
  ])('that are none: %s', (text) => {
    expect(readFrame(text)).toEqual({ kind: 'malformed' });
  });
});
