import { deflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { embedLogo } from '../embedded.ts';
import { exif, jpeg, plainPng, png } from '../testing/pictures.ts';
import { MAX_LOGO_BYTES, readLogo } from './logo.ts';

async function embedded(bytes: Uint8Array) {
  const { context, ref } = await embedLogo({ bytes });
  const image = context.lookup(ref);
  if (!(image instanceof PDFRawStream)) throw new TypeError('No image was embedded.');
  const mask = context.lookup(image.dict.get(PDFName.of('SMask')));
  return { image, mask };
}

/** As a document shows it: colours, and how much of each pixel covers. */
async function shown(bytes: Uint8Array) {
  const { image, mask } = await embedded(bytes);
  return {
    rgb: decodePDFRawStream(image).decode(),
    alpha: mask instanceof PDFRawStream ? decodePDFRawStream(mask).decode() : null,
  };
}

describe('a PNG', () => {
  it('is read whatever way its rows were filtered', async () => {
    const rows = [
      [0, 10, 20, 30, 40, 50, 60],
      [1, 10, 20, 30, 30, 30, 30],
      [2, 1, 1, 1, 1, 1, 1],
      [3, 5, 10, 15, 5, 5, 5],
      [4, 1, 1, 1, 1, 1, 1],
    ];
    const { rgb, alpha } = await shown(png({ width: 2, height: 5, depth: 8, kind: 2, rows }));
    expect([...rgb.subarray(0, 6)]).toEqual([10, 20, 30, 40, 50, 60]);
    expect([...rgb.subarray(6, 12)]).toEqual([10, 20, 30, 40, 50, 60]);
    expect([...rgb.subarray(12, 18)]).toEqual([11, 21, 31, 41, 51, 61]);
    expect([...rgb.subarray(18, 24)]).toEqual([10, 20, 30, 30, 40, 50]);
    expect([...rgb.subarray(24, 30)]).toEqual([11, 21, 31, 31, 41, 51]);
    expect(alpha).toBeNull();
  });

  it.each([
    [
      'grey of one bit',
      { depth: 1, kind: 0, rows: [[0, 0b10000000]] },
      [255, 255, 255, 0, 0, 0],
      null,
    ],
    [
      'grey of two bits',
      { depth: 2, kind: 0, rows: [[0, 0b01100000]] },
      [85, 85, 85, 170, 170, 170],
      null,
    ],
    [
      'grey of 16 bits',
      { depth: 16, kind: 0, rows: [[0, 255, 255, 128, 0]] },
      [255, 255, 255, 128, 128, 128],
      null,
    ],
    [
      'a palette with one see-through colour',
      { depth: 4, kind: 3, rows: [[0, 0x10]], palette: [1, 2, 3, 4, 5, 6], transparency: [0] },
      [4, 5, 6, 1, 2, 3],
      [255, 0],
    ],
    [
      'grey with cover',
      { depth: 8, kind: 4, rows: [[0, 9, 255, 8, 7]] },
      [9, 9, 9, 8, 8, 8],
      [255, 7],
    ],
    [
      'colour with cover',
      { depth: 8, kind: 6, rows: [[0, 1, 2, 3, 255, 4, 5, 6, 128]] },
      [1, 2, 3, 4, 5, 6],
      [255, 128],
    ],
    [
      'colour of which one is see-through',
      { depth: 8, kind: 2, rows: [[0, 1, 2, 3, 4, 5, 6]], transparency: [0, 4, 0, 5, 0, 6] },
      [1, 2, 3, 4, 5, 6],
      [255, 0],
    ],
  ] as const)('of %s is read', async (_name, parts, rgb, alpha) => {
    const read = await shown(png({ width: 2, height: 1, ...parts }));
    expect([...read.rgb]).toEqual(rgb);
    expect(read.alpha === null ? null : [...read.alpha]).toEqual(alpha);
  });

  it('that is cut off anywhere, or changed by one bit, is refused', () => {
    const whole = plainPng(4, 4);
    for (let length = 8; length < whole.length - 12; length += 1) {
      expect(() => readLogo(whole.subarray(0, length)), String(length)).toThrow('damaged');
    }
    for (let at = 8; at < whole.length - 12; at += 1) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => readLogo(changed), String(at)).toThrow(/damaged|pixels/);
    }
  });

  it('whose rows unpack to more or less than its size is refused', () => {
    const row = [0, 1, 2, 3];
    const rows = (count: number) => Array.from({ length: count }, () => row);
    const of = (height: number, count: number) =>
      png({ width: 1, height, depth: 8, kind: 2, rows: rows(count) });
    expect(() => readLogo(of(2, 1))).toThrow('damaged');
    // A bomb: a million rows behind a head that names one.
    expect(() => readLogo(of(1, 50_000))).toThrow('damaged');
  });

  it('has its notes cut out, of which one may unpack to any size', () => {
    const parts = { width: 1, height: 1, depth: 8, kind: 2, rows: [[0, 1, 2, 3]] };
    const bomb = Buffer.concat([Buffer.from('note\0\0'), deflateSync(Buffer.alloc(50_000_000))]);
    const { bytes } = readLogo(png({ ...parts, extra: [['zTXt', bomb]] }));
    expect(bytes).toEqual(png(parts));
  });

  it('whose rows have a filter that there is not, or that lacks its colours, is refused', () => {
    const parts = { width: 1, height: 1, depth: 8, kind: 2, rows: [[5, 1, 2, 3]] };
    expect(() => readLogo(png(parts))).toThrow('damaged');
    expect(() => readLogo(png({ ...parts, kind: 3, rows: [[0, 1]] }))).toThrow('lacks its colours');
  });

  it.each([
    ['at once', 8, [[0, 0, 2]]],
    ['in half a byte', 4, [[0, 0x02]]],
    ['by what is left of it', 8, [[1, 1, 1]]],
    [
      'by what is above it',
      8,
      [
        [0, 1, 1],
        [2, 0, 1],
      ],
    ],
    [
      'by the mean of both',
      8,
      [
        [0, 1, 1],
        [3, 1, 1],
      ],
    ],
    [
      'by the nearest of three',
      8,
      [
        [0, 1, 1],
        [4, 0, 1],
      ],
    ],
  ])('that leads out of its palette %s is refused', (_how, depth, rows) => {
    const parts = { width: 2, height: rows.length, depth, kind: 3, rows };
    const palette = [1, 2, 3, 4, 5, 6];
    expect(() => readLogo(png({ ...parts, palette }))).toThrow('missing from its palette');
    expect(readLogo(png({ ...parts, palette: [...palette, 7, 8, 9] })).width).toBe(2);
  });

  it('of shades takes little more room than the file itself', async () => {
    const row = Array.from({ length: 400 * 3 }, (_, at) => Math.round(at / 5) % 256);
    const rows = Array.from({ length: 400 }, (_, y) => [
      y === 0 ? 0 : 2,
      ...row.map((v) => (y === 0 ? v : 1)),
    ]);
    const file = png({ width: 400, height: 400, depth: 8, kind: 2, rows });
    const { image } = await embedded(file);
    expect(image.contents.length).toBeLessThan(2 * file.length);
  });

  it('that is too large, interlaced or moving is refused with what to do', () => {
    const parts = { width: 1, height: 1, depth: 8, kind: 2, rows: [[0, 1, 2, 3]] };
    expect(() => readLogo(png({ ...parts, width: 1601 }))).toThrow(
      'The picture is 1601 by 1 pixels. Make the picture at most 1,600 pixels wide and high.',
    );
    expect(() => readLogo(png({ ...parts, interlace: 1 }))).toThrow('without interlacing');
    const acTL = ['acTL', new Uint8Array(8)] as const;
    expect(() => readLogo(png({ ...parts, extra: [acTL] }))).toThrow('without animation');
  });
});

