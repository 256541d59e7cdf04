import { describe, expect, it } from 'vitest';
import type { RawHeaders } from '../inbox/types.ts';
import { forwardedHeaders } from './forwarded-headers.ts';

const headersOf = (raw: RawHeaders) => forwardedHeaders(raw, 'genuine');

describe('headers of a forwarded delivery', () => {
  it('are the signature and all about the content, with their values as they came', () => {
    expect(
      headersOf([
        ['Host', 'hooks.example.com'],
        ['Content-Type', 'application/json; charset=utf-8'],
        ['Content-Encoding', 'gzip'],
        ['CONTENT-LANGUAGE', 'en'],
        ['Content-Digest', 'sha-256=:AbC=:'],
        ['Signature', 'AB12'],
        ['Content-Length', '12'],
        ['User-Agent', 'service'],
        ['Authorization', 'Basic eDp5'],
        ['Cookie', 'a=b'],
        ['X-Forwarded-For', '203.0.113.7'],
      ]),
    ).toEqual([
      ['content-type', 'application/json; charset=utf-8'],
      ['content-encoding', 'gzip'],
      ['content-language', 'en'],
      ['content-digest', 'sha-256=:AbC=:'],
      ['signature', 'AB12'],
    ]);
  });

  it('are never those of the connection, also where they are named as such', () => {
    expect(
      headersOf([
        ['Connection', 'keep-alive, Content-Language , TE'],
        ['connection', 'digest'],
        ['Keep-Alive', 'timeout=5'],
        ['Transfer-Encoding', 'chunked'],
        ['TE', 'trailers'],
        ['Trailer', 'Digest'],
        ['Upgrade', 'h2c'],
        ['Proxy-Authorization', 'Basic eDp5'],
        ['Content-Language', 'en'],
        ['Digest', 'sha-256=x'],
        ['Content-Type', 'application/json'],
      ]),
    ).toEqual([['content-type', 'application/json']]);
  });

  it('are the first content type only, and each line of the others', () => {
    expect(
      headersOf([
        ['content-type', 'application/json'],
        ['content-type', 'text/plain'],
        ['content-encoding', 'br'],
        ['content-encoding', 'gzip'],
      ]),
    ).toEqual([
      ['content-type', 'application/json'],
      ['content-encoding', 'br'],
      ['content-encoding', 'gzip'],
    ]);
  });

  it('are the signature and the type where the bytes that go on are not the ones that came', () => {
    const raw = [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', 'gzip'],
      ['Content-Digest', 'sha-256=:AbC=:'],
      ['Signature', 'AB12'],
    ] as const;
    expect(forwardedHeaders(raw, 'genuine-reserialised')).toEqual([
      ['content-type', 'application/json'],
      ['signature', 'AB12'],
    ]);
  });
});
