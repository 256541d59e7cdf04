/** What PDFs of Causeway have in common. */

/** Who hands a file out, as the settings have it. */
export interface Letterhead {
  /** Empty: none was given, and none is shown. */
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly logo: Logo | null;
}

/** An image that was looked through (logo/logo.ts). */
export interface Logo {
  readonly type: 'image/png' | 'image/jpeg';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

export type Paper = 'a4' | 'letter';

/** Why an image can't be a logo. The message is a sentence for a person. */
export class LogoError extends Error {
  override readonly name = 'LogoError';
}
