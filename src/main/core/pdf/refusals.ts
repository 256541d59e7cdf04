/** What keeps a text from being set, because the fonts lack it or would get it wrong. */
import type { FontRole, Typefaces } from './fonts.ts';
import { describeCharacter, unprintable } from './printable.ts';
import type { Letterhead } from './types.ts';

export interface SetText {
  readonly name: string;
  readonly text: string;
  readonly font: FontRole;
}

const sentence = (name: string, characters: readonly string[]): string =>
  `${name} contains ${characters.length === 1 ? 'a character' : 'characters'} that a PDF can’t show correctly: ${characters.map(describeCharacter).join(', ')}.`;

/** Sentences; empty where all of it can be set. */
export const refusalsOf = (texts: readonly SetText[], faces: Typefaces): string[] =>
  texts.flatMap(({ name, text, font }) => {
    const characters = unprintable(text, faces[font].hasGlyph);
    return characters.length === 0 ? [] : [sentence(name, characters)];
  });

/** As refusalsOf. */
export const letterheadRefusals = (
  { name, addressLines }: Pick<Letterhead, 'name' | 'addressLines'>,
  faces: Typefaces,
): string[] =>
  refusalsOf(
    [
      { name: 'The company’s name', text: name, font: 'bold' },
      ...addressLines.map(
        (text, at): SetText => ({
          name: `Line ${at + 1} of the address`,
          text,
          font: 'regular',
        }),
      ),
    ],
    faces,
  );
