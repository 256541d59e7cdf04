/** What stands against virtual accounts: asked of those who watch them. */
export interface AccountConcerns {
  /** MismatchReader of answers that nobody cleared up, in sentences, by id; others are left out. */
  departing(ids: readonly string[]): ReadonlyMap<string, readonly string[]>;
  /** Why their deposit instructions are not handed out, by id; others are left out. */
  heldBack(ids: readonly string[]): ReadonlyMap<string, readonly string[]>;
}
