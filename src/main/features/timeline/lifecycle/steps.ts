/**
 * Lives that events tell of (Interface 3, 6): which state an event is, and how it follows from the
 * one before by the order that is assumed (decisions 32). A move outside it is unusual, not impossible.
 */
import {
  kycTransitions,
  payoutTransitions,
  termsTransitions,
} from '../../../../contract/transitions.ts';

export const subjects = ['payout', 'kyc', 'terms'] as const;
export type Subject = (typeof subjects)[number];

interface Life {
  /** Beginning of the names of its events. */
  readonly prefix: string;
  readonly table: Readonly<Record<string, readonly string[]>>;
  /** What stands before the first event; `isHeard` when an event tells of it as well. */
  readonly start: { readonly state: string; readonly isHeard: boolean };
  /** States whose event is named otherwise. */
  readonly named: Readonly<Record<string, string>>;
  /** States that are not taken to have been on the way while another way is as short. */
  readonly setbacks: readonly string[];
}

const lives: Readonly<Record<Subject, Life>> = {
  payout: {
    prefix: 'payout.',
    table: payoutTransitions,
    start: { state: 'created', isHeard: true },
    named: { created: 'create' },
    setbacks: ['failed', 'cancelled'],
  },
  kyc: {
    prefix: 'customer.kyc.',
    table: kycTransitions,
    start: { state: 'none', isHeard: false },
    named: {},
    setbacks: [],
  },
  terms: {
    prefix: 'customer.tos.',
    table: termsTransitions,
    start: { state: 'none', isHeard: false },
    named: {},
    setbacks: [],
  },
};

export const prefixOf = (subject: Subject): string => lives[subject].prefix;

/** The name of the event that tells of a state. */
export const eventNameOf = (subject: Subject, state: string): string => {
  const { prefix, named } = lives[subject];
  return `${prefix}${named[state] ?? state}`;
};

/** The life that an event is a step of, and its state; null for all others. */
export function stepOf(name: string): { readonly subject: Subject; readonly state: string } | null {
  const subject = subjects.find((one) => name.startsWith(lives[one].prefix));
  if (subject === undefined) return null;
  const { prefix, named } = lives[subject];
  const word = name.slice(prefix.length);
  const state = Object.keys(named).find((one) => named[one] === word) ?? word;
  return word === '' ? null : { subject, state };
}

export interface Move {
  /** Whether the assumed order knows a way from the state before, at once or over others. */
  readonly isUsual: boolean;
  /** States on that way which were not heard of, in their order. */
  readonly unheard: readonly string[];
}

const followers = (subject: Subject, state: string): readonly string[] => {
  const { table } = lives[subject];
  return Object.hasOwn(table, state) ? (table[state] ?? []) : [];
};

/** States that may come after this one, by the assumed order. */
export const nextStates = (subject: Subject, state: string): readonly string[] =>
  followers(subject, state);

/** From the state before to this one; `from` null: it is the first that was heard of. */
export function moveBetween(subject: Subject, from: string | null, to: string): Move {
  const { start } = lives[subject];
  if (from === null) {
    if (start.isHeard && to === start.state) return { isUsual: true, unheard: [] };
    const way = wayBetween(subject, start.state, to);
    if (way === null || !start.isHeard) return moveOver(way);
    return { isUsual: true, unheard: [start.state, ...way.through] };
  }
  return moveOver(wayBetween(subject, from, to));
}

/** Where the ways share no state, nothing tells what was missed: the transition itself is unusual. */
const moveOver = (way: Way | null): Move => ({
  isUsual: way !== null && (way.steps === 1 || way.through.length > 0),
  unheard: way?.through ?? [],
});

interface Way {
  readonly steps: number;
  /** States that every shortest way goes through, in their order. */
  readonly through: readonly string[];
}

/** Over setbacks where there is no other way. null when there is none at all, and from a state to itself. */
function wayBetween(subject: Subject, from: string, to: string): Way | null {
  if (from === to) return null;
  return shortestWay(subject, from, to, lives[subject].setbacks) ?? shortestWay(subject, from, to);
}

function shortestWay(
  subject: Subject,
  from: string,
  to: string,
  without: readonly string[] = [],
): Way | null {
  const reached = new Map<string, Way>([[from, { steps: 0, through: [] }]]);
  for (const [state, { steps, through }] of reached) {
    if (state !== from && without.includes(state)) continue;
    const passed = state === from ? [] : [...through, state];
    for (const next of followers(subject, state)) {
      const known = reached.get(next) ?? { steps: steps + 1, through: passed };
      if (known.steps !== steps + 1) continue;
      const shared = known.through.filter((one) => passed.includes(one));
      reached.set(next, { steps: known.steps, through: shared });
    }
  }
  return reached.get(to) ?? null;
}

/** Ranks that events of one moment are put in order by: 0 for what makes something, then as its life goes. */
export const RANKS = 8;

export function rankOf(name: string): number {
  const step = stepOf(name);
  if (step === null) return name.endsWith('.create') ? 0 : 1;
  return Math.min(placeOf(step.subject, step.state), RANKS - 1);
}

/** Where the state stands in the table; states that it does not have come last. */
export function placeOf(subject: Subject, state: string): number {
  const place = Object.keys(lives[subject].table).indexOf(state);
  return place === -1 ? Number.MAX_SAFE_INTEGER : place;
}
