/** References, IDs and account numbers as they are found in what a bank made of them. */

/** Letters and digits alone, in capitals: banks drop and change what is between. */
export const squeezed = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Shorter ones stand in any text by accident. */
const SHORTEST = 5;
/** What is usable as a token; null for what is too short to tell anything. */
export function tokenOf(text: string | null): string | null {
  const token = text === null ? '' : squeezed(text);
  return token.length < SHORTEST ? null : token;
}

/** A token may be written as so many words. */
const MOST_WORDS = 4;
/** Words of one line that are looked at. */
const MOST_LOOKED_AT = 200;

/** Tokens that stand in a text, alone or as words that follow one another, of those that are known. */
export function* tokensIn(text: string, isKnown: (token: string) => boolean): Generator<string> {
  const words = text
    .split(/[\s,;:/?+()[\]"'|]+/)
    .slice(0, MOST_LOOKED_AT)
    .flatMap((word) => {
      const bare = squeezed(word);
      return bare === '' ? [] : [bare];
    });
  for (let at = 0; at < words.length; at += 1) {
    let token = '';
    for (const word of words.slice(at, at + MOST_WORDS)) {
      token += word;
      if (token.length >= SHORTEST && isKnown(token)) yield token;
    }
  }
}
