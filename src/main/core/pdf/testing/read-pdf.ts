/**
 * For tests: reads the text of a PDF of ours back the way a reader does, by what each character number
 * means, so that what is checked is what can be read and copied and not what was meant to be drawn.
 */
import { inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
} from '@cantoo/pdf-lib';

export interface ReadPage {
  readonly width: number;
  readonly height: number;
  /** Each text with the place of its beginning, in points. */
  readonly texts: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly size: number;
  }[];
  readonly hasImage: boolean;
}

export async function readPdf(bytes: Uint8Array): Promise<readonly ReadPage[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.getPages().map((page) => {
    const { Font: fonts, XObject: images } = page.node.normalizedEntries();
    const meanings = new Map(
      fonts.keys().map((key) => [key.asString(), meaningOf(fonts.lookup(key, PDFDict))]),
    );
    const contents = page.node.Contents();
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
    const commands = streams
      .map((stream) => document.context.lookup(stream))
      .filter((stream) => stream instanceof PDFRawStream)
      .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
      .join('\n');
    const drawn = /(\/F\d) ([\d.]+) Tf\s+1 0 0 1 ([-\d.]+) ([-\d.]+) Tm\s+<([0-9A-Fa-f]*)> Tj/g;
    const texts = [...commands.matchAll(drawn)].map(([, font = '', size, x, y, hex = '']) => ({
      text: (hex.match(/.{4}/g) ?? [])
        .map((number) => meanings.get(font)?.get(number.toLowerCase()) ?? '\uFFFD')
        .join(''),
      ...{ x: Number(x), y: Number(y), size: Number(size) },
    }));
    const { width, height } = page.getSize();
    return { width, height, texts, hasImage: images.keys().length > 0 };
  });
}

/** By ToUnicode. */
function meaningOf(font: PDFDict): ReadonlyMap<string, string> {
  const stream = font.lookup(PDFName.of('ToUnicode'));
  if (!(stream instanceof PDFRawStream)) throw new Error('The font has no ToUnicode.');
  const map = inflateSync(stream.contents).toString('latin1').toLowerCase();
  return new Map(
    [...map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, number = '', units = '']) => [
      number,
      (units.match(/.{4}/g) ?? [])
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        .join(''),
    ]),
  );
}

/** All texts of a page, one a line. */
export const textOf = ({ texts }: ReadPage): string => texts.map(({ text }) => text).join('\n');
