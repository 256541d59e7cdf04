/** A logo as a document carries it, made once for all documents of an order. */
import { deflateSync } from 'node:zlib';
import { readJpeg } from '../company/jpeg.ts';
import { decodePng } from '../company/png.ts';
import type { Logo } from '../types.ts';

export interface Encoded {
  readonly filter: 'FlateDecode' | 'DCTDecode';
  readonly bytes: Uint8Array;
  /** Samples a pixel where each row says how it is to be read (PNG predictors); null where none does. */
  readonly predictedSamples: number | null;
}

export interface LogoImage {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly colourSpace: 'DeviceRGB' | 'DeviceGray';
  readonly colour: Encoded;
  /** How much of each pixel covers; null where all do. */
  readonly alpha: Encoded | null;
}

/** Throws LogoError for what is none. */
export function logoImage({ type, bytes }: Pick<Logo, 'type' | 'bytes'>): LogoImage {
  if (type === 'image/jpeg') {
    const jpeg = readJpeg(bytes);
    return {
      width: jpeg.width,
      height: jpeg.height,
      colourSpace: jpeg.components === 1 ? 'DeviceGray' : 'DeviceRGB',
      colour: { filter: 'DCTDecode', bytes: jpeg.bytes, predictedSamples: null },
      alpha: null,
    };
  }
  const { width, height, rgb, alpha } = decodePng(bytes);
  return {
    width,
    height,
    colourSpace: 'DeviceRGB',
    colour: smallest(rgb, width, 3),
    alpha: alpha === null ? null : smallest(alpha, width, 1),
  };
}

/** Flat colours are smallest as they are, shades as differences from the row above. */
function smallest(samples: Uint8Array, width: number, perPixel: number): Encoded {
  const plain = deflateSync(samples);
  const stride = width * perPixel;
  const height = samples.length / stride;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * (stride + 1)] = 2;
    for (let x = 0; x < stride; x += 1) {
      const above = y === 0 ? 0 : (samples[(y - 1) * stride + x] ?? 0);
      rows[y * (stride + 1) + 1 + x] = (samples[y * stride + x] ?? 0) - above;
    }
  }
  const differences = deflateSync(rows);
  const filter = 'FlateDecode' as const;
  return plain.length <= differences.length
    ? { filter, bytes: plain, predictedSamples: null }
    : { filter, bytes: differences, predictedSamples: perPixel };
}
