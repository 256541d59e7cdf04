/** Values to filter by, counted over all events. */
import { eachFlag } from '../../../../../bridge/event-flags.ts';
import type { Facets } from '../../types.ts';
import { proofs, type Traits } from '../traits.ts';
import type { CountedTraits, KnownTraits } from './known-traits.ts';

export function facetsOf({ all, paths }: KnownTraits): Facets {
  const counted = <Value>(valuesOf: (traits: Traits) => readonly Value[]) => {
    const counts = new Map<Value, number>();
    for (const { traits, events } of all) {
      for (const value of valuesOf(traits)) counts.set(value, (counts.get(value) ?? 0) + events);
    }
    return counts;
  };
  const named = (counts: ReadonlyMap<string, number>) =>
    [...counts.entries()]
      .map(([name, count]) => ({ name, count }))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  const byProof = counted(({ proof }) => [proof]);
  const bySlot = counted(({ slots }) => slots);

  return {
    names: named(counted(({ name }) => [name])),
    resourceKinds: named(
      counted(({ resourceKind }) => (resourceKind === null ? [] : [resourceKind])),
    ),
    slots: [...bySlot.entries()]
      .sort(([left], [right]) => left - right)
      .map(([slot, count]) => ({ slotPath: paths.get(slot) ?? '', count })),
    proofs: proofs.map((proof) => ({ proof, count: byProof.get(proof) ?? 0 })),
    flags: eachFlag((flag) => sumOf(all, (traits) => traits[flag])),
  };
}

const sumOf = (all: readonly CountedTraits[], has: (traits: Traits) => boolean): number =>
  all.filter(({ traits }) => has(traits)).reduce((sum, { events }) => sum + events, 0);
