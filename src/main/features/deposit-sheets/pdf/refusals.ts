/** What keeps a sheet or a letterhead from being set, because the fonts lack it or would get it wrong. */
import { sheetWords } from '../content/words.ts';
import type { Letterhead, SheetContent } from '../types.ts';
import type { FontRole, Typefaces } from './fonts.ts';
import { describeCharacter, unprintable } from './printable.ts';

interface Part {
  readonly name: string;
  readonly text: string;
  readonly font: FontRole;
}

const sentence = (name: string, characters: readonly string[]): string =>
  `${name} contains ${characters.length === 1 ? 'a character' : 'characters'} that a PDF can’t show correctly: ${characters.map(describeCharacter).join(', ')}.`;

const sentencesOf = (parts: readonly Part[], faces: Typefaces): string[] =>
  parts.flatMap(({ name, text, font }) => {
    const characters = unprintable(text, faces[font].hasGlyph);
    return characters.length === 0 ? [] : [sentence(name, characters)];
  });

/** Sentences; empty where the sheet can be set. */
export const sheetRefusals = (content: SheetContent, faces: Typefaces): string[] =>
  sentencesOf(
    [
      { name: 'The customer’s name', text: content.customerName ?? '', font: 'regular' },
      ...content.instructions.flatMap(({ label, shown, isNumber }): Part[] => [
        { name: `The name of “${label}”`, text: label, font: 'regular' },
        { name: label, text: shown, font: isNumber ? 'mono' : 'regular' },
      ]),
      { name: sheetWords.destinationCurrency, text: content.destinationCurrency, font: 'regular' },
      { name: sheetWords.destinationCurrency, text: content.sourceCurrency, font: 'regular' },
      { name: sheetWords.network, text: content.network, font: 'regular' },
      { name: sheetWords.walletAddress, text: content.walletAddress, font: 'mono' },
      { name: 'The account’s ID', text: content.accountId, font: 'regular' },
    ],
    faces,
  );

/** As sheetRefusals. */
export const letterheadRefusals = (
  { name, addressLines }: Pick<Letterhead, 'name' | 'addressLines'>,
  faces: Typefaces,
): string[] =>
  sentencesOf(
    [
      { name: 'The company’s name', text: name, font: 'bold' },
      ...addressLines.map(
        (text, at): Part => ({
          name: `Line ${at + 1} of the address`,
          text,
          font: 'regular',
        }),
      ),
    ],
    faces,
  );
