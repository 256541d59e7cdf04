/**
 * Matches lines with payouts of exactly the same amount and currency, in short steps. Each amount is
 * matched by itself; the same lines and payouts in any order give the same matches, and no payout is
 * matched twice.
 */
import type { LineReason } from '../../../../bridge/reconcile.ts';
import { type Known, keyOf, knownTokens, payoutKey, readLine, readPayout, STEP } from './known.ts';
import { compare, HOUR_MS, type ReadLine, type ReadPayout } from './score.ts';
import { tokenOf } from './tokens.ts';
import type { Candidate, Match, MatchLine, MatchOrder, Span } from './types.ts';

/** Candidates of a line that a person sees. */
const MOST_CANDIDATES = 10;
/** Pairs of one amount that are compared by account and time; of more, only those that a line names. */
const MOST_PAIRS = 40_000;

/** By the place of the line in the order. */
export function* matchLines(order: MatchOrder): Generator<undefined, Match[]> {
  const known = yield* knownTokens(order);
  const payouts = yield* byAmount(order, known);
  const takenKeys = new Set(
    order.payouts.filter(({ id }) => order.taken.has(id)).map((payout) => payoutKey(payout)),
  );
  const lines = new Map<
    string,
    { readonly of: MatchLine; readonly read: ReadLine; readonly at: number }[]
  >();
  for (const [at, of] of order.lines.entries()) {
    const key = keyOf(of.amount, of.currency);
    const some = lines.get(key) ?? [];
    if (some.length === 0) lines.set(key, some);
    some.push({ of, read: readLine(of, known), at });
    if (at % STEP === 0) yield;
  }
  const matches: Match[] = [];
  for (const [key, some] of lines) {
    const own = payouts.get(key) ?? [];
    const places = new Map(own.map(({ id }, place) => [id, place]));
    const isTaken = takenKeys.has(key);
    const found = yield* matchAmount({ lines: some, payouts: own, isTaken, places, order, known });
    for (const [index, match] of found.entries()) {
      const at = some[index]?.at;
      if (at !== undefined) matches[at] = match;
    }
    yield;
  }
  return matches;
}

/** In the order of their times, then IDs; those without a time last. */
function* byAmount(
  { payouts, taken }: MatchOrder,
  known: Known,
): Generator<undefined, ReadonlyMap<string, ReadPayout[]>> {
  const found = new Map<string, ReadPayout[]>();
  for (const [at, payout] of payouts.entries()) {
    const key = payoutKey(payout);
    if (key !== null && !taken.has(payout.id)) {
      const some = found.get(key);
      const read = readPayout(payout, known, tokenOf(payout.reference));
      if (some === undefined) found.set(key, [read]);
      else some.push(read);
    }
    if (at % STEP === 0) yield;
  }
  let sorted = 0;
  for (const some of found.values()) {
    some.sort((one, other) => startOf(one.at) - startOf(other.at) || (one.id < other.id ? -1 : 1));
    sorted += 1;
    if (sorted % STEP === 0) yield;
  }
  return found;
}

const startOf = (at: Span | null): number => at?.from ?? Number.MAX_SAFE_INTEGER;

interface OneAmount {
  readonly of: MatchLine;
  readonly read: ReadLine;
}

/** All of one amount and currency. */
interface Group {
  readonly lines: readonly OneAmount[];
  readonly payouts: readonly ReadPayout[];
  /** Whether other payouts of this amount are confirmed for lines. */
  readonly isTaken: boolean;
  /** Payouts by their IDs, as places in the list. */
  readonly places: ReadonlyMap<string, number>;
  readonly order: MatchOrder;
  readonly known: Known;
}

function* matchAmount(group: Group): Generator<undefined, Match[]> {
  const candidates = yield* candidatesOf(group);
  const pairs = candidates.flatMap((some, line) =>
    some.map(({ payoutId, score, weight }) => ({
      line,
      score,
      weight,
      payout: group.places.get(payoutId) ?? -1,
    })),
  );
  yield;
  const made = bestPairs(pairs);
  yield;
  const used = new Set([...made.values()].flatMap((place) => group.payouts[place]?.id ?? []));
  const isShared = sharedAmong(pairs);
  const matches: Match[] = [];
  for (const [line, one] of group.lines.entries()) {
    const place = made.get(line);
    const some = candidates[line] ?? [];
    const best = some.find(({ payoutId }) => group.places.get(payoutId) === place);
    if (best === undefined || place === undefined) {
      const isOpen = some.some(({ payoutId }) => !used.has(payoutId));
      matches.push(withoutPayout(one, group, some, isOpen));
    } else {
      const isCertain =
        best.weight > 0 &&
        !isShared(line, place, best.weight) &&
        !(group.order.kind === 'bank' && namesOther(one.read, group, place));
      matches.push({
        row: one.of.row,
        state: isCertain ? 'certain' : 'likely',
        payoutId: best.payoutId,
        reason: null,
        named: null,
        ...shownOf(some, best),
      });
    }
    yield;
  }
  return matches;
}

