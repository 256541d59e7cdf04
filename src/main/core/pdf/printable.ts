/**
 * Whether a text can be set in the fonts of a sheet. Its letters are set one after another, from left to
 * right and without shaping, which is right for Latin, Greek, Cyrillic, Armenian and Georgian letters,
 * Vietnamese among them. What that would get wrong is refused, never dropped.
 */

/** Scripts that run from right to left, or whose letters change with their neighbours. */
const shaped =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Lao}\p{Script=Thai}]/u;
/** Marks that stand over other letters, and what is not seen (of which some turn text around), a blank braille cell too. */
const unseen = /[\p{M}\p{C}\u2800]/u;

/** Precomposed where Unicode has it so, in single lines, with plain spaces. */
export const linesOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replaceAll(/[\t\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ').trim())
    .filter((line, at, all) => line !== '' || all.length === 1 || at === 0);

/** The characters that can't be set, each once; empty when the text is printable. */
export function unprintable(text: string, hasGlyph: (codePoint: number) => boolean): string[] {
  const found = new Set<string>();
  for (const line of linesOf(text)) {
    for (const character of line) {
      const isOne = unseen.test(character) || shaped.test(character);
      if (isOne || !hasGlyph(character.codePointAt(0) ?? 0)) found.add(character);
    }
  }
  return [...found];
}

/** `U+4E2D` */
const numberOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** `“中” (U+4E2D)`, or the number alone for what is not seen by itself. */
export function describeCharacter(character: string): string {
  const number = numberOf(character);
  return unseen.test(character) ? number : `“${character}” (${number})`;
}

/** The text with `[U+4E2D]` for each character that can't be set. */
export const spellUnprintable = (
  text: string,
  hasGlyph: (codePoint: number) => boolean,
): string => {
  const whole = linesOf(text).join('\n');
  const missing = unprintable(whole, hasGlyph);
  return missing.reduce(
    (spelled, character) => spelled.replaceAll(character, `[${numberOf(character)}]`),
    whole,
  );
};
