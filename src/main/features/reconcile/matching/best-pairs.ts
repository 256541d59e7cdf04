/**
 * Pairs lines and payouts so that each is the other's only best: from the highest score down, a pair is
 * made where neither side has another pair of that score; where one has, all of them are left to a person,
 * and none takes a worse pair. Only the set of pairs decides, never its order.
 */

export interface Pair {
  readonly line: number;
  readonly payout: number;
  readonly score: number;
}

/** The payout of each line that has one. */
export function bestPairs(pairs: readonly Pair[]): ReadonlyMap<number, number> {
  const made = new Map<number, number>();
  const lines = new Set<number>();
  const payouts = new Set<number>();
  const byScore = Map.groupBy(pairs, ({ score }) => score);
  for (const score of [...byScore.keys()].sort((one, other) => other - one)) {
    const free = (byScore.get(score) ?? []).filter(
      ({ line, payout }) => !lines.has(line) && !payouts.has(payout),
    );
    const ofLine = counts(free, ({ line }) => line);
    const ofPayout = counts(free, ({ payout }) => payout);
    for (const { line, payout } of free) {
      if (ofLine.get(line) === 1 && ofPayout.get(payout) === 1) made.set(line, payout);
      lines.add(line);
      payouts.add(payout);
    }
  }
  return made;
}

function counts<Item, Key>(items: readonly Item[], of: (item: Item) => Key): Map<Key, number> {
  const found = new Map<Key, number>();
  for (const item of items) found.set(of(item), (found.get(of(item)) ?? 0) + 1);
  return found;
}
