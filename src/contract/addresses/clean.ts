/** Characters copied along with an address that are never part of it. */

/** Invisible characters: zero-width ones, direction marks, soft hyphens. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const space = /\s/g;

export interface CleanedAddress {
  readonly address: string;
  /** How many characters were removed. */
  readonly spaces: number;
  readonly invisible: number;
}

/** Without invisible characters. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '');

/** Removes space and invisible characters, and counts them. */
export function cleanedAddress(text: string): CleanedAddress {
  const seen = withoutInvisible(text);
  const address = seen.replace(space, '');
  return {
    address,
    spaces: seen.length - address.length,
    invisible: text.length - seen.length,
  };
}
