/** Reading the fragment, apart from React, so that the early files can. */

/** Path and query of a fragment; the query comes without its `?`. */
export function splitFragment(fragment: string): { path: string; query: string } {
  const whole = fragment.replace(/^#?\/?/, '');
  const mark = whole.indexOf('?');
  return mark === -1
    ? { path: `/${whole}`, query: '' }
    : { path: `/${whole.slice(0, mark)}`, query: whole.slice(mark + 1) };
}

/** Whether an address is this place or one below it. */
export const isWithin = (location: string, place: string): boolean =>
  location === place || location.startsWith(`${place}/`);
