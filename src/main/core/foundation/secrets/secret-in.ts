/** Secrets in what people write: names, notes, cells of a table. By shape, and phrases by their words. */
import { type SecretKind, secretIn as secretWith } from '../../../../contract/addresses/secrets.ts';
import { holdsSeedPhrase } from './seed-phrases.ts';

/** What secret the text is, or holds; null when none is seen. */
export const secretIn = (text: string): SecretKind | null => secretWith(text, holdsSeedPhrase);

/** The first secret among texts; null when none is seen. */
export function secretAmong(texts: Iterable<string>): SecretKind | null {
  for (const text of texts) {
    const kind = secretIn(text);
    if (kind !== null) return kind;
  }
  return null;
}
