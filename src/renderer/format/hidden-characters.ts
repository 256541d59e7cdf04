/**
 * Characters that nobody sees in text from outside: controls, marks of direction, zero-width ones.
 * Shown as they are, two texts look the same, or one reads as another: `abc` after U+202E as `cba`.
 */

/** Text up to U+007E has none but its controls, and is most of what is shown. */
const plain = /^[\n\t\u0020-\u007e]*$/;

/** Controls, formats, surrogates without their other half, and what a font may leave out. */
const hidden =
  /(?:(?!\r?\n|\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])+/gu;

/** Letters of scripts in which a joiner says how its neighbours are written. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u;
const joiner = /^[\u200c\u200d]$/;
/** One picture is often several characters: a base, its colour and form, and what joins them. */
const ofPicture = /^\ufe0f?\u200d?$/;
const picture = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

export interface SeenRun {
  readonly text: string;
  /** The text is the escape of what can't be seen. */
  readonly isEscape: boolean;
}

/** Text in runs of what is seen and of escapes for what is not; none for an empty text. */
export function seenRuns(text: string): SeenRun[] {
  if (plain.test(text)) return text === '' ? [] : [{ text, isEscape: false }];
  const runs: SeenRun[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(hidden)) {
    const end = index + found.length;
    if (isOfWriting(found, text.slice(Math.max(0, index - 2), index), text.slice(end, end + 2)))
      continue;
    if (index > at) runs.push({ text: text.slice(at, index), isEscape: false });
    runs.push({ text: Array.from(found, escapeOf).join(''), isEscape: true });
    at = end;
  }
  if (at < text.length) runs.push({ text: text.slice(at), isEscape: false });
  return runs;
}

/** The same as plain text, for titles and sentences. */
export const asSeen = (text: string): string =>
  plain.test(text)
    ? text
    : seenRuns(text)
        .map((run) => run.text)
        .join('');

/** A joiner between letters that it shapes, or the parts of one picture. */
function isOfWriting(found: string, before: string, after: string): boolean {
  const last = Array.from(before).at(-1) ?? '';
  const next = Array.from(after)[0] ?? '';
  if (joiner.test(found) && joining.test(last) && joining.test(next)) return true;
  if (!ofPicture.test(found) || !picture.test(last)) return false;
  return !found.endsWith('\u200d') || picture.test(next);
}

/** `\u202E`, `\u{E0041}`. */
function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
