/** A PDF of pages with text, lines and one image, over the objects that pdf-lib writes. */
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import type { Encoded, LogoImage } from './logo-image.ts';
import type { EmbeddedFont, FontSubset, Typeface } from './typeface.ts';

export type FontRole = 'regular' | 'bold' | 'mono';
export type Typefaces = Readonly<Record<FontRole, Typeface>>;
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

/** The same input gives the same bytes. */
export async function createPdf(
  faces: Typefaces,
  logo: LogoImage | null,
  { title, author, createdAt }: PdfFacts,
): Promise<Pdf> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  document.setTitle(title, { showInWindowTitleBar: true });
  if (author !== '') document.setAuthor(author);
  document.setProducer('Causeway');
  document.setLanguage('en');
  document.setCreationDate(new Date(createdAt));
  const subsets: Record<FontRole, FontSubset> = {
    regular: faces.regular.subset(),
    bold: faces.bold.subset(),
    mono: faces.mono.subset(),
  };
  const fontRefs = { regular: context.nextRef(), bold: context.nextRef(), mono: context.nextRef() };
  const logoRef = logo === null ? null : embedLogo(document, logo);

  const tree = context.nextRef();
  const kids: PDFRef[] = [];
  let open: OpenPage[] = [];
  const resources = context.register(
    context.obj({
      Font: { F1: fontRefs.regular, F2: fontRefs.bold, F3: fontRefs.mono },
      ...(logoRef === null ? {} : { XObject: { Logo: logoRef } }),
    }),
  );
  const seal = (): void => {
    for (const { size, commands } of open) {
      const content = deflateSync(commands.join('\n'));
      const facts = { Filter: 'FlateDecode', Length: content.length };
      const contents = context.register(PDFRawStream.of(context.obj(facts), content));
      kids.push(
        context.register(
          context.obj({
            Type: 'Page',
            Parent: tree,
            MediaBox: [0, 0, ...size],
            Resources: resources,
            Contents: contents,
          }),
        ),
      );
    }
    open = [];
  };

  return {
    page(width, height) {
      const commands: string[] = [];
      open.push({ size: [width, height], commands });
      return pageOf(commands, subsets);
    },
    seal,
    async finish() {
      seal();
      context.assign(tree, context.obj({ Type: 'Pages', Kids: kids, Count: kids.length }));
      document.catalog.set(PDFName.of('Pages'), tree);
      for (const role of roles) {
        embedFont(document, fontRefs[role], await subsets[role].finish());
      }
      return await document.save({
        objectsPerTick: Number.POSITIVE_INFINITY,
        addDefaultPage: false,
        updateFieldAppearances: false,
      });
    },
  };
}

interface OpenPage {
  readonly size: readonly [width: number, height: number];
  /** Operators of PDF 32000-1, annex A. */
  readonly commands: string[];
}

/** At most four decimals, and never in the form of a power. */
const number = (value: number): string => String(Number(value.toFixed(4)));
const numbers = (...values: readonly number[]): string => values.map(number).join(' ');

const pageOf = (commands: string[], subsets: Record<FontRole, FontSubset>): Page => ({
  text(text, x, y, { font, size, colour }) {
    commands.push(
      `BT ${numbers(...colour)} rg /${fontName[font]} ${number(size)} Tf`,
      `${numbers(1, 0, 0, 1, x, y)} Tm <${subsets[font].encode(text)}> Tj ET`,
    );
  },
  rule(x, y, width, colour) {
    commands.push(`${numbers(...colour)} RG 0.5 w ${numbers(x, y)} m ${numbers(x + width, y)} l S`);
  },
  logo(x, y, width, height) {
    commands.push(`q ${numbers(width, 0, 0, height, x, y)} cm /Logo Do Q`);
  },
});

/** A composite font whose characters are numbered by ourselves (PDF 32000-1, 9.7). */
function embedFont({ context }: PDFDocument, ref: PDFRef, font: EmbeddedFont): void {
  const deflated = (bytes: Uint8Array, more: Record<string, number> = {}): PDFRef =>
    context.register(
      PDFRawStream.of(context.obj({ Filter: 'FlateDecode', Length: bytes.length, ...more }), bytes),
    );
  // Six capital letters tell that it is a part of the font; which ones says nothing.
  const name = `CAUSEW+${font.name}`;
  const fixedPitch = font.isMonospaced ? 1 : 0;
  const nonsymbolic = 32;
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: fixedPitch + nonsymbolic,
      FontBBox: [...font.box],
      ItalicAngle: 0,
      Ascent: font.ascent,
      Descent: font.descent,
      CapHeight: font.capHeight,
      StemV: 80,
      FontFile2: deflated(font.program, { Length1: font.programBytes }),
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFHexString.fromText('Adobe'),
        Ordering: PDFHexString.fromText('Identity'),
        Supplement: 0,
      },
      CIDToGIDMap: deflated(font.glyphs),
      FontDescriptor: descriptor,
      W: [0, [...font.widths]],
    }),
  );
  context.assign(
    ref,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: deflated(font.toUnicode),
    }),
  );
}

function embedLogo({ context }: PDFDocument, logo: LogoImage): PDFRef {
  const { width, height } = logo;
  const image = (space: string, encoded: Encoded, mask: PDFRef | null): PDFRef => {
    const { filter, bytes, predictedSamples: samples } = encoded;
    const predictor = { Predictor: 15, Colors: samples, BitsPerComponent: 8, Columns: width };
    const facts = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: 8,
      ColorSpace: space,
      Filter: filter,
      Length: bytes.length,
      ...(samples === null ? {} : { DecodeParms: predictor }),
      ...(mask === null ? {} : { SMask: mask }),
    };
    return context.register(PDFRawStream.of(context.obj(facts), bytes));
  };
  const mask = logo.alpha === null ? null : image('DeviceGray', logo.alpha, null);
  return image(logo.colourSpace, logo.colour, mask);
}
