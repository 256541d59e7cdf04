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

/** States that no payout reaches before its deposit arrived. */
const depositStates: readonly string[] = ['funded', 'processing', 'successful', 'refunded'];

/** Whether an event with this state says that the payout's deposit had arrived. */
export const tellsOfDeposit = (state: string): boolean => depositStates.includes(state);

/**
 * `inFlight`, `paidOut`, `failed` and `unknown` (a state that the specification lacks) tell payouts apart.
 * `received` goes across them and by no state: a payout of which one event told that its deposit arrived has
 * it, whatever became of it since. `fees` are earned once it is successful.
 */
type StateOutcome = Exclude<PayoutOutcome, 'received'>;
const statesOf: Readonly<Record<Exclude<StateOutcome, 'unknown'>, readonly PayoutState[]>> = {
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

export const hasOutcome = (outcome: StateOutcome, state: string): boolean =>
  outcome === 'unknown' ? !isKnown(state) : isKnown(state) && statesOf[outcome].includes(state);
