/** A team: computers that keep one record by a log in PostgreSQL. A profile is in one at most. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { intentOperation, intentState } from './intents.ts';
import { asks, asksToSignOff, reads } from './procedure.ts';
import { instant, ofProfile } from './scalars.ts';

export const teamRole = z.enum(['owner', 'operator', 'approver', 'reviewer', 'relay']);
export type TeamRole = z.infer<typeof teamRole>;

export const teamState = z.enum([
  /** An owner has not admitted this computer yet. */
  'waiting',
  'connecting',
  'on',
  /** The database does not answer, or was refused: `sentence` says why. Nothing is lost. */
  'away',
  'refused',
  /** An owner removed this computer. */
  'removed',
  /** The database has another entry in the place of one of this computer: two write under one key. */
  'conflict',
  /** The data were restored, and the key of the team is in no backup. */
  'restored',
]);
export type TeamConnection = z.infer<typeof teamState>;

const memberView = z.object({
  id: z.string(),
  /** null where this computer can't open it. */
  name: z.string().nullable(),
  role: teamRole,
  words: z.array(z.string()),
  /** URL at which the service reaches a relay; null for computers. */
  url: z.string().nullable(),
  isOwn: z.boolean(),
  /** The recovery key made it an owner. */
  isRecovered: z.boolean(),
  /** ID of the person whose computer it is: the same for all computers of that person. For a relay, its own key. */
  personId: z.string(),
  /** Name of that person; null where nobody entered one. */
  person: z.string().nullable(),
  /** The person's name, folded: two persons with the same one have names that read alike. */
  foldedPerson: z.string().nullable(),
  /** Version of Causeway, by that computer's word; null where it has not reported one yet. */
  version: z.string().nullable(),
  seenAt: instant.nullable(),
  /** Database login that the computer last used; null where it is not known, and where this is not an owner's. */
  login: z.string().nullable(),
  /** A relay that was not seen for 10 minutes, by the database’s clock. */
  isSilent: z.boolean(),
  /** Entries that have been here for a minute or two, and are not there; null where it is not known. */
  behind: z.int().nullable(),
});
export type TeamMember = z.infer<typeof memberView>;

export const teamProblemKind = z.enum([
  'forged',
  'elsewhere',
  'stranger',
  'gap',
  'fork',
  'rolled back',
  'unreadable',
  'membership fork',
  'audit',
]);

const problemView = z.object({
  id: z.int(),
  kind: teamProblemKind,
  /** Name of the author's computer, or the beginning of its key. */
  author: z.string(),
  /** First and last entry. */
  sequence: z.int(),
  until: z.int(),
  at: instant,
});

export const teamView = z.object({
  /** Why this profile can't be in one; null where it can. */
  cannot: z.enum(['built-in', 'session']).nullable(),
  /** null: it is in none. */
  team: z
    .object({
      id: z.string(),
      /** Words of the team's ID, for people to compare. */
      words: z.array(z.string()),
      /** Hosts and name, without user and password. */
      database: z.string(),
      /** Login by which the database knows this computer. */
      user: z.string(),
      /** How often the access to it was changed since the profile was opened. */
      accessChanges: z.int(),
      state: teamState,
      sentence: z.string().nullable(),
      /** When something was exchanged last. */
      exchangedAt: instant.nullable(),
      /** Entries that are signed and not in the database yet. */
      toSend: z.int(),
      /** Entries of the database that are still to be read; null while nothing is read. */
      toRead: z.int().nullable(),
      own: z.object({ name: z.string(), words: z.array(z.string()), role: teamRole.nullable() }),
      members: z.array(memberView),
      /** Invitations of this computer that are still to be taken up. */
      invited: z.int(),
      /** Requests to join that this computer can open: it invited. */
      requests: z.array(z.object({ id: z.string(), name: z.string(), at: instant })),
      problems: z.array(problemView.extend({ sentence: z.string() })),
      /** Put aside by owners, the newest; `by` is null for this computer. */
      aside: z.array(problemView.extend({ note: z.string(), by: z.string().nullable() })),
      /** What owners said of problems that this computer has not: nothing is put aside by it. */
      acknowledged: z.array(
        problemView.omit({ id: true }).extend({ note: z.string(), by: z.string() }),
      ),
      /** The team's recovery key; null where none was set. `usedAt`: it made a computer an owner. */
      recovery: z.object({ setAt: instant, usedAt: instant.nullable() }).nullable(),
      /** Changes of members that follow the same one. `says`: sentences, in order. */
      fork: z
        .object({
          branches: z.array(
            z.object({
              tip: z.string(),
              says: z.array(z.string()),
              chosenBy: z.array(z.string()),
            }),
          ),
          /** Whether this computer is one that may resolve it without the recovery key. */
          mayResolve: z.boolean(),
        })
        .nullable(),
      /** Forks that were resolved, and what counts for nothing since. Names are null for the recovery key. */
      resolved: z.array(
        z.object({
          at: instant,
          chosenBy: z.string().nullable(),
          by: z.string().nullable(),
          left: z.array(z.string()),
        }),
      ),
      /** The service's token as an owner shared it last: to whom, never what it is. */
      token: z
        .object({
          by: z.string(),
          at: instant,
          isOwn: z.boolean(),
          /** It was taken back: whoever used it has it still. */
          isBack: z.boolean(),
          to: z.array(z.string()),
          /** Owners and operators that it is not sealed to. */
          without: z.array(z.string()),
          /** Who got or shared one that nobody said to be replaced, and is neither any more. */
          gone: z.array(z.string()),
          /** It is sealed to this computer, which has not used it yet. */
          isOffered: z.boolean(),
        })
        .nullable(),
    })
    .nullable(),
});
export type TeamView = z.infer<typeof teamView>;
export type JoinedTeam = NonNullable<TeamView['team']>;