/** Whether a line names another payout than the one at this place: by its ID, reference or hash. */
const namesOther = ({ tokens }: ReadLine, { payouts, known }: Group, place: number): boolean => {
  const payout = payouts[place];
  return [...tokens].some((token) => {
    const named = known.payouts.get(token);
    // A token of several payouts may be a reference of this one.
    return named === null ? token !== payout?.reference : named?.id !== payout?.id;
  });
};

const withoutPayout = (
  one: OneAmount,
  group: Group,
  some: readonly Candidate[],
  isOpen: boolean,
): Match => ({
  row: one.of.row,
  state: isOpen ? 'ambiguous' : 'unmatched',
  payoutId: null,
  ...(isOpen ? { reason: null, named: null } : whyNot(one, group, some.length)),
  ...shownOf(some, undefined),
});

/** Candidates as they are shown, the best first. */
function shownOf(some: readonly Candidate[], best: Candidate | undefined) {
  const sorted = some.toSorted(
    (one, other) =>
      Number(other === best) - Number(one === best) ||
      other.score - one.score ||
      (one.payoutId < other.payoutId ? -1 : 1),
  );
  return { candidates: sorted.slice(0, MOST_CANDIDATES), candidateCount: some.length };
}

/** Candidates of each line, in the order of the lines. */
function* candidatesOf({ lines, payouts, places, order, known }: Group) {
  const { kind, windowDays } = order;
  const isMany = isOverMost(lines, payouts, windowDays);
  const candidates: Candidate[][] = [];
  for (const { read } of lines) {
    const near = isMany ? [] : within(payouts, read.at, windowDays);
    const named = [...read.tokens].flatMap((token) => {
      const place = places.get(known.payouts.get(token)?.id ?? '');
      return place === undefined ? [] : (payouts[place] ?? []);
    });
    candidates.push(
      [...new Set([...near, ...named])].flatMap(
        (payout) => compare(read, payout, kind, windowDays * 24) ?? [],
      ),
    );
    yield;
  }
  return candidates;
}

/** Whether all pairs in the window together are too many. */
function isOverMost(
  lines: readonly OneAmount[],
  payouts: readonly ReadPayout[],
  windowDays: number,
): boolean {
  let pairs = 0;
  for (const { read } of lines) {
    const [from, to] = bounds(payouts, read.at, windowDays);
    pairs += to - from;
    if (pairs > MOST_PAIRS) return true;
  }
  return false;
}

/** Longer than any payout takes from its creation to its end. */
const LONGEST_SPAN_MS = 31 * 24 * HOUR_MS;

function bounds(
  payouts: readonly ReadPayout[],
  at: Span | null,
  windowDays: number,
): [number, number] {
  if (at === null) return [0, 0];
  const window = windowDays * 24 * HOUR_MS;
  const first = (bound: number): number => {
    let low = 0;
    let high = payouts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (startOf(payouts[middle]?.at ?? null) < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [first(at.from - window - LONGEST_SPAN_MS), first(at.to + window + 1)];
}

const within = (
  payouts: readonly ReadPayout[],
  at: Span | null,
  windowDays: number,
): readonly ReadPayout[] => payouts.slice(...bounds(payouts, at, windowDays));

/** Whether a line or a payout has another pair of at least this weight. */
function sharedAmong(
  pairs: readonly { readonly line: number; readonly payout: number; readonly weight: number }[],
): (line: number, payout: number, weight: number) => boolean {
  const heavy = pairs.filter(({ weight }) => weight > 0);
  const ofLine = Map.groupBy(heavy, ({ line }) => line);
  const ofPayout = Map.groupBy(heavy, ({ payout }) => payout);
  return (line, payout, weight) =>
    // The pair itself stands in both.
    [...(ofLine.get(line) ?? []), ...(ofPayout.get(payout) ?? [])].filter(
      (pair) => pair.weight >= weight,
    ).length > 2;
}

function whyNot(
  { of, read }: OneAmount,
  { known, order, payouts, isTaken }: Group,
  candidates: number,
): { readonly reason: LineReason; readonly named: string | null } {
  const key = keyOf(of.amount, of.currency);
  const names = [...read.tokens].flatMap((token) => known.payouts.get(token) ?? []);
  const gone = names.find(({ id }) => order.taken.has(id));
  if (gone !== undefined) return { reason: 'taken', named: gone.id };
  if (candidates > 0) return { reason: 'contested', named: null };
  const other = names.find((payout) => payout.key !== key);
  if (other !== undefined) return { reason: 'amount-differs', named: other.id };
  if (payouts.length > 0) return { reason: 'no-fit', named: null };
  return { reason: isTaken ? 'all-taken' : 'no-amount', named: null };
}

interface Pair {
  readonly line: number;
  readonly payout: number;
  readonly score: number;
}

/**
 * Pairs lines and payouts so that each is the other's only best: from the highest score down, a pair is
 * made where neither side has another pair of that score; where one has, all of them are left to a person,
 * and none takes a worse pair. Only the set of pairs decides, never its order.
 * Gives the payout of each line that has one.
 */
function bestPairs(pairs: readonly Pair[]): ReadonlyMap<number, number> {
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
