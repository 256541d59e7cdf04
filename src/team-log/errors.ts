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

/** The server's certificate is of no authority that is trusted here, or for another host. */
export class CertificateRefused extends TeamDatabaseRefused {}

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

/** What this author would add next under its key can't be added, or no computer would take it. */
export class OwnPlaceTaken extends TeamDatabaseRefused {
  /** The database may get its entries back. */
  readonly isLost: boolean;
  constructor(sequence: number, login: string | null, why: keyof typeof placeTaken) {
    const [problem, change] = placeTaken[why];
    const by = login === null ? '' : `, by the login ${login}`;
    super(`${problem} Entry ${sequence}${by}.`, change);
    this.isLost = why === 'lost';
  }
}
const placeTaken = {
  'own login': [
    'Somebody else wrote by the login of this relay in the place of its next entry.',
    'Give this relay another login, which nothing else uses: npm run team -- login NAME --as relay',
  ],
  hidden: [
    'By a login that this relay once used, more was written under its key than it can look through.',
    'Make a new key file, have an owner admit this relay by its new card, and give it a login which nothing else uses.',
  ],
  gap: [
    'Entries of this relay are missing in the team’s database, so no computer takes what it wrote after them.',
    'Make a new key file, and have an owner admit this relay by its new card.',
  ],
  lost: [
    'The team’s database was set back: it lacks an entry of this relay, so no computer would take what it wrote after it.',
    'Make a new key file, and have an owner admit this relay by its new card.',
  ],
  damaged: [
    'The last entry of this relay is not whole in the team’s database.',
    'Make a new key file, and have an owner admit this relay by its new card.',
  ],
} as const;

/** An invitation is used once, and the database has another request for it. */
export class InvitationUsed extends Error {
  override readonly name = 'InvitationUsed';
  constructor() {
    super('This invitation was used by another computer. Ask an owner for a new one.');
  }
}
