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

/** Explorers and services write a hash of 32 bytes with its `0x` or without. */
export const bareHash = (hash: string): string => hash.trim().replace(/^0x(?=[0-9a-f]{64}$)/i, '');

/** A token may be written as so many words, whatever their lengths. */
const MOST_WORDS = 4;
/** From so many characters on, as an IBAN in groups has, it may be any number of words: no others make it by chance. */
const LONG = 15;
const LONGEST_IBAN = 34;
/** Words of one line that are looked at. */
const MOST_LOOKED_AT = 200;

/** Written without a space before the number. */
const IBAN_LABEL = /\bIBAN[^A-Z0-9]*(?=[A-Z]{2}\d{2})/gi;

/** Tokens that stand in a text, alone or as words that follow one another, of those that are known. */
export function* tokensIn(text: string, isKnown: (token: string) => boolean): Generator<string> {
  const words = text
    .replaceAll(IBAN_LABEL, '$& ')
    .split(/[\s,;:/?+=()[\]"'|]+/)
    .slice(0, MOST_LOOKED_AT)
    .flatMap((word) => {
      const bare = squeezed(word);
      return bare === '' ? [] : [bare];
    });
  for (let at = 0; at < words.length; at += 1) {
    const found = startingAt(words, at).filter(({ token }) => isKnown(token));
    for (const { token } of found) yield token;
    // Groups of a long one are not short ones.
    const last = found.at(-1);
    if (last !== undefined && last.token.length >= LONG) at = last.at;
  }
}

/** What may be a token from this word on, each with the place of its last word. */
function startingAt(words: readonly string[], first: number) {
  const some: { readonly token: string; readonly at: number }[] = [];
  let token = '';
  for (let at = first; at < words.length; at += 1) {
    token += words[at];
    const isFew = at - first < MOST_WORDS;
    if (!isFew && token.length > LONGEST_IBAN) break;
    if (token.length >= (isFew ? SHORTEST : LONG)) some.push({ token, at });
  }
  return some;
}
