/** Fonts and pictures that pdf-lib made once and many documents carry. */
import { deflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  JpegEmbedder,
  PDFContext,
  PDFName,
  PDFObjectCopier,
  PDFRawStream,
  type PDFRef,
  PngEmbedder,
} from '@cantoo/pdf-lib';
import { readLogo } from './logo/logo.ts';
import type { Logo } from './types.ts';

export interface Embedded {
  readonly context: PDFContext;
  readonly ref: PDFRef;
}

interface Embedder {
  embedIntoContext(context: PDFContext): Promise<PDFRef>;
}

export async function embed(embedder: Embedder): Promise<Embedded> {
  const context = PDFContext.create();
  return { context, ref: await embedder.embedIntoContext(context) };
}

/** Puts it into a document, under `at` where that is given. */
export function carry(
  to: PDFContext,
  { context, ref }: Embedded,
  at: PDFRef = to.nextRef(),
): PDFRef {
  const object = context.lookup(ref);
  if (object === undefined) throw new TypeError('Nothing was embedded.');
  to.assign(at, PDFObjectCopier.for(context, to).copy(object));
  return at;
}

/** Throws LogoError: a logo that is stored is looked through once more before it is decoded. */
export async function embedLogo(logo: Pick<Logo, 'bytes'>): Promise<Embedded> {
  const { type, bytes, width } = readLogo(logo.bytes);
  if (type === 'image/jpeg') return await embed(await JpegEmbedder.for(bytes));
  const embedded = await embed(await PngEmbedder.for(bytes));
  for (const [, image] of embedded.context.enumerateIndirectObjects()) {
    if (image instanceof PDFRawStream) packShades(image, width);
  }
  return embedded;
}

/** Shades are smallest as differences from the row above, by a tenth and more; flat colours as they are. */
function packShades(image: PDFRawStream, width: number): void {
  const samples = decodePDFRawStream(image).decode();
  const isColour = image.dict.get(PDFName.of('ColorSpace')) === PDFName.of('DeviceRGB');
  const stride = width * (isColour ? 3 : 1);
  const rows = Buffer.alloc((samples.length / stride) * (stride + 1), 2);
  for (const [at, sample] of samples.entries()) {
    const above = at < stride ? 0 : (samples[at - stride] ?? 0);
    rows[at + Math.floor(at / stride) + 1] = sample - above;
  }
  const differences = deflateSync(rows);
  if (differences.length >= image.contents.length) return;
  image.updateContents(differences);
  const facts = { Predictor: 15, Colors: isColour ? 3 : 1, BitsPerComponent: 8, Columns: width };
  image.dict.set(PDFName.of('DecodeParms'), image.dict.context.obj(facts));
}
