import { describe, expect, it } from 'vitest';
import { parseListenOptions } from './options.ts';

describe('where deliveries are forwarded to', () => {
  it.each([
    ['localhost:3000/hooks', 'http://localhost:3000/hooks'],
    ['LOCALHOST:3000', 'http://localhost:3000/'],
    ['127.0.0.1:3000/hooks', 'http://127.0.0.1:3000/hooks'],
    ['[::1]:3000/hooks', 'http://[::1]:3000/hooks'],
    ['https://ledger.example.com/hooks', 'https://ledger.example.com/hooks'],
  ])('may be %s', (given, url) => {
    expect(parseListenOptions(['--forward-to', given])?.forwardTo).toBe(url);
  });

  it('is nowhere else for a name that only begins like this computer', () => {
    const read = () => parseListenOptions(['--forward-to', 'localhost.example.com:3000']);
    expect(read).toThrow(/starts with http/);
  });
});
