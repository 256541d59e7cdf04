import { describe, expect, it } from 'vitest';
import { readBaseUrl } from './base-url.ts';

describe('the address of a service', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://API.example.com/ ', 'https://api.example.com'],
    ['https://api.example.com:8443/pay//', 'https://api.example.com:8443/pay'],
    ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
    ['http://127.1:4010', 'http://127.0.0.1:4010'],
    ['https://api.example.com/v1/ramp', 'https://api.example.com/v1/ramp'],
    ['https://api.example.com/customers', 'https://api.example.com/customers'],
    ['http://localhost:4010', 'http://localhost:4010'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
  ])('%s is taken as %s', (typed, baseUrl) => {
    expect(readBaseUrl(typed)).toEqual({ ok: true, baseUrl });
  });

  it.each([
    ['', 'Enter a URL'],
    ['api.example.com', 'Enter a URL'],
    ['https://', 'Enter a URL'],
    ['http://api.example.com', 'the token is sent'],
    ['http://localhost.example.com', 'the token is sent'],
    ['http://127.0.0.1.example.com', 'the token is sent'],
    ['http://127.0.0.1:38500/v2/customers', 'Remove /v2/customers'],
    ['https://api.example.com/v2/customer/', 'base URL is then https://api.example.com.'],
    [
      'https://api.example.com/ramp/v1/event/event_1',
      'base URL is then https://api.example.com/ramp.',
    ],
    ['https://api.example.com/V2', 'Remove /V2'],
    ['http://10.0.0.1', 'the token is sent'],
    ['http://0.0.0.0', 'the token is sent'],
    ['ftp://api.example.com', 'starts with https'],
    ['javascript:alert(1)', 'Enter a URL'],
    ['https://me:pw@api.example.com', 'password'],
    ['https://me@api.example.com', 'user name'],
    ['https://api.example.com/?a=1', '?'],
    ['https://api.example.com?', '?'],
    ['https://api.example.com/#', '#'],
  ])('%s is refused: %s', (typed, why) => {
    const read = readBaseUrl(typed);
    expect(read).toMatchObject({ ok: false, sentence: expect.stringContaining(why) });
  });
});
