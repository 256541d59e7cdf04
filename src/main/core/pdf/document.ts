/** A PDF of pages with text, lines and one image, by pdf-lib. */
import { deflateSync } from 'node:zlib';
import {
  degrees,
  drawImage,
  drawLine,
  drawText,
  PDFDocument,
  PDFName,
  type PDFOperator,
  type PDFPage,
  rgb,
} from '@cantoo/pdf-lib';
import { carry, type Embedded } from './embedded.ts';
import type { FontRole, Typefaces } from './fonts.ts';

/** Red, green, blue from 0 to 1. */
export type Colour = readonly [number, number, number];

export interface TextStyle {
  readonly font: FontRole;
  /** In points. */
  readonly size: number;
  readonly colour: Colour;
}

/** One page. Lengths are points, from the lower left. */
export interface Page {
  text(text: string, x: number, y: number, style: TextStyle): void;
  /** Horizontal, half a point strong. */
  rule(x: number, y: number, width: number, colour: Colour): void;
  logo(x: number, y: number, width: number, height: number): void;
}

export interface Pdf {
  page(width: number, height: number): Page;
  /** Nothing more is set on the pages that there are: they are packed, so that many take little room. */
  seal(): void;
  /** The whole file. Once. */
  finish(): Promise<Uint8Array>;
}

export interface PdfFacts {
  readonly title: string;
  readonly author: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

const roles = ['regular', 'bold', 'mono'] as const;
const fontName = { regular: 'F1', bold: 'F2', mono: 'F3' } as const;
const upright = { rotate: degrees(0), xSkew: degrees(0), ySkew: degrees(0) };
/** At most four decimals. */
const point = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The same input gives the same bytes. */
export async function createPdf(
  faces: Typefaces,
  logo: Embedded | null,
  { title, author, createdAt }: PdfFacts,
): Promise<Pdf> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  document.setTitle(title, { showInWindowTitleBar: true });
  if (author !== '') document.setAuthor(author);
  document.setProducer('Causeway');
  document.setLanguage('en');
  document.setCreationDate(new Date(createdAt));
  const subsets = {
    regular: await faces.regular.subset(),
    bold: await faces.bold.subset(),
    mono: await faces.mono.subset(),
  };
  const fonts = { regular: context.nextRef(), bold: context.nextRef(), mono: context.nextRef() };
  const resources = context.register(
    context.obj({
      Font: { F1: fonts.regular, F2: fonts.bold, F3: fonts.mono },
      ...(logo === null ? {} : { XObject: { Logo: carry(context, logo) } }),
    }),
  );
  let open: { readonly page: PDFPage; readonly operators: PDFOperator[] }[] = [];
  const seal = (): void => {
    for (const { page, operators } of open) {
      const content = context.stream(deflateSync(operators.join('\n')), { Filter: 'FlateDecode' });
      page.node.set(PDFName.of('Contents'), context.register(content));
    }
    open = [];
  };

  return {
    page(width, height) {
      const page = document.addPage([width, height]);
      page.node.set(PDFName.of('Resources'), resources);
      const operators: PDFOperator[] = [];
      open.push({ page, operators });
      return {
        text(text, x, y, { font, size, colour }) {
          const place = { x: point(x), y: point(y) };
          const color = rgb(...colour);
          const options = { ...upright, ...place, size, color, font: fontName[font] };
          operators.push(...drawText(subsets[font].encode(text), options));
        },
        rule(x, y, width, colour) {
          const start = { x: point(x), y: point(y) };
          const end = { x: point(x + width), y: point(y) };
          operators.push(...drawLine({ start, end, thickness: 0.5, color: rgb(...colour) }));
        },
        logo(x, y, width, height) {
          operators.push(...drawImage('Logo', { ...upright, x, y, width, height }));
        },
      };
    },
    seal,
    async finish() {
      seal();
      for (const role of roles) carry(context, await subsets[role].finish(), fonts[role]);
      return await document.save({
        objectsPerTick: Number.POSITIVE_INFINITY,
        addDefaultPage: false,
        updateFieldAppearances: false,
      });
    },
  };
}
