/** Text folded for search and comparison. */

/** Lower case, without accents or control characters: `Ångström` and `angstrom` are the same. */
export const folded = (text: string): string =>
  isPlain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/\p{Cc}/gu, ' ')
        .toLowerCase();

/** Printable ASCII, as most texts are: only its case is folded. */
const isPlain = /^[ -~]*$/;

/** A pattern of LIKE (escape `\`) that finds a text with this part in it. */
export const partPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
