/**
 * Adding observations up, oldest first. An absent key erases nothing, null does; objects are merged
 * key by key, everything else (lists too) is replaced whole. Every field knows its observation.
 */
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';

export interface Fold {
  readonly body: JsonObject;
  /** JSON Pointer → observation id. */
  readonly provenance: Readonly<Record<string, string>>;
}

interface Source {
  readonly observationId: string;
  readonly body: JsonObject;
}

type Bag = Record<string, unknown>;

// Without a prototype a body's own `__proto__` is a key like any other.
const emptyBag = (): Bag => Object.create(null) as Bag;

const step = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** JSON Pointer of a field: `pointer('address', 'postalCode')` is `/address/postalCode`. */
export const pointer = (...keys: readonly string[]): string => keys.map(step).join('');

/** The keys that a JSON Pointer names. */
export const keysOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Adds the sources, in this order, to what was there before (nothing, unless told). */
export function fold(sources: readonly Source[], before?: Fold): Fold {
  const body = emptyBag();
  const provenance = new Map(Object.entries(before?.provenance ?? {}));
  if (before !== undefined) copyInto(body, before.body);
  for (const source of sources) {
    merge({ target: body, from: source.body, at: '', provenance, id: source.observationId });
  }
  return { body, provenance: Object.fromEntries(provenance) };
}

/**
 * Whether another source, wherever before the last it stands in the order, leaves a fold as it is: every value of
 * it was told anew by a later one. False where that can't be seen from the fold.
 *
 * @param isLater whether the observation of this id comes after the source
 */
export function isOverwritten(
  body: JsonObject,
  { provenance }: Pick<Fold, 'provenance'>,
  isLater: (observationId: string) => boolean,
  at = '',
): boolean {
  return Object.entries(body).every(([key, value]) => {
    const path = at + step(key);
    if (!isJsonObject(value)) {
      const id = provenance[path];
      return id !== undefined && isLater(id);
    }
    // An empty object may be a field itself, or erase nothing.
    return Object.keys(value).length > 0 && isOverwritten(value, { provenance }, isLater, path);
  });
}

interface Merge {
  readonly target: Bag;
  readonly from: Bag;
  readonly at: string;
  readonly provenance: Map<string, string>;
  readonly id: string;
}

function merge({ target, from, at, provenance, id }: Merge): void {
  for (const [key, value] of Object.entries(from)) {
    const path = at + step(key);
    const present = target[key];
    if (!isJsonObject(value)) {
      if (isJsonObject(present)) forgetBelow(provenance, path);
      target[key] = value;
      provenance.set(path, id);
      continue;
    }
    if (isJsonObject(present)) {
      if (Object.keys(value).length > 0) provenance.delete(path);
      merge({ target: present, from: value, at: path, provenance, id });
      continue;
    }
    // An object where there was none: an empty one is a field itself, a full one is its fields.
    const made = emptyBag();
    target[key] = made;
    if (Object.keys(value).length === 0) provenance.set(path, id);
    else provenance.delete(path);
    merge({ target: made, from: value, at: path, provenance, id });
  }
}

function forgetBelow(provenance: Map<string, string>, path: string): void {
  for (const known of [...provenance.keys()]) {
    if (known.startsWith(`${path}/`)) provenance.delete(known);
  }
}

function copyInto(target: Bag, from: Bag): void {
  for (const [key, value] of Object.entries(from)) {
    if (isJsonObject(value)) {
      const made = emptyBag();
      target[key] = made;
      copyInto(made, value);
    } else {
      target[key] = value;
    }
  }
}
