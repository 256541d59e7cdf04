/** For tests: random addresses, and ones with one character changed. */

export const seededBytes = (next: () => number, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => Math.floor(next() * 256));

/** Replaces one character after `from` by another one of the alphabet. */
export function withOneChange(
  next: () => number,
  address: string,
  { from, alphabet }: { readonly from: number; readonly alphabet: string },
): string {
  const place = from + Math.floor(next() * (address.length - from));
  const others = alphabet.replace(address[place] ?? '', '');
  const character = others[Math.floor(next() * others.length)];
  return `${address.slice(0, place)}${character}${address.slice(place + 1)}`;
}
