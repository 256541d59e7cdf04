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
  PDFNumber,
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
    /** As its font says. */
    readonly width: number;
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
    const widths = new Map(
      fonts.keys().map((key) => [key.asString(), widthsOf(fonts.lookup(key, PDFDict))]),
    );
    const texts = [...commands.matchAll(drawn)].map(([, font = '', size, x, y, hex = '']) => {
      const numbers = hex.toLowerCase().match(/.{4}/g) ?? [];
      const wide = numbers.map((number) => widths.get(font)?.(Number.parseInt(number, 16)) ?? 0);
      return {
        text: numbers.map((number) => meanings.get(font)?.get(number) ?? '\uFFFD').join(''),
        x: Number(x),
        y: Number(y),
        size: Number(size),
        width: (wide.reduce((sum, one) => sum + one, 0) / 1000) * Number(size),
      };
    });
    const { width, height } = page.getSize();
    return { width, height, texts, hasImage: images.keys().length > 0 };
  });
}

/** Thousandths of the size, by character number: `[1 [500 600] 9 [250]]`. */
function widthsOf(font: PDFDict): (number: number) => number {
  const descendant = font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict);
  const runs = descendant.lookup(PDFName.of('W'), PDFArray);
  const known = new Map<number, number>();
  for (let at = 0; at < runs.size(); at += 2) {
    const first = runs.lookup(at, PDFNumber).asNumber();
    const widths = runs.lookup(at + 1, PDFArray);
    for (let next = 0; next < widths.size(); next += 1)
      known.set(first + next, widths.lookup(next, PDFNumber).asNumber());
  }
  return (number) => known.get(number) ?? 1000;
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

/** What is set over something else, or outside the margins: nothing of a page that can be read. */
export function misplacedOn(
  { width, height, texts }: ReadPage,
  margins: { readonly side: number; readonly top: number },
): string[] {
  const box = ({ x, y, size, width: wide }: ReadPage['texts'][number]) => ({
    left: x,
    right: x + wide,
    bottom: y,
    top: y + 0.7 * size,
  });
  const boxes = texts.map((text) => ({ ...box(text), text: text.text }));
  const outside = boxes.filter(
    ({ left, right, bottom, top }) =>
      left < margins.side - 0.1 ||
      right > width - margins.side + 0.1 ||
      bottom < 20 ||
      top > height - margins.top + 12,
  );
  const over = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (other) =>
          one.left < other.right - 0.1 &&
          other.left < one.right - 0.1 &&
          one.bottom < other.top - 0.1 &&
          other.bottom < one.top - 0.1,
      )
      .map((other) => `${one.text} | ${other.text}`),
  );
  return [...outside.map(({ text }) => `outside: ${text}`), ...over];
}

/** All texts of a page, one a line. */
export const textOf = ({ texts }: ReadPage): string => texts.map(({ text }) => text).join('\n');
