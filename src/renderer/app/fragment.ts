/** Reading the fragment, apart from React, so that the early files can. */

/** Path and query of a fragment; the query comes without its `?`. */
export function splitFragment(fragment: string): { path: string; query: string } {
  const whole = fragment.replace(/^#?\/?/, '');
  const mark = whole.indexOf('?');
  return mark === -1
    ? { path: `/${whole}`, query: '' }
    : { path: `/${whole.slice(0, mark)}`, query: whole.slice(mark + 1) };
}

export const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}?${query}`;

/** Whether an address is this place or one below it. */
export const isWithin = (location: string, place: string): boolean =>
  location === place || location.startsWith(`${place}/`);

/** Those that an address lies in, the innermost first. */
export const around = <Of extends { readonly paths: { readonly root: string } }>(
  location: string,
  all: readonly Of[],
): Of[] =>
  all
    .filter(({ paths }) => isWithin(location, paths.root))
    .toSorted((one, other) => other.paths.root.length - one.paths.root.length);

/** A part of an address as it was meant; as it stands where it is no encoding of anything. */
export function decodedPart(part: string | null): string | null {
  if (part === null) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
