/** Marks among the words of an event: what it is, so that a search with a filter is one search. */

/** A number of 47 bits (cyrb53 by bryc, public domain, cut), the same on every machine. */
export function hashOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 2 ** 32 * (0x7fff & low) + (high >>> 0);
}

/** No word of a text begins so: it is neither a letter nor a digit. */
const mark = (kind: string, value: string): string => `§${hashOf(`${kind} ${value}`).toString(36)}`;

export const nameMark = (name: string): string => mark('name', name);
/** Mark of names with this beginning, which ends in a dot. */
export const beginningMark = (beginning: string): string => mark('beginning', beginning);
export const kindMark = (kind: string): string => mark('kind', kind);

/** Marks of an event of this name about this kind of resource. */
export function marksOf(name: string, kind: string | null): string[] {
  const parts = name.split('.');
  const beginnings = parts.slice(0, -1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.`);
  return [
    nameMark(name),
    ...beginnings.map(beginningMark),
    ...(kind === null ? [] : [kindMark(kind)]),
  ];
}
