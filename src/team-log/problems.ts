/** What is wrong with what a team's database shows, and what that may hide. */

export const problemKinds = [
  /** The signature or the payload does not fit. */
  'forged',
  /** It belongs to another team or stream, or its kind is not written there, or not by its author's role. */
  'elsewhere',
  /** Its author is not a member, not any more, or may not write this kind. */
  'stranger',
  /** Entries before it are missing. */
  'gap',
  /** The author's chain has another entry in its place. */
  'fork',
  /** The database has less of an author than this or another computer had. */
  'rolled back',
  /** Sealed to a key that is not here, changed, or of another form. */
  'unreadable',
  /** Two owners changed the membership at once, or the database was set back between. */
  'membership fork',
  /** The audit log of its author lost entries that it had told of. */
  'audit',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

export interface Problem {
  readonly kind: ProblemKind;
  readonly stream: string;
  readonly author: string;
  /** The first entry that it is about. */
  readonly sequence: number;
  /** The last one. */
  readonly until: number;
  /** What it may hide, for a person. It names no one: the caller knows the author's name. */
  readonly sentence: string;
}

/** The same for a problem that is found again. */
export const problemId = ({ kind, stream, author, sequence }: Problem): string =>
  `${kind}:${stream}:${author}:${sequence}`;

const kindsOfReasons = {
  'membership gap': 'gap',
  'removed late': 'stranger',
  'not by role': 'elsewhere',
  'lost change': 'fork',
  'claimed twice': 'fork',
  'placed twice': 'fork',
  'too large': 'unreadable',
  'audit alarm': 'audit',
} as const;
/** Some problems have more than one reason. */
export type ProblemSentence = ProblemKind | keyof typeof kindsOfReasons;

export interface ProblemPlace {
  readonly stream: string;
  readonly author: string;
  readonly sequence: number;
}

const entries = (first: number, last: number): string =>
  first === last ? `entry ${first}` : `entries ${first} to ${last}`;

const sentences: Readonly<Record<ProblemSentence, (which: string) => string>> = {
  forged: (which) =>
    `In the place of ${which} the database shows something that its author did not write. It was not taken, and what the author wrote there may be withheld.`,
  elsewhere: (which) =>
    `The database shows ${which} where it does not belong: it was written for another team, profile or purpose. It was not taken.`,
  stranger: (which) =>
    `The author of ${which} is not a member of this team, was removed from it, or may not write this. It was not taken.`,
  gap: (which) =>
    `The database withholds ${which}. What the author wrote there is missing here, and what the author wrote later waits for it.`,
  fork: (which) =>
    `There are two versions of ${which} by the same author. Other computers may have been shown the other one. What the author writes from there on waits.`,
  'rolled back': (which) =>
    `The database no longer shows ${which}. It was restored from a backup, or somebody hides what was written. Computers that join now don’t get what is lost.`,
  unreadable: (which) =>
    `This computer can't open or read ${which}. What it says is missing here. Its author may run a later version of Causeway, or have sealed it with a key that this computer never got.`,
  'membership fork': () =>
    'Two changes of the team’s members were made at once, or the database was set back between them. Members stay as they were before, until two owners, or the recovery key, resolve which of them counts.',
  audit: (which) =>
    `In ${which} its author describes its audit log differently than before: the end of that log was cut off, or other entries took its place. What was done at that computer may be missing there.`,
  'audit alarm': (which) =>
    `In ${which} its author says that its audit log does not fit the signed head that it keeps beside it. Entries of that log may be missing or changed.`,
  'membership gap': (which) =>
    `The database withholds a change of the team’s members that comes before ${which}. Somebody may have been added or removed without this computer knowing.`,
  'not by role': (which) =>
    `The role of its author does not, or no longer does, let it write ${which}. What it says was not taken; what the author wrote later is.`,
  'lost change': (which) =>
    `A change of the team’s members that was signed here as ${which}, to be sent when the database responds, was not made: another owner changed the team first. Look at the members, and make it again where it is still needed.`,
  'claimed twice': (which) =>
    `In ${which} its author claimed a request that was claimed before, which the database has to refuse: it was set back, or shows each computer something else. Both may have been sent. Check with the service whether two exist.`,
  'placed twice': (which) =>
    `In ${which} its author used up a part of a limit of the day that was used up before, which the database has to refuse: it was set back, or shows each computer something else. More than the limit may have been created. Compare the service’s records of that day with the policy.`,
  'too large': (which) =>
    `Something that was recorded here before ${which} of this computer has over 4 MiB, which is too large for the team’s log. It stays on this computer.`,
  'removed late': (which) =>
    `This computer took ${which} before it knew that the author was removed. What came with it stays here, and may be missing on other computers.`,
};

const kindOf = (what: ProblemSentence): ProblemKind =>
  what in kindsOfReasons
    ? kindsOfReasons[what as keyof typeof kindsOfReasons]
    : (what as ProblemKind);

export const problemOf = (
  what: ProblemSentence,
  { stream, author, sequence }: ProblemPlace,
  until = sequence,
): Problem => ({
  kind: kindOf(what),
  stream,
  author,
  sequence,
  until,
  sentence: sentences[what](entries(sequence, until)),
});
