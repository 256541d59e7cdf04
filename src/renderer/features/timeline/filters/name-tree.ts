/**
 * Event names as a tree with counts. A family that is chosen whole stands in the filter as its
 * beginning (`payout.`), so that names that come later belong to it.
 */

export interface NameNode {
  readonly name: string;
  readonly count: number;
}

export interface FamilyNode {
  /** The name up to its first dot. */
  readonly family: string;
  readonly count: number;
  readonly names: readonly NameNode[];
}

export const familyOf = (name: string): string => name.split('.', 1)[0] ?? name;

/** The most frequent family first; names in a family by their words. */
export function nameTree(names: readonly NameNode[], search = ''): FamilyNode[] {
  const wanted = search.trim().toLowerCase();
  const families = new Map<string, NameNode[]>();
  for (const node of names) {
    if (!node.name.toLowerCase().includes(wanted)) continue;
    const family = familyOf(node.name);
    families.set(family, [...(families.get(family) ?? []), node]);
  }
  return [...families]
    .map(([family, nodes]) => ({
      family,
      count: nodes.reduce((sum, { count }) => sum + count, 0),
      names: nodes.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    }))
    .toSorted((one, other) => other.count - one.count);
}

/** Whether the filter lets the name through. Nothing chosen is everything. */
export const isChosen = (chosen: readonly string[], name: string): boolean =>
  chosen.some((entry) => (entry.endsWith('.') ? name.startsWith(entry) : name === entry));

export type Chosen = 'all' | 'some' | 'none';

export function chosenOf(chosen: readonly string[], { names }: FamilyNode): Chosen {
  const count = names.filter(({ name }) => isChosen(chosen, name)).length;
  return count === 0 ? 'none' : count === names.length ? 'all' : 'some';
}

/** With or without a whole family. */
export function withFamily(
  chosen: readonly string[],
  { family, names }: FamilyNode,
  isWanted: boolean,
): string[] {
  const others = chosen.filter((entry) => familyOf(entry) !== family);
  if (!isWanted) return others;
  // A name without a dot is no beginning of others.
  const bare = names.filter(({ name }) => name === family).map(({ name }) => name);
  const hasMore = names.length > bare.length;
  return [...others, ...bare, ...(hasMore ? [`${family}.`] : [])];
}

/** With or without one name. Without one of a whole family, the others of it stay. */
export function withName(
  chosen: readonly string[],
  family: FamilyNode,
  name: string,
  isWanted: boolean,
): string[] {
  const left = family.names
    .map((node) => node.name)
    .filter((other) => (other === name ? isWanted : isChosen(chosen, other)));
  if (left.length === family.names.length) return withFamily(chosen, family, true);
  return [...chosen.filter((entry) => familyOf(entry) !== family.family), ...left];
}