describe('a JPEG', () => {
  it('is read, and what cameras and programs noted is cut out', async () => {
    const place = Buffer.from('Exif\0\0MM-GPS-52.1-SECRET', 'latin1');
    const file = jpeg({
      notes: [
        [0xe1, place],
        [0xfe, Buffer.from('made at home')],
      ],
    });
    const logo = readLogo(file);
    expect(logo).toMatchObject({ type: 'image/jpeg', width: 64, height: 32 });
    expect(Buffer.from(logo.bytes).toString('latin1')).not.toMatch(/SECRET|home/);
    expect(Buffer.from(logo.bytes)).toEqual(jpeg());
    const { image } = await embedded(jpeg({ components: 1 }));
    expect(String(image.dict)).toContain('/DeviceGray');
  });

  it('that is cut off is refused', () => {
    const whole = jpeg();
    for (let length = 3; length < whole.length; length += 1) {
      expect(() => readLogo(whole.subarray(0, length)), String(length)).toThrow('damaged');
    }
  });

  it('that lies on its side, is made for presses, or of a rare kind is refused with what to do', () => {
    expect(() => readLogo(jpeg({ notes: [[0xe1, exif(6)]] }))).toThrow('stored rotated');
    expect(readLogo(jpeg({ notes: [[0xe1, exif(1)]] })).width).toBe(64);
    expect(() => readLogo(jpeg({ components: 4 }))).toThrow('CMYK');
    expect(() => readLogo(jpeg({ frame: 0xc9 }))).toThrow('Few programs');
    expect(() => readLogo(jpeg({ width: 5000 }))).toThrow('Make the picture');
    expect(() => readLogo(jpeg({ height: 0 }))).toThrow('empty');
  });
});

it('anything else is refused with what to do', () => {
  expect(() => readLogo(new Uint8Array())).toThrow('The file is empty.');
  expect(() => readLogo(Buffer.from('<svg onload="alert(1)"/>'))).toThrow('not a PNG or JPEG');
  expect(() => readLogo(new Uint8Array(MAX_LOGO_BYTES + 1))).toThrow('at most 256 KB');
});
