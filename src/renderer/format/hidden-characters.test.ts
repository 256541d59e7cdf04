import { describe, expect, it } from 'vitest';
import { asSeen, seenRuns } from './hidden-characters.ts';

describe('characters that nobody sees', () => {
  it.each([
    ['a mark of direction', 'invoice\u202Efdp.exe', 'invoice\\u202Efdp.exe'],
    ['an isolate', '\u2066usd\u2069', '\\u2066usd\\u2069'],
    ['a zero-width space within a word', 'Ada\u200BByron', 'Ada\\u200BByron'],
    ['a joiner between Latin letters', 'Ada\u200DByron', 'Ada\\u200DByron'],
    ['a soft hyphen and a byte order mark', '\uFEFFAd\u00ADa', '\\uFEFFAd\\u00ADa'],
    ['fillers that are letters by class', 'a\u3164b\u115F', 'a\\u3164b\\u115F'],
    ['tags beyond the first plane', 'a\u{E0041}b', 'a\\u{E0041}b'],
    ['a selector that nothing has a form for', 'a\uFE0Fb', 'a\\uFE0Fb'],
    ['controls, but for line ends and tabs', 'a\u0000b\rc\r\n\td', 'a\\u0000b\\u000Dc\r\n\td'],
    ['a joiner after a picture that joins no other', '👩\u200da', '👩\\u200Da'],
    ['separators of lines', 'a\u2028b', 'a\\u2028b'],
    ['half of a pair', 'a\ud800b', 'a\\uD800b'],
  ])('shows %s as an escape', (_, text, seen) => {
    expect(asSeen(text)).toBe(seen);
  });

  it.each([
    ['plain text', 'Ada Byron, 12 St James’s Square'],
    ['letters of any script', 'عبد الله · 山田太郎 · Łukasz · ירושלים'],
    ['joiners that shape letters', 'می\u200cخواهم क्\u200dष'],
    ['pictures of several characters', '👩\u200d🚀 ❤\ufe0f 🏳\ufe0f\u200d🌈 👩🏽\u200d💻'],
    ['nothing', ''],
  ])('leaves %s as it is', (_, text) => {
    expect(asSeen(text)).toBe(text);
  });

  it('tells the escape from what was written so', () => {
    expect(seenRuns('\\u202E \u202E\u200Bx')).toEqual([
      { text: '\\u202E ', isEscape: false },
      { text: '\\u202E\\u200B', isEscape: true },
      { text: 'x', isEscape: false },
    ]);
  });
});
