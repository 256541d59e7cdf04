/** One font: how wide its letters are, and the part of it that a document carries. */
import { deflateSync } from 'node:zlib';
import * as fontkitModule from '@pdf-lib/fontkit';

/** A module without named exports, whose types say otherwise. */
const fontkit = (fontkitModule as unknown as { readonly default: typeof fontkitModule }).default;

/** Everything that a document needs of a font, ready to be written. */
export interface EmbeddedFont {
  readonly name: string;
  /** Each deflated. */
  readonly program: Uint8Array;
  /** Two bytes a character: its glyph in the program. */
  readonly glyphs: Uint8Array;
  readonly toUnicode: Uint8Array;
  /** Bytes of the program before it was deflated. */
  readonly programBytes: number;
  /** In thousandths of the size, by character. */
  readonly widths: readonly number[];
  readonly isMonospaced: boolean;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** Left, bottom, right, top. */
  readonly box: readonly [number, number, number, number];
}

/** The characters that one document sets in one font. Numbers are given as they come. */
export interface FontSubset {
  /** Two bytes a character as hex digits. Throws RangeError for a character without a glyph. */
  encode(text: string): string;
  finish(): Promise<EmbeddedFont>;
}

export interface Typeface {
  hasGlyph(codePoint: number): boolean;
  /** In points. */
  widthOf(text: string, size: number): number;
  /** Begins with the letters that most sheets need, so that most documents share one program. */
  subset(): FontSubset;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Printable ASCII. */
export const asciiLetters: readonly number[] = range(0x20, 0x7e);
/** That, then the letters of western Europe and what words are set with. */
export const westernLetters: readonly number[] = [
  ...asciiLetters,
  ...range(0xa1, 0xac),
  ...range(0xae, 0xff),
  ...Array.from('–—‘’“”…→€', (character) => character.codePointAt(0) ?? 0x20),
];
/** Programs that are kept, of as many sets of characters. */
const MOST_KEPT = 32;

const hex = (number: number): string => number.toString(16).padStart(4, '0');

export interface TypefaceFacts {
  readonly name: string;
  readonly isMonospaced: boolean;
  /** Code points that every document carries. */
  readonly letters: readonly number[];
}

/** `bytes` are TrueType. */
export function createTypeface(bytes: Uint8Array, facts: TypefaceFacts): Typeface {
  const { name, isMonospaced } = facts;
  const font = fontkit.create(bytes);
  const scale = 1000 / font.unitsPerEm;
  const glyphs = new Map<number, ReturnType<typeof font.glyphForCodePoint>>();
  /** By the characters beyond the letters, in their order. */
  const kept = new Map<string, Promise<EmbeddedFont>>();

  const hasGlyph = (codePoint: number): boolean => font.hasGlyphForCodePoint(codePoint);
  const glyphOf = (codePoint: number) => {
    const known = glyphs.get(codePoint);
    if (known !== undefined) return known;
    if (!hasGlyph(codePoint)) {
      throw new RangeError(`${name} has no glyph for U+${codePoint.toString(16)}.`);
    }
    const glyph = font.glyphForCodePoint(codePoint);
    glyphs.set(codePoint, glyph);
    return glyph;
  };
  const advance = (codePoint: number): number => glyphOf(codePoint).advanceWidth * scale;
  const codePointsOf = (text: string): number[] =>
    Array.from(text, (character) => character.codePointAt(0) ?? 0x20);

  /** `codePoints` by character number; number 0 stands for what is missing, and is never set. */
  const embed = async (codePoints: readonly number[]): Promise<EmbeddedFont> => {
    const subset = font.createSubset();
    const glyphOfCharacter = Buffer.alloc(2 * (codePoints.length + 1));
    for (const [at, codePoint] of codePoints.entries()) {
      glyphOfCharacter.writeUInt16BE(subset.includeGlyph(glyphOf(codePoint)), 2 * (at + 1));
    }
    const program = await bytesOf(subset.encodeStream());
    return {
      name,
      program: deflateSync(program),
      programBytes: program.length,
      glyphs: deflateSync(glyphOfCharacter),
      toUnicode: deflateSync(unicodeMap(codePoints)),
      widths: [0, ...codePoints.map(advance)],
      isMonospaced,
      ascent: font.ascent * scale,
      descent: font.descent * scale,
      capHeight: font.capHeight * scale,
      box: [
        font.bbox.minX * scale,
        font.bbox.minY * scale,
        font.bbox.maxX * scale,
        font.bbox.maxY * scale,
      ],
    };
  };
  const own = facts.letters.filter(hasGlyph);

  return {
    hasGlyph,
    widthOf: (text, size) =>
      (codePointsOf(text).reduce((sum, codePoint) => sum + advance(codePoint), 0) * size) / 1000,
    subset() {
      const characters = new Map(own.map((codePoint, at) => [codePoint, at + 1]));
      return {
        encode: (text) =>
          codePointsOf(text)
            .map((codePoint) => {
              glyphOf(codePoint);
              const character = characters.get(codePoint) ?? characters.size + 1;
              characters.set(codePoint, character);
              return hex(character);
            })
            .join(''),
        finish() {
          const codePoints = [...characters.keys()];
          const key = codePoints.slice(own.length).join(' ');
          const made = kept.get(key) ?? embed(codePoints);
          if (kept.size >= MOST_KEPT) kept.clear();
          kept.set(key, made);
          return made;
        },
      };
    },
  };
}

/** What a character number means, so that text can be searched and copied (PDF 32000-1, 9.10.3). */
function unicodeMap(codePoints: readonly number[]): string {
  const lines = codePoints.map((codePoint, at) => {
    const units = Array.from(String.fromCodePoint(codePoint).split(''), (unit) =>
      hex(unit.charCodeAt(0)),
    );
    return `<${hex(at + 1)}> <${units.join('')}>`;
  });
  /** At most 100 lines in one block. */
  const blocks = range(0, Math.ceil(lines.length / 100) - 1).map((at) => {
    const block = lines.slice(at * 100, at * 100 + 100);
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`;
  });
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

interface ByteStream {
  on(event: 'data', listener: (bytes: Uint8Array) => void): ByteStream;
  on(event: 'end', listener: () => void): ByteStream;
}

const bytesOf = (stream: unknown): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Uint8Array[] = [];
    (stream as ByteStream)
      .on('data', (bytes) => parts.push(bytes))
      .on('end', () => resolve(Buffer.concat(parts)));
  });
