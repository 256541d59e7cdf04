/** Looks a picture through before it becomes the company’s logo. */
import { type Logo, LogoError } from '../types.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';

/** Bytes of a logo; every sheet carries it. */
export const MAX_LOGO_BYTES = 256 * 1024;

/** Throws LogoError. What is kept holds nothing but the picture. */
export function readLogo(bytes: Uint8Array): Logo {
  if (bytes.length === 0) throw new LogoError('The file is empty. Choose another file.');
  if (bytes.length > MAX_LOGO_BYTES) {
    const kilobytes = Math.ceil(bytes.length / 1024).toLocaleString('en-US');
    throw new LogoError(
      `The file is ${kilobytes} KB. Make the logo at most ${MAX_LOGO_BYTES / 1024} KB.`,
    );
  }
  if (isPng(bytes)) {
    return { type: 'image/png', ...readPng(bytes) };
  }
  if (isJpeg(bytes)) {
    return { type: 'image/jpeg', ...readJpeg(bytes) };
  }
  throw new LogoError(
    'The file is not a PNG or JPEG picture. Save the logo as PNG and choose the new file.',
  );
}
