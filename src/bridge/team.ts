/** A team: computers that keep one record by a log in PostgreSQL. A profile is in one at most. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asks, reads } from './procedure.ts';
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
  /** Of a relay: where the service reaches it. */
  url: z.string().nullable(),
  isOwn: z.boolean(),
  /** Whose computer it is: the same of all computers of a person. Of a relay its own key. */
  personId: z.string(),
  /** That person's name; null where nobody said it. */
  person: z.string().nullable(),
  /** By that computer's word; null where it has said nothing yet. */
  version: z.string().nullable(),
  seenAt: instant.nullable(),
  /** Entries that are here and not there; null where it is not known. */
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
]);

export const teamView = z.object({
  /** Why this profile can't be in one; null where it can. */
  cannot: z.enum(['built-in', 'session']).nullable(),
  /** null: it is in none. */
  team: z
    .object({
      id: z.string(),
      /** Of the ID, for people to compare. */
      words: z.array(z.string()),
      /** Hosts and name, without user and password. */
      database: z.string(),
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
      problems: z.array(
        z.object({
          id: z.int(),
          kind: teamProblemKind,
          /** Name of the author's computer, or the beginning of its key. */
          author: z.string(),
          /** First and last entry. */
          sequence: z.int(),
          until: z.int(),
          sentence: z.string(),
          at: instant,
        }),
      ),
    })
    .nullable(),
});
export type TeamView = z.infer<typeof teamView>;

const profile = z.strictObject(ofProfile);
const member = z.strictObject({ ...ofProfile, id: z.string().max(64) });

export const teamContract = {
  get: reads.output(teamView),
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
  /** Opens the document in which an owner puts a problem of the log aside, having looked into it. */
  putAside: asks.input(z.strictObject({ ...ofProfile, id: z.int() })).output(openedDocument),
};
