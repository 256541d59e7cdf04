/** What targets of a team ask for: its exchange gives it (features/team/forwards). */

/** One forward of a target of the team. */
export interface TeamForward {
  readonly url: string;
  readonly sameness: string;
}

export type TeamHold =
  | {
      readonly is: 'held';
      /** In `causeway-forward`: the same on each computer. */
      readonly forwardId: string;
      /** Attempts before, by anybody. */
      readonly attempts: number;
      readonly isDoubtful: boolean;
    }
  /** `by`: the computer's name. */
  | { readonly is: 'ended'; readonly outcome: 'delivered' | 'failed'; readonly by: string }
  | { readonly is: 'elsewhere'; readonly againInMs: number };

/** What a target that is the team's asks for. */
export interface ForwardingTeam {
  /** One for each, in order. Rejects while the team's database does not answer. */
  hold(forwards: readonly TeamForward[], forMs: number): Promise<readonly TeamHold[]>;
  /** It is tried now, so it is not given back before its end. */
  begins(forward: TeamForward): void;
  /** They are held and will not be tried here. */
  giveBack(forwards: readonly TeamForward[]): void;
  /** What the attempt came to, stored in the running transaction and told to the team then. */
  ended(
    forward: TeamForward,
    end: { readonly outcome: 'delivered' | 'failed' | null; readonly pauseMs: number },
  ): void;
  /** Resolves when the team knows of all attempts but the last few. Rejects while its database does not answer. */
  told(): Promise<void>;
}

/** null: of no team, so that each target is of this computer alone. `unknown`: nothing is sent to targets of a team. */
export type UsedTeam = ForwardingTeam | null | 'unknown';
