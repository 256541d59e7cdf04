/** What can go wrong with a team's database, as sentences for people. No message holds a password or a payload. */

/** The database does not answer now; nothing is lost, try again. */
export class TeamDatabaseAway extends Error {
  override readonly name = 'TeamDatabaseAway';
}

/** The database must not be used as it is. */
export class TeamDatabaseRefused extends Error {
  override readonly name = 'TeamDatabaseRefused';
  /** What to change, for whoever runs it. */
  readonly change: string;
  constructor(message: string, change: string) {
    super(message);
    this.change = change;
  }
}

/** The server does not let this user in. */
export class LoginRefused extends TeamDatabaseRefused {}

/** The database has another entry in the place of one of ours: this author's chain was forked, or membership changed meanwhile. */
export class ChainConflict extends Error {
  override readonly name = 'ChainConflict';
  readonly stream: string;
  readonly sequence: number;
  /**
   * Whether another entry follows the same one (a change of members, or a claim): read it, then decide anew. Then stream and sequence are of the first
   * of its kind that the database has not.
   */
  readonly isFollowed: boolean;
  constructor(stream: string, sequence: number, isFollowed: boolean) {
    super(
      isFollowed
        ? 'Another owner changed the team in the meantime. Look at it again, then decide.'
        : `The team's database has another entry in the place of entry ${sequence} of this computer.`,
    );
    this.stream = stream;
    this.sequence = sequence;
    this.isFollowed = isFollowed;
  }
}

/** An invitation is used once, and the database has another request for it. */
export class InvitationUsed extends Error {
  override readonly name = 'InvitationUsed';
  constructor() {
    super('This invitation was used by another computer. Ask an owner for a new one.');
  }
}
