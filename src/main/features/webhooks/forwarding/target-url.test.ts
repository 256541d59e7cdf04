import { describe, expect, it } from 'vitest';
import { isOfThisComputer, readTargetUrl } from './target-url.ts';

describe('a forwarding address', () => {
  it.each([
    'https://ledger.example.com/hooks',
    'http://localhost:3000/hooks',
    'http://127.0.0.1:3000/',
    'http://10.0.0.7/hooks?from=causeway',
    'http://172.31.0.1/',
    'http://192.168.1.4/',
    'http://[::1]:8080/',
    'http://[fd00::1]/',
  ])('may be %s', (url) => {
    expect(readTargetUrl(url)).toEqual({ ok: true, url });
  });

  it.each([
    ['ledger.example.com', /Enter a URL, for example/],
    ['ftp://ledger.example.com/', /http/],
    ['http://ledger.example.com/hooks', /starts with https/],
    ['http://172.32.0.1/', /starts with https/],
    ['http://[2001:db8::1]/', /starts with https/],
    ['http://localhost:6000/hooks', /Port 6000/],
    ['https://ledger.example.com:25/', /Port 25/],
    ['https://user:word@ledger.example.com/', /user name/],
  ])('may not be %s, and says why', (url, sentence) => {
    const read = readTargetUrl(url);
    expect(read.ok ? '' : read.sentence).toMatch(sentence);
  });

  it.each([
    ['http://localhost:1/', true],
    ['http://127.8.9.1/', true],
    ['http://0.0.0.0/', true],
    ['http://[::]/', true],
    ['http://[::1]/', true],
    ['http://[::ffff:127.0.0.1]/', true],
    ['http://[::ffff:0.0.0.0]/', true],
    ['http://[::ffff:10.0.0.1]/', false],
    ['http://10.0.0.1/', false],
    ['https://127.example.com/', false],
  ])('%s is of this computer: %s', (url, isHere) => {
    expect(isOfThisComputer(url)).toBe(isHere);
  });

  it.each([
    ['localhost:3911', 'http://localhost:3911/'],
    ['[::1]:80/hooks', 'http://[::1]/hooks'],
  ])('on this computer may be %s', (typed, url) => {
    expect(readTargetUrl(typed)).toEqual({ ok: true, url });
  });

  it('loses its fragment, which is never sent', () => {
    expect(readTargetUrl('https://a.example/x#y')).toEqual({
      ok: true,
      url: 'https://a.example/x',
    });
  });
});
