/** Which part of the screen an address means, and which request is open in it. */

export const parts = ['unknown', 'exists', 'absent'] as const;
export type Part = (typeof parts)[number];

export interface Place {
  part: Part;
  key: string | null;
}

const intentKey = /^[0-9a-f]{32}$/;

/** `first` and `second` are the pieces of the address behind the screen's own. */
export function placeOf(first: string | null, second: string | null): Place {
  const part = parts.find((one) => one === first);
  const key = part === undefined ? first : second;
  return { part: part ?? 'unknown', key: key !== null && intentKey.test(key) ? key : null };
}
