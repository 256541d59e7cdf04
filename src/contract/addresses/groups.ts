/** Account numbers and addresses as people compare them. */

/** Groups of four characters; a leading `0x` is a group of its own: `0x 5290 8400 …`. */
export function groupsOfFour(text: string): string[] {
  const prefix = text.startsWith('0x') ? ['0x'] : [];
  return [...prefix, ...(text.slice(prefix.length * 2).match(/.{1,4}/gsu) ?? [])];
}
