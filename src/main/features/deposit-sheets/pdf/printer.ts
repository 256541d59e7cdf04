/** Makes PDFs of sheets. Takes time for each, so it runs in a thread (sheet-thread.ts). */

import { createPdf, type Pdf } from '../../../core/pdf/document.ts';
import { embedLogo } from '../../../core/pdf/embedded.ts';
import type { Typefaces } from '../../../core/pdf/fonts.ts';
import { sheetWords } from '../content/words.ts';
import type { SheetContent, SheetStyle } from '../types.ts';
import { drawSheet } from './draw-sheet.ts';

export interface Printer {
  /** A file with this sheet alone. */
  one(content: SheetContent): Promise<Uint8Array>;
  /** Adds the sheet to the one file of all. */
  add(content: SheetContent): Promise<void>;
  /** The one file of all that were added. */
  finish(): Promise<Uint8Array>;
}

export function createPrinter(faces: Typefaces, style: SheetStyle): Printer {
  const { logo, name } = style.letterhead;
  let image: ReturnType<typeof embedLogo> | null = null;
  const begin = async (title: string): Promise<Pdf> => {
    if (logo !== null) image ??= embedLogo(logo);
    return await createPdf(faces, await image, { title, author: name, createdAt: style.issuedAt });
  };
  let all: Promise<Pdf> | null = null;
  const open = () => {
    all ??= begin(sheetWords.title);
    return all;
  };
  return {
    async one(content) {
      const { customerName } = content;
      const title =
        customerName === null
          ? sheetWords.title
          : `${sheetWords.title} · ${sheetWords.for(customerName)}`;
      const pdf = await begin(title);
      drawSheet(pdf, faces, content, style);
      return await pdf.finish();
    },
    async add(content) {
      drawSheet(await open(), faces, content, style);
    },
    finish: async () => await (await open()).finish(),
  };
}
