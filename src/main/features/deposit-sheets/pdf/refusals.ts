/** What keeps a sheet from being set, because the fonts lack it or would get it wrong. */
import type { Typefaces } from '../../../core/pdf/fonts.ts';
import { refusalsOf, type SetText } from '../../../core/pdf/refusals.ts';
import { sheetWords } from '../content/words.ts';
import type { SheetContent } from '../types.ts';

/** Sentences; empty where the sheet can be set. */
export const sheetRefusals = (content: SheetContent, faces: Typefaces): string[] =>
  refusalsOf(
    [
      { name: 'The customer’s name', text: content.customerName ?? '', font: 'regular' },
      ...content.instructions.flatMap(({ label, shown, isNumber }): SetText[] => [
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
