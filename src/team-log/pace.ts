/**
 * How often computers of a team ask the database, and tell it of themselves, by how many they are: together they
 * do so about as often, whatever their number. Milliseconds.
 */
export interface Pace {
  /** Between two looks at the log that nothing called for. A notification that was lost is made up for by it. */
  readonly pollMs: number;
  /** A notification wakes all of them: each reads within this, and not again before it is over. */
  readonly restMs: number;
  /** Between two tellings of what is here of all authors, and two comparisons with what the database has. */
  readonly headsMs: number;
  /** Between two notes of presence: however many there are, far less than what makes a computer look gone (10 minutes). */
  readonly saidMs: number;
  /** Between two looks at the others' notes. */
  readonly heardMs: number;
}

/** @param computers members that read: all but relays */
export const paceOf = (computers: number): Pace => ({
  pollMs: Math.max(2_000, 20 * computers),
  restMs: computers / 2,
  headsMs: Math.max(60_000, 3_000 * computers),
  saidMs: Math.min(60_000, Math.max(30_000, 500 * computers)),
  heardMs: Math.max(2_000, 100 * computers),
});