/** A request that a colleague's computer claimed and gave no outcome of, or that somebody stated something of. */
const colleagueRequest = z.object({
  /** Names it: 64 hex digits. */
  claim: z.string(),
  /** null for one that only a later version knows. */
  operation: intentOperation.nullable(),
  /** What requests are alike by; null where the database does not answer. */
  about: z.string().nullable(),
  computer: z.string(),
  person: z.string().nullable(),
  at: instant,
  seenAt: instant.nullable(),
  /** Its computer was not seen for 10 minutes, or is in the team no more: it can be resolved. */
  isGone: z.boolean(),
  /** What stands of what people stated, newest first. */
  statements: z.array(
    z.object({
      verdict: z.enum(['absent', 'exists', 'unknown']),
      resourceId: z.string().nullable(),
      reason: z.string(),
      checked: z.string(),
      at: instant,
      person: z.string().nullable(),
      computer: z.string(),
    }),
  ),
  /** By its own computer, which came back; `released`: nothing was sent. null: it said nothing. */
  outcome: z
    .object({ state: intentState.or(z.literal('released')), resourceId: z.string().nullable() })
    .nullable(),
  /** Statements differ from each other, or from the outcome. */
  isDifferent: z.boolean(),
});
export type ColleagueRequest = z.infer<typeof colleagueRequest>;

const profile = z.strictObject(ofProfile);
const member = z.strictObject({ ...ofProfile, id: z.string().max(64) });

export const teamContract = {
  get: reads.output(teamView),
  /** Requests of colleagues' computers with no outcome, oldest first, and those with a statement, differing ones first. */
  colleagueRequests: reads.output(
    z.object({
      open: z.array(colleagueRequest),
      stated: z.array(colleagueRequest),
      /** Why this computer can't resolve them; null when it can. */
      resolveBlocked: z.string().nullable(),
    }),
  ),
  /** Opens the document in which an owner or operator states what became of some. Nothing is sent. */
  resolve: asksToSignOff
    .input(z.strictObject({ ...ofProfile, claims: z.array(z.string().max(64)).min(1).max(1_000) }))
    .output(openedDocument),
  /** Opens the document in which a person gives a database and begins a team with it. */
  found: asks.input(profile).output(openedDocument),
  /** Opens the document that makes an invitation. */
  invite: asks.input(profile).output(openedDocument),
  /** Opens the document in which a person gives an invitation and asks to be admitted. */
  join: asks.input(profile).output(openedDocument),
  /** Opens the document in which an owner compares the words of who asks, and admits. */
  admit: asks.input(member).output(openedDocument),
  /** Opens the document in which an owner gives a relay's card and admits it. */
  admitRelay: asks.input(profile).output(openedDocument),
  changeRole: asks.input(member).output(openedDocument),
  remove: asks.input(member).output(openedDocument),
  leave: asks.input(profile).output(openedDocument),
  /** Opens the document in which a person gives another login, password or host of the team's database. */
  changeAccess: asks.input(profile).output(openedDocument),
  /** Opens the document that shows an owner new recovery words of the team. */
  setRecovery: asks.input(profile).output(openedDocument),
  /** Opens the document in which the team's recovery words make this computer an owner. */
  recover: asks.input(profile).output(openedDocument),
  /** Opens the document in which an owner, or whoever has the recovery words, resolves a fork of the members. */
  resolveFork: asks.input(profile).output(openedDocument),
  /** Opens the document in which an owner shares the profile's token with owners and operators. */
  shareToken: asks.input(profile).output(openedDocument),
  takeBackToken: asks.input(profile).output(openedDocument),
  /** Opens the document in which a person puts a token that is shared with this computer into its vault. */
  useToken: asks.input(profile).output(openedDocument),
  /** Opens the document in which an owner puts a problem of the log aside, having looked into it. */
  putAside: asks.input(z.strictObject({ ...ofProfile, id: z.int() })).output(openedDocument),
};
