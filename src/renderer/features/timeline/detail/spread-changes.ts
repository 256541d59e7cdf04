/**
 * A changed list, told by what changed in it. The bridge tells a list as one value; a person wants to
 * see that one profile became approved, not two walls of text that differ in a word.
 */
import type { FieldChange } from '../../../../bridge/timeline.ts';

type Value = FieldChange['was'];
type Members = Readonly<Record<string, Value>>;

/**
 * Changes as they are shown, in their order. Members of a list are told apart by `id` or `name`, which
 * then stands in the path instead of a place; a list whose members have neither stays as it is.
 */
export function spreadChanges(changes: readonly FieldChange[]): FieldChange[] {
  return changes.flatMap((change) =>
    change.kind === 'changed' && Array.isArray(change.was) && Array.isArray(change.is)
      ? between(change.path, change.was, change.is)
      : [change],
  );
}

function between(path: string, was: Value, is: Value): FieldChange[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const [before, after] = [membersOf(was), membersOf(is)];
  if (before === null || after === null) return [{ path, kind: 'changed', was, is }];
  const told = [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((key) => {
    const below = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return belowOf(below, before[key], after[key]);
  });
  // Nothing but their order is another.
  return told.length === 0 ? [{ path, kind: 'changed', was, is }] : told;
}

function belowOf(path: string, was: Value | undefined, is: Value | undefined): FieldChange[] {
  if (was === undefined) return [{ path, kind: 'added', was: null, is: is ?? null }];
  if (is === undefined) return [{ path, kind: 'removed', was, is: null }];
  return between(path, was, is);
}

/** Of an object by key, of a list by the name of each; null for everything else. */
function membersOf(value: Value): Members | null {
  if (value === null || typeof value !== 'object') return null;
  if (!Array.isArray(value)) return ownOnly(Object.entries(value));
  const names = value.map(nameOf);
  if (names.length > 0 && new Set(names).size !== names.length) return null;
  if (names.some((name) => name === null)) return null;
  return names.length === 0
    ? null
    : ownOnly(value.map((member, at) => [names[at] ?? '', member] as const));
}

const ownOnly = (entries: readonly (readonly [string, Value])[]): Members =>
  Object.assign(Object.create(null), Object.fromEntries(entries));

function nameOf(member: Value): string | null {
  if (member === null || typeof member !== 'object' || Array.isArray(member)) return null;
  const name = member['id'] ?? member['name'];
  return typeof name === 'string' && name !== '' ? name : null;
}
