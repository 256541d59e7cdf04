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

/** A LIKE pattern (escape `\`) for texts that contain this part. */
export const partPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
