/** What a PNG is made of (W3C PNG 3). */

export interface PngHead {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Samples a pixel: grey, red green blue, index, grey alpha, red green blue alpha. */
  readonly kind: 0 | 2 | 3 | 4 | 6;
}

export interface PngChunks {
  readonly head: PngHead;
  readonly palette: Uint8Array | null;
  readonly transparency: Uint8Array | null;
}

/** 8 bits a sample; `alpha` is null where every pixel covers. */
export interface PngPixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  readonly alpha: Uint8Array | null;
}
