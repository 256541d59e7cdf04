/** Where an event's `data` is not what Interface 6, rule 5 says: the resource under the key of its kind. */
import { isEventName, resourceKeyOf } from '../../../../contract/event-names.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';

/** One sentence each. Names that the interface does not show say nothing of their `data`. */
export function oddData(name: string, data: JsonObject): readonly string[] {
  if (!isEventName(name)) return [];
  const key = resourceKeyOf(name);
  if (!Object.hasOwn(data, key)) return [`data.${key}: expected the resource, received nothing`];
  const resource = data[key];
  if (typeof resource !== 'object' || resource === null || Array.isArray(resource)) {
    return [`data.${key}: expected the resource, received ${kindOf(resource)}`];
  }
  const { id } = resource as JsonObject;
  const isOwn = typeof id === 'string' && id.length > key.length + 1 && id.startsWith(`${key}_`);
  return isOwn ? [] : [`data.${key}.id: expected an id like ${key}_…`];
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
};
