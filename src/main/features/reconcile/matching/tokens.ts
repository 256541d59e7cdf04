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

/** A token may be written as so many words, whatever their lengths. */
const MOST_WORDS = 4;
/** An IBAN as it is printed: nine groups of four, one of them cut by the end of a line. */
const GROUP = 4;
const MOST_GROUPS = 10;
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
    for (const word of onEnd(words.slice(at, at + MOST_GROUPS))) {
      token += word;
      if (token.length >= SHORTEST && isKnown(token)) yield token;
    }
  }
}

/** As many of the first as may be one token: more than a few only where they go on as groups. */
function onEnd(words: readonly string[]): readonly string[] {
  const others = words.slice(0, -1).flatMap((word, at) => (word.length === GROUP ? [] : [at]));
  const isGrouped = (at: number) => words[at] !== undefined && words[at].length < GROUP;
  const end = others.find((at, before) => before > 1 || !isGrouped(at));
  return words.slice(0, Math.max(MOST_WORDS, (end ?? words.length) + 1));
}
