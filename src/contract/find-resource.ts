/** The record in a response, bare or inside a wrapper (Interface 4.1 to 4.5, decisions 2). */
import { readEvent } from './event-forms.ts';
import { type ReadResource, type ResourceKind, readResource } from './resources.ts';
import { jsonObject } from './scalars.ts';

/** The specified wrapper (Interface 4.4); any other is a deviation. */
const shownIn: Partial<Readonly<Record<ResourceKind, string>>> = { webhook: 'data.webhook' };

/**
 * Bare, under its kind, under `data`, or under its kind in `data`. null without one, and for records with
 * different IDs there, because it is not known which one was meant.
 */
export function findResource(kind: ResourceKind, body: unknown): ReadResource | null {
  const found = resourcesIn(kind, body);
  const [first] = found;
  return found.every(({ id }) => id === first?.id) ? (first ?? null) : null;
}

/** Whether any stands there, or at such a place of the body's `error`. */
export const holdsResource = (kind: ResourceKind, body: unknown): boolean =>
  [body, entryOf(body, 'error')?.value].some((value) => resourcesIn(kind, value).length > 0);

function resourcesIn(kind: ResourceKind, body: unknown): ReadResource[] {
  const bare = readResource(kind, kind === 'event' ? readEvent(body)?.event : body);
  if (bare !== null) return [bare];
  if (kind === 'event') return [];
  const data = entryOf(body, 'data');
  return [entryOf(body, kind), data, entryOf(data?.value, kind, 'data.')].flatMap((entry) => {
    const read = entry === null ? null : readResource(kind, entry.value);
    return entry === null || read === null ? [] : [marked(read, entry.path)];
  });
}

function marked(read: ReadResource, path: string): ReadResource {
  if (shownIn[read.kind] === path) return read;
  const deviation = `${path}: the record stands in a wrapper that the API specification does not show`;
  return { ...read, deviations: [deviation, ...read.deviations] };
}

/** `virtualAccount`, `virtual_account` or `virtual-account`. */
const folded = (key: string): string => key.replace(/[_-]/g, '').toLowerCase();

function entryOf(value: unknown, name: string, before = '') {
  const object = jsonObject.safeParse(value);
  if (!object.success) return null;
  const key = Object.keys(object.data).find((candidate) => folded(candidate) === folded(name));
  return key === undefined ? null : { path: before + key, value: object.data[key] };
}
