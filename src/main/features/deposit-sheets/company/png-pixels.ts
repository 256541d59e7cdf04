/** The pixels of a PNG, whatever way they were stored, as red, green, blue and how much they cover. */
import { LogoError } from './logo-error.ts';
import type { PngChunks, PngPixels } from './png-parts.ts';

/** Red, green, blue, alpha, 8 bits each. */
type Pixel = readonly [number, number, number, number];

export function pixelsOf(rows: Uint8Array, stride: number, chunks: PngChunks): PngPixels {
  const { width, height } = chunks.head;
  const pixel = pixelReader(rows, stride, chunks);
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  let isOpaque = true;
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue, cover] = pixel(at % width, Math.floor(at / width));
    rgb[at * 3] = red;
    rgb[at * 3 + 1] = green;
    rgb[at * 3 + 2] = blue;
    alpha[at] = cover;
    if (cover !== 255) isOpaque = false;
  }
  return { width, height, rgb, alpha: isOpaque ? null : alpha };
}

function pixelReader(
  rows: Uint8Array,
  stride: number,
  { head, palette, transparency }: PngChunks,
): (x: number, y: number) => Pixel {
  const { depth, kind } = head;
  /** A sample as it is stored, of 1 to 16 bits. */
  const stored = (y: number, index: number): number => {
    const row = y * stride;
    if (depth === 16) return ((rows[row + index * 2] ?? 0) << 8) | (rows[row + index * 2 + 1] ?? 0);
    const bit = index * depth;
    const byte = rows[row + (bit >> 3)] ?? 0;
    return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
  };
  const scaled = (sample: number): number => Math.round((sample * 255) / (2 ** depth - 1));
  /** The one colour that is see-through, as stored. */
  const seeThrough = (at: number): number | null =>
    transparency === null
      ? null
      : ((transparency[at * 2] ?? 0) << 8) | (transparency[at * 2 + 1] ?? 0);

  if (kind === 3) {
    if (palette === null || palette.length % 3 !== 0) {
      throw new LogoError(
        'The PNG lacks its colours. Save the logo again and choose the new file.',
      );
    }
    return (x, y) => {
      const index = stored(y, x);
      if (index * 3 >= palette.length) {
        throw new LogoError(
          'The PNG uses a colour that is missing from its palette. Save the logo again and choose the new file.',
        );
      }
      return [
        palette[index * 3] ?? 0,
        palette[index * 3 + 1] ?? 0,
        palette[index * 3 + 2] ?? 0,
        transparency?.[index] ?? 255,
      ];
    };
  }
  if (kind === 0) {
    return (x, y) => {
      const sample = stored(y, x);
      const grey = scaled(sample);
      return [grey, grey, grey, sample === seeThrough(0) ? 0 : 255];
    };
  }
  if (kind === 4) {
    return (x, y) => {
      const grey = scaled(stored(y, x * 2));
      return [grey, grey, grey, scaled(stored(y, x * 2 + 1))];
    };
  }
  const samples = kind === 6 ? 4 : 3;
  return (x, y) => {
    const red = stored(y, x * samples);
    const green = stored(y, x * samples + 1);
    const blue = stored(y, x * samples + 2);
    const isSeeThrough =
      kind === 2 && red === seeThrough(0) && green === seeThrough(1) && blue === seeThrough(2);
    const cover = kind === 6 ? scaled(stored(y, x * 4 + 3)) : isSeeThrough ? 0 : 255;
    return [scaled(red), scaled(green), scaled(blue), cover];
  };
}
