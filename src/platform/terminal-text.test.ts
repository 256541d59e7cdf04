import { describe, expect, it } from 'vitest';
import { terminalLines, terminalText } from './terminal-text.ts';

describe('a text on a terminal', () => {
  it.each([
    ['clears the screen', '\u001b[2J', '\\u001b[2J'],
    ['renames the window', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
    ['begins an escape in one byte of C1', '\u009b2J', '\\u009b2J'],
    ['writes over its line', 'genuine\rREFUSED', 'genuine\\u000dREFUSED'],
    ['forges a line', 'a\nb\u2028c', 'a\\u000ab\\u2028c'],
    ['turns the direction', 'a\u202eb\u2069', 'a\\u202eb\\u2069'],
    ['hides a character', 'pay\u200bout', 'pay\\u200bout'],
    ['hides a tag', 'a\u{e0061}b', 'a\\udb40\\udc61b'],
    ['chooses a variant', 'pay\ufe0fout', 'pay\\ufe0fout'],
    ['has no shape', 'a\u3164b\u2800c\u034fd', 'a\\u3164b\\u2800c\\u034fd'],
    ['pushes the rest out of sight', 'a\u00a0b\u2003c', 'a\\u00a0b\\u2003c'],
    ['is half of a character', 'a\ud800b', 'a\\ud800b'],
  ])('that %s is written as its escape', (_what, text, shown) => {
    expect(terminalText(text)).toBe(shown);
  });

  it('is left as it is where everything in it is seen', () => {
    const text = 'payout.successful → 200 “Müller” 支払い 😀';
    expect(terminalText(text)).toBe(text);
  });

  it('stays JSON, and the same value', () => {
    const value = { event: 'a\u001b\u007f\u202e\u{e0061}' };
    expect(JSON.parse(terminalText(JSON.stringify(value)))).toEqual(value);
  });

  it('of several lines keeps its lines', () => {
    expect(terminalLines('a\nb\u001b\n')).toBe('a\nb\\u001b\n');
  });
});
