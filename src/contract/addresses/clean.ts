/** What comes with an address that is copied, and is never part of it. */

/** Characters without a shape: zero-width ones, marks of direction, soft hyphens. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const space = /\s/g;

export interface CleanedAddress {
  readonly address: string;
  /** How many characters were taken out. */
  readonly spaces: number;
  readonly invisible: number;
}

/** Without the characters that nobody sees. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '');

/** Takes out space and characters that nobody sees, and says how many. */
export function cleanedAddress(text: string): CleanedAddress {
  const seen = withoutInvisible(text);
  const address = seen.replace(space, '');
  return {
    address,
    spaces: seen.length - address.length,
    invisible: text.length - seen.length,
  };
}
