/**
 * What the state of a payout says of its money. The specification names the states alone (Interface 3); the
 * rest is read from the names of the events (Interface 6) and the order assumed in transitions.ts.
 */
import { type PayoutState, payoutStates } from './transitions.ts';

export const payoutOutcomes = [
  'received',
  'paidOut',
  'fees',
  'inFlight',
  'failed',
  'unknown',
] as const;
export type PayoutOutcome = (typeof payoutOutcomes)[number];

/**
 * `inFlight`, `paidOut`, `failed` and `unknown` (a state that the specification lacks) tell payouts apart.
 * `received` goes across them: a funded payout, whatever becomes of it, has its deposit. Of a failed or
 * cancelled one the state does not tell whether it was ever funded. `fees` are earned once it is successful.
 */
const statesOf: Readonly<Record<Exclude<PayoutOutcome, 'unknown'>, readonly PayoutState[]>> = {
  received: ['funded', 'processing', 'successful', 'refunded'],
  paidOut: ['successful'],
  fees: ['successful'],
  inFlight: ['created', 'pending', 'funded', 'processing'],
  failed: ['failed', 'cancelled', 'refunded'],
};

/** The amount that is summed of it. */
export const outcomeSide = {
  received: 'in',
  paidOut: 'out',
  fees: 'fee',
  inFlight: 'in',
  failed: 'in',
  unknown: 'in',
} as const satisfies Record<PayoutOutcome, 'in' | 'out' | 'fee'>;

const isKnown = (state: string): state is PayoutState =>
  payoutStates.some((known) => known === state);

export const hasOutcome = (outcome: PayoutOutcome, state: string): boolean =>
  outcome === 'unknown' ? !isKnown(state) : isKnown(state) && statesOf[outcome].includes(state);
