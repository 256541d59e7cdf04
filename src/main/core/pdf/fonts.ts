/** The fonts of a sheet, DejaVu: as they were installed, or beside the programs of a build. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { CustomFontSubsetEmbedder, type PDFHexString } from '@cantoo/pdf-lib';
import * as fontkitModule from '@pdf-lib/fontkit';
import { type Embedded, embed } from './embedded.ts';

/** A module without named exports, whose types say otherwise. */
const fontkit = (fontkitModule as unknown as { readonly default: typeof fontkitModule }).default;

/** One of fontkit's, under the number of its character, so that two of one outline are copied as what they are. */
interface Glyph {
  readonly id: number;
  readonly codePoints: number[];
  readonly advanceWidth: number;
}

interface Subset {
  includeGlyph(glyph: Glyph): number;
  encodeStream(): ReturnType<ReturnType<fontkitModule.Font['createSubset']>['encodeStream']>;
}

/** The characters that one document sets in one font. */
export interface FontSubset {
  /** Throws RangeError for a character without a glyph. */
  encode(text: string): PDFHexString;
  finish(): Promise<Embedded>;
}

export interface Typeface {
  hasGlyph(codePoint: number): boolean;
  /** In points. */
  widthOf(text: string, size: number): number;
  /** Begins with the letters that most sheets need, so that most documents share one program. */
  subset(): Promise<FontSubset>;
}

export type FontRole = 'regular' | 'bold' | 'mono';
export type Typefaces = Readonly<Record<FontRole, Typeface>>;

/** Programs that are kept, of as many sets of characters. */
const MOST_KEPT = 32;

const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
/** Printable ASCII. */
const asciiLetters = range(0x20, 0x7e);
/** That, then the letters of western Europe and what words are set with. */
const westernLetters = `${asciiLetters}${range(0xa1, 0xac)}${range(0xae, 0xff)}–—‘’“”…→€`;

/**
 * TrueType bytes. `here` is a URL of a file: of a source, or of a program of a build, beside which
 * electron.vite.config.ts lays the fonts; in a package both are outside the archive.
 */
function readFont(name: string, here: string): Uint8Array {
  const beside = fileURLToPath(new URL(`./fonts/${name}.ttf`, here));
  if (existsSync(beside)) return readFileSync(beside);
  return readFileSync(createRequire(here).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
}

/** `here` is the URL of the file that the fonts are looked for beside. */
export const openTypefaces = (here: string): Typefaces => ({
  regular: openTypeface('DejaVuSans', westernLetters, here),
  bold: openTypeface('DejaVuSans-Bold', asciiLetters, here),
  mono: openTypeface('DejaVuSansMono-Bold', asciiLetters, here),
});

function openTypeface(name: string, letters: string, here: string): Typeface {
  const bytes = readFont(name, here);
  const font = fontkit.create(bytes);
  const createSubset = font.createSubset.bind(font);
  const hasGlyph = (codePoint: number): boolean => font.hasGlyphForCodePoint(codePoint);
  const glyphs = new Map<string, Glyph>();
  const glyphOf = (character: string): Glyph => {
    const known = glyphs.get(character);
    if (known !== undefined) return known;
    const id = character.codePointAt(0) ?? 0x20;
    if (!hasGlyph(id)) throw new RangeError(`${name} has no glyph for U+${id.toString(16)}.`);
    const { advanceWidth } = font.glyphForCodePoint(id);
    const glyph = { id, codePoints: [id], advanceWidth };
    glyphs.set(character, glyph);
    return glyph;
  };
  // No kerning and no ligatures, and a tenth of the time that these take to be looked for.
  const layout = (text: string) => ({ glyphs: Array.from(text, glyphOf) });
  const distinct = (): Subset => {
    const subset = createSubset() as ReturnType<typeof createSubset> & { glyphs: number[] };
    const numbers = new Map<number, number>();
    const add = (id: number): number => {
      const number = subset.glyphs.push(font.glyphForCodePoint(id).id) - 1;
      numbers.set(id, number);
      return number;
    };
    return {
      includeGlyph: ({ id }) => numbers.get(id) ?? add(id),
      encodeStream: () => subset.encodeStream(),
    };
  };
  const set = Object.assign(font, { layout, createSubset: distinct });
  /** By the characters beyond the letters, in their order. */
  const kept = new Map<string, Promise<Embedded>>();
  return {
    hasGlyph,
    widthOf: (text, size) =>
      (layout(text).glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) * size) /
      font.unitsPerEm,
    async subset() {
      // Six capital letters tell that it is a part of the font; which ones says nothing.
      const embedder = await CustomFontSubsetEmbedder.for(
        { create: () => set },
        bytes,
        `CAUSEW+${name}`,
      );
      embedder.encodeText(letters);
      const characters = new Set(letters);
      return {
        encode(text) {
          for (const character of text) characters.add(character);
          return embedder.encodeText(text);
        },
        finish() {
          const key = [...characters].slice(letters.length).join('');
          const made = kept.get(key) ?? embed(embedder);
          if (kept.size >= MOST_KEPT) kept.clear();
          kept.set(key, made);
          return made;
        },
      };
    },
  };
}
