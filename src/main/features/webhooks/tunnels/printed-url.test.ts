import { describe, expect, it } from 'vitest';
import { createUrlReader, findPrintedOrigin } from './printed-url.ts';

describe('the address that a service prints', () => {
  it('is found behind a greeting with links to the pages of the service', () => {
    const text = [
      'Welcome to localhost.run!',
      'Follow your favourite reverse tunnel at [https://twitter.com/localhost_run].',
      'To explore using localhost.run visit the documentation site:',
      'https://localhost.run/docs/',
      'To manage custom domains go to https://admin.localhost.run/',
      'your connection id is 0f2d, please mention it.',
      '4c2f8d.lhr.life tunneled with tls termination, https://4c2f8d.lhr.life',
      '',
    ].join('\r\n');
    expect(findPrintedOrigin(text, 'localhost.run')?.origin).toBe('https://4c2f8d.lhr.life');
  });

  it('is found between colours', () => {
    const text = '\u001b[32mForwarding HTTP traffic from \u001b[1mhttps://a1.serveo.net\u001b[0m\n';
    expect(findPrintedOrigin(text, 'serveo.net')?.origin).toBe('https://a1.serveo.net');
  });

  it('is found where it stands alone', () => {
    const text = 'http://rand.a.free.pinggy.link\nhttps://rand.a.free.pinggy.link\n';
    expect(findPrintedOrigin(text, 'a.pinggy.io')).toEqual({
      origin: 'https://rand.a.free.pinggy.link',
      isSaid: false,
    });
  });

  it.each([
    ['no address', 'Hello!\nYou are connected.\n'],
    ['plain http', 'Forwarding from http://abc.example.com\n'],
    ['an address with a path', 'tunnel help: https://abc.example.com/help\n'],
    ['an address with a query', 'tunnel: https://abc.example.com/?a=b\n'],
    ['the service itself', 'forwarding by https://service.example\n'],
  ])('is not found in %s', (_what, text) => {
    expect(findPrintedOrigin(text, 'service.example')).toBeNull();
  });

  it('is told once, and again when it becomes another one', () => {
    const told: string[] = [];
    const read = createUrlReader('service.example', ({ origin }) => told.push(origin));
    read('Forwarding from https://on');
    read(Buffer.from('e.example.com\nHello\n'));
    read('Still here.\n');
    read('Forwarding from https://two.example.com.\n');
    expect(told).toEqual(['https://one.example.com', 'https://two.example.com']);
  });

  it('is not taken from half a line, nor from requests that a service prints', () => {
    const told: string[] = [];
    const read = createUrlReader('service.example', ({ origin }) => told.push(origin));
    read('https://one.example.com');
    expect(told).toEqual([]);
    read('\r\n127.0.0.1 "GET / HTTP/1.1" 200 "https://referrer.example"\r\n');
    read('127.0.0.1 "GET / HTTP/1.1" 200 "https://other.example"\r\n');
    expect(told).toEqual(['https://one.example.com']);
  });

  it('is still found after a flood', () => {
    const told: string[] = [];
    const read = createUrlReader('service.example', ({ origin }) => told.push(origin));
    for (let line = 0; line < 2_000; line++) read(`${'noise '.repeat(20)}\n`);
    read('tunnel at https://late.example.com\n');
    expect(told).toEqual(['https://late.example.com']);
  });
});
