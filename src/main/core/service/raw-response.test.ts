import { describe, expect, it } from 'vitest';
import { rawResponseOf } from './raw-response.ts';

const known = ['token-of-this-profile'];
const bytes = (text: string) => new TextEncoder().encode(text);
const shown = (text: string) => rawResponseOf(bytes(text), known).text;

describe('a raw answer', () => {
  it.each(['{ "message":\t["a"] }', '<html><p>Bad gateway</p>', 'no upstream', ''])(
    'is given as it came: %j',
    (text) => {
      const { length } = bytes(text);
      expect(rawResponseOf(bytes(text), known)).toEqual({
        text,
        bytes: length,
        isShortened: false,
      });
    },
  );

  it.each([
    ['the token by its value', 'Not valid: token-of-this-profile', 'token-of-this-profile'],
    ['a JWT', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
    ['a webhook’s secret', '{"data":{"webhook":{"secret":"secret_abcdef"}}}', 'abcdef'],
    ['one without its prefix, in half an answer', '{"webhook":{"secret":"abc\\"def', 'def'],
    ['one that is spelled by escapes', '{"a":"secret\\u005fabcdef"}', 'abcdef'],
    ['one under a key that comes twice', '{"a":"secret_abcdef","a":1}', 'abcdef'],
    ['one in bytes that are no text', 'secret_abcdef\u0000\ufffd', 'abcdef'],
  ])('is cut of %s', (_what, text, secret) => {
    expect(shown(text)).not.toContain(secret);
    expect(shown(text).length).toBeGreaterThan(0);
  });

  it('says that it is shortened, and how long it was', () => {
    const long = rawResponseOf(bytes('a '.repeat(80_000)), known);
    expect(long).toMatchObject({ isShortened: true, bytes: 160_000 });
    expect(long.text).toHaveLength(100_000);
  });

  it('shows no half of a secret where it is shortened', () => {
    const secret = `secret_${'s'.repeat(3_000)}`;
    const { text, isShortened } = rawResponseOf(bytes(`${secret} `.repeat(100)), known);
    expect(isShortened).toBe(true);
    expect(text).not.toContain('sss');
    const across = rawResponseOf(
      bytes(`${'a '.repeat(49_950)}${secret}${' b'.repeat(50_000)}`),
      known,
    );
    expect(across.text).not.toContain('sss');
  });
});
