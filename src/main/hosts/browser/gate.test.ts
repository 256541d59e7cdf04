import { describe, expect, it } from 'vitest';
import { type Head, isForOwnDocument, only, passes, passesToEnter } from './gate.ts';

const port = 4711;
const host = `${'c'.repeat(32)}.localhost:${port}`;
const origin = `http://${host}`;

const head = (method: string, headers: readonly (readonly [string, string])[], upgrade = false) =>
  ({ method, upgrade, rawHeaders: headers.flat() }) satisfies Head;

const read = (...headers: (readonly [string, string])[]) => head('GET', headers);
const post = (...headers: (readonly [string, string])[]) => head('POST', headers);
const upgrade = (...headers: (readonly [string, string])[]) => head('GET', headers, true);

describe('requests that pass', () => {
  it.each<[string, Head]>([
    ['a read by name', read(['Host', host])],
    ['a read with the header in small letters', read(['host', host])],
    ['an address typed by a person', read(['Host', host], ['Sec-Fetch-Site', 'none'])],
    ['a file of the page', read(['Host', host], ['Sec-Fetch-Site', 'same-origin'])],
    ['a module script, which names its origin', read(['Host', host], ['Origin', origin])],
    ['a post of the page', post(['Host', host], ['Origin', origin])],
    [
      'an upgrade of the page',
      upgrade(['Host', host], ['Origin', origin], ['Sec-Fetch-Site', 'same-origin']),
    ],
  ])('%s', (_what, request) => {
    expect(passes(request, origin)).toBe(true);
  });
});

describe('requests that are refused', () => {
  it.each<[string, Head]>([
    ['no host', read()],
    ['an empty host', read(['Host', ''])],
    ['a name that resolves to this machine', read(['Host', `evil.example:${port}`])],
    ['the address itself', read(['Host', `127.0.0.1:${port}`])],
    ['the name that every console shares', read(['Host', `localhost:${port}`])],
    ['the name of another start', read(['Host', `${'d'.repeat(32)}.localhost:${port}`])],
    ['a name below the right one', read(['Host', `a.${host}`])],
    ['the right name without a port', read(['Host', host.replace(`:${port}`, '')])],
    ['another port', read(['Host', host.replace(`${port}`, '80')])],
    ['another loopback address', read(['Host', `127.0.0.2:${port}`])],
    ['an address in another spelling', read(['Host', `2130706433:${port}`])],
    ['IPv6', read(['Host', `[::1]:${port}`])],
    ['our name as a subdomain', read(['Host', `127.0.0.1.nip.io:${port}`])],
    ['our name with a user before it', read(['Host', `${host}@evil.example`])],
    ['two hosts', read(['Host', host], ['Host', host])],
    ['a read for another site', read(['Host', host], ['Sec-Fetch-Site', 'cross-site'])],
    ['a read for another port', read(['Host', host], ['Sec-Fetch-Site', 'same-site'])],
    ['metadata that nobody knows', read(['Host', host], ['Sec-Fetch-Site', 'friendly'])],
    [
      'metadata twice',
      read(['Host', host], ['Sec-Fetch-Site', 'none'], ['Sec-Fetch-Site', 'same-origin']),
    ],
    ['a read with another origin', read(['Host', host], ['Origin', 'https://evil.example'])],
    ['a post without an origin', post(['Host', host])],
    ['a post of a sandboxed frame', post(['Host', host], ['Origin', 'null'])],
    ['a post of another port', post(['Host', host], ['Origin', origin.replace(`${port}`, '80')])],
    ['a post over another scheme', post(['Host', host], ['Origin', `https://${host}`])],
    ['a post of our other name', post(['Host', host], ['Origin', `http://localhost:${port}`])],
    ['a post with two origins', post(['Host', host], ['Origin', origin], ['Origin', origin])],
    [
      'a post that a person is said to have typed',
      post(['Host', host], ['Origin', origin], ['Sec-Fetch-Site', 'none']),
    ],
    [
      'a post that the browser calls cross-site',
      post(['Host', host], ['Origin', origin], ['Sec-Fetch-Site', 'cross-site']),
    ],
    ['a preflight', head('OPTIONS', [['Host', host]])],
    ['an upgrade without an origin', upgrade(['Host', host])],
    ['an upgrade of another site', upgrade(['Host', host], ['Origin', 'https://evil.example'])],
    [
      'an upgrade that a person is said to have typed',
      upgrade(['Host', host], ['Origin', origin], ['Sec-Fetch-Site', 'none']),
    ],
  ])('%s', (_what, request) => {
    expect(passes(request, origin)).toBe(false);
  });
});

describe('a document of its own', () => {
  const navigation = ['Sec-Fetch-Mode', 'navigate'] as const;
  it.each<[string, Head, boolean]>([
    ['a window', read(navigation, ['Sec-Fetch-Dest', 'document']), true],
    ['a form in it', post(navigation, ['Sec-Fetch-Dest', 'document']), true],
    ['no browser', read(), true],
    ['a fetch', read(['Sec-Fetch-Mode', 'cors'], ['Sec-Fetch-Dest', 'empty']), false],
    ['a fetch without cors', read(['Sec-Fetch-Mode', 'no-cors']), false],
    ['a fetch within the origin', read(['Sec-Fetch-Mode', 'same-origin']), false],
    ['a frame', read(navigation, ['Sec-Fetch-Dest', 'iframe']), false],
    ['an object', read(navigation, ['Sec-Fetch-Dest', 'object']), false],
    ['a purpose alone', read(['Sec-Fetch-Dest', 'empty']), false],
    ['a mode twice', read(navigation, navigation), false],
  ])('%s', (_what, request, isOne) => {
    expect(isForOwnDocument(request)).toBe(isOne);
  });
});

describe('a way in by a link', () => {
  const navigation = [
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ] as const;
  const crossSite = ['Sec-Fetch-Site', 'cross-site'] as const;
  it.each<[string, Head, boolean]>([
    ['from a file', read(['Host', host], crossSite, ...navigation), true],
    ['from another program', read(['Host', host], ['Sec-Fetch-Site', 'none'], ...navigation), true],
    ['under another name', read(['Host', `127.0.0.1:${port}`], ...navigation), false],
    ['by a script', read(['Host', host], crossSite, ['Sec-Fetch-Mode', 'cors']), false],
    ['in a frame', read(['Host', host], navigation[0], ['Sec-Fetch-Dest', 'iframe']), false],
    ['by a form', post(['Host', host], crossSite, ...navigation), false],
    ['as a socket', upgrade(['Host', host], crossSite), false],
  ])('%s', (_what, request, mayEnter) => {
    expect(passesToEnter(request, origin)).toBe(mayEnter);
  });
});

it('reads a header that stands once, and none that stands twice', () => {
  const request = read(['Cookie', 'a'], ['X-Twice', '1'], ['x-twice', '2']);
  expect(only(request, 'cookie')).toBe('a');
  expect(only(request, 'x-twice')).toBeNull();
  expect(only(request, 'absent')).toBeNull();
});
