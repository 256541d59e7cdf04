import { win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentTypeOf, locate } from './static-files.ts';

const root = '/srv/page';

describe('locating a file of the page', () => {
  it.each([
    ['/', '/srv/page/index.html'],
    ['', '/srv/page/index.html'],
    ['/index.html', '/srv/page/index.html'],
    ['/assets/app-1a2b.js', '/srv/page/assets/app-1a2b.js'],
    ['//assets//app.js', '/srv/page/assets/app.js'],
    ['/assets/../index.html', '/srv/page/index.html'],
    ['/%61ssets/app.js', '/srv/page/assets/app.js'],
  ])('finds %j at %s', (path, file) => {
    expect(locate(root, path)).toEqual({ kind: 'file', path: file });
  });

  it.each([
    '/../../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../page-of-another/index.html',
    '/..',
    '/.',
    '/assets/..',
  ])('finds nothing outside the root for %j', (path) => {
    expect(locate(root, path)).toEqual({ kind: 'outside' });
  });

  it.each([
    '/%',
    '/%zz',
    '/index.html%00.png',
    '/..\\..\\etc\\passwd',
    '/%5c..%5c..%5cetc',
    '/C:/Windows/win.ini',
    '/file:///etc/passwd',
    '/index.html::$DATA',
  ])('calls %j malformed', (path) => {
    expect(locate(root, path)).toEqual({ kind: 'malformed' });
  });

  it('decodes once only, so a doubly encoded climb stays a file name', () => {
    expect(locate(root, '/%252e%252e/x')).toEqual({ kind: 'file', path: '/srv/page/%2e%2e/x' });
  });

  it('refuses every separator that Windows would take for one', () => {
    // A backslash is the only one besides the slash, and a colon starts a drive or a stream.
    expect(win32.sep).toBe('\\');
    expect(locate(root, '/a\\b')).toEqual({ kind: 'malformed' });
  });
});

describe('content types', () => {
  it.each([
    ['index.html', 'text/html; charset=utf-8'],
    ['assets/a.js', 'text/javascript; charset=utf-8'],
    ['assets/a.CSS', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ])('gives %s its own', (file, type) => {
    expect(contentTypeOf(file)).toBe(type);
  });

  it('has none for a file that the page does not use', () => {
    expect(contentTypeOf('records.db')).toBeNull();
  });
});
