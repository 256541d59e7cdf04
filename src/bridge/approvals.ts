/** Approvals of a team (docs/team-at-work.md): who else has to say yes before a request is sent. */
import { z } from 'zod';
import { operations } from '../contract/operations.ts';
import { type WriteName, writeNames } from '../contract/writes.ts';
import { annotationLimits } from './annotation-limits.ts';
import {
  approvalSubjects,
  limitedSubjects,
  maxApprovers,
  maxFeeBps,
  maxNoteLength,
  maxPerDay,
  maxRules,
} from './approval-limits.ts';
import { bulkConfirmation } from './bulk.ts';
import { maxBulkRows } from './bulk-limits.ts';
import { openedDocument } from './documents.ts';
import { confirmed, writeErrors } from './errors.ts';
import { exportFile } from './exports.ts';
import { asks, proposesToTeam, reads, writesHere, writesToService } from './procedure.ts';
import { instant, intentKey, ofProfile, page } from './scalars.ts';
import { addressReview } from './virtual-accounts.ts';

/** SHA-256 of an entry. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const subject = z.enum(approvalSubjects);

/** All of its conditions have to hold; null and false are no condition. */
export const approvalRule = z.strictObject({
  of: subject,
  /** Network of virtual accounts, those in a file included; null: every network. */
  network: z.string().min(1).max(64).nullable(),
  /** The wallet is not in the address book, and nothing pays to it. */
  isNewAddress: z.boolean(),
  /** Integrator fee in basis points. */
  feeAtLeast: z.int().min(1).max(maxFeeBps).nullable(),
  /** Rows of a file that are sent. */
  rowsAtLeast: z.int().min(1).max(maxBulkRows).nullable(),
  /** How many others have to approve. */
  approvers: z.int().min(1).max(maxApprovers),
});
export type ApprovalRule = z.infer<typeof approvalRule>;

/** Creates of the whole team, rows of files among them, in a day (UTC). */
export const approvalLimit = z.strictObject({
  of: z.enum(limitedSubjects),
  mostPerDay: z.int().min(0).max(maxPerDay),
});
export type ApprovalLimit = z.infer<typeof approvalLimit>;

const dayLimit = approvalLimit.extend({
  /** How many count for today (UTC), by what this computer knows. */
  usedToday: z.int(),
});
export type DayLimit = z.infer<typeof dayLimit>;

export const approvalPolicy = z.strictObject({
  rules: z.array(approvalRule).max(maxRules),
  limits: z.array(approvalLimit).max(10),
  /** What needs approval may be sent without it while the team's database does not answer. */
  allowWithoutDatabase: z.boolean(),
});
export type ApprovalPolicy = z.infer<typeof approvalPolicy>;

const singleOf = <Name extends WriteName>(name: Name) =>
  z.strictObject({
    what: z.literal(name),
    intentKey,
    input: operations[name].input as (typeof operations)[Name]['input'],
    /** Name that the person gives a customer; empty: none. */
    ownName: z.string().max(annotationLimits.name).default(''),
    confirmed,
    /** For a virtual account. */
    ...addressReview,
  });
type Single = { [Name in WriteName]: ReturnType<typeof singleOf<Name>> }[WriteName];

/** A request as the form has it: what `create` of its kind would be given. */
const request = z.discriminatedUnion('what', [
  ...(writeNames.map(singleOf) as [Single, ...Single[]]),
  /** An unresolved request that was not created, once more. */
  z.strictObject({
    what: z.literal('sendAgain'),
    intentKey,
    /** Key of the one that is sent again. */
    repeats: intentKey,
    confirmed,
    ...addressReview,
  }),
  /** A file, as bulk.drafts.start. */
  z.strictObject({
    what: z.literal('bulk'),
    draftId: z.string().max(64),
    confirmations: z.array(bulkConfirmation).max(20),
    digest: z.string().max(128),
  }),
]);
export type ApprovalRequest = z.infer<typeof request>;
/** A request for approval, as a form gives it. */
export type ApprovalRequestInput = z.input<typeof request>;

export const approvalState = z.enum([
  'waiting',
  'approved',
  'refused',
  'withdrawn',
  'expired',
  'sent',
]);
export type ApprovalState = z.infer<typeof approvalState>;

const party = z.object({
  /** Name of the computer; null where it can't be opened here. */
  computer: z.string().nullable(),
  person: z.string().nullable(),
  /** This computer. */
  isOwn: z.boolean(),
  /** This computer, or another one of the same person. */
  isMine: z.boolean(),
});
export type ApprovalParty = z.infer<typeof party>;

export const approvalRow = z.object({
  /** Hash of its entry. */
  id: hash,
  what: subject,
  /** What it is about, in few words: a name, an address, a file. */
  title: z.string(),
  state: approvalState,
  /** Approvals that count, and how many are needed. */
  given: z.int(),
  needed: z.int(),
  maker: party,
  /** A person sends it again. */
  repeats: z.string().nullable(),
  proposedAt: instant,
  expiresAt: instant,
  /** What this computer may do with it now. `refuse`: its person approved it. */
  may: z.array(z.enum(['decide', 'refuse', 'send', 'withdraw'])),
});
export type ApprovalRow = z.infer<typeof approvalRow>;

const namedText = z.tuple([z.string(), z.string()]);

export const approvalDetail = approvalRow.extend({
  /** Why it needs approval. */
  reasons: z.array(z.string()),
  /** What is sent, field by field. */
  fields: z.array(namedText),
  /** Rows of a file: the first of them; 0 for a single request. */
  rows: z.array(z.object({ row: z.int(), title: z.string(), fields: z.array(namedText) })),
  rowCount: z.int(),
  /** What the maker saw beside it. */
  facts: z.array(namedText),
  warnings: z.array(z.string()),
  note: z.string(),
  decisions: z.array(
    z.object({
      by: party,
      decision: z.enum(['approved', 'refused']),
      note: z.string(),
      at: instant,
    }),
  ),
  withdrawn: z.object({ at: instant, note: z.string() }).nullable(),
  /** Entries about it that do not count, and why. */
  disbelieved: z.array(z.object({ by: party, sentence: z.string(), at: instant })),
  /** Why it can't be sent although it is approved; null where nothing is in the way. */
  blocked: z.string().nullable(),
  /** What was created; null while that is not known. */
  resourceId: z.string().nullable(),
  /** ID of the bulk run, for a file of this computer that was started; else null. */
  runId: z.string().nullable(),
  /** Its rows can be saved as a file (`file`): it is one, and is sent no more. */
  hasRowsToSave: z.boolean(),
});
export type ApprovalDetail = z.infer<typeof approvalDetail>;

const counts = z.object({
  /** Requests for this computer to decide. */
  waiting: z.int(),
  /** Requests that were made here and approved: to be sent. */
  toSend: z.int(),
  /** Requests by this person that are neither sent nor ended. */
  mine: z.int(),
  decided: z.int(),
});

export const approvalsContract = {
  /** What stands now. null: the profile is in no team. */
  status: reads.output(
    z
      .object({
        /** The newest: the one that waits, or the team's. Several of the team are merged, so the rules may be more than can be set. */
        policy: approvalPolicy.extend({ rules: z.array(approvalRule) }),
        /** All that applies, each once. */
        sentences: z.array(z.string()),
        /** Those that count, of each kind the lowest. */
        limits: z.array(dayLimit),
        /** More than one: owners set one at once, or one waits to be sent; all of them count. */
        policies: z.int(),
        /** The newest is stored here, and not known to be in the team's database: it and the one before apply. */
        isWaiting: z.boolean(),
        /** The team's database lost it, so computers that join don't know it until an owner sets it again. */
        isLost: z.boolean(),
        setBy: party.nullable(),
        setAt: instant.nullable(),
        /** This computer sets it. */
        maySet: z.boolean(),
        counts,
      })
      .nullable(),
  ),
  /** What the policy asks of a request; approvers 0: nothing. Of a file once it is checked. */
  needed: reads
    .input(request)
    .output(z.object({ approvers: z.int(), reasons: z.array(z.string()) })),
  list: reads
    .input(
      z.strictObject({
        ...page,
        which: z.enum(['waiting', 'mine', 'decided']).default('waiting'),
        search: z.string().max(200).default(''),
      }),
    )
    .output(z.object({ rows: z.array(approvalRow), total: z.int(), counts })),
  /** NOT_FOUND for one that is not here. */
  get: reads.input(z.strictObject({ id: hash })).output(approvalDetail),
  /**
   * Asks the team. Checked as the request itself would be; INVALID where it needs no approval. ASKS_FIRST as
   * the request.
   */
  propose: proposesToTeam
    .input(
      z.strictObject({ ...ofProfile, request, note: z.string().max(maxNoteLength).default('') }),
    )
    .output(approvalRow)
    .errors({ ASKS_FIRST: writeErrors.ASKS_FIRST, NOT_SENT: writeErrors.NOT_SENT }),
  /** Withdraws a request: by its maker, before it is sent. */
  withdraw: writesHere
    .input(
      z.strictObject({ ...ofProfile, id: hash, note: z.string().max(maxNoteLength).default('') }),
    )
    .output(approvalRow),
  /** Opens the document that shows all of it, in which a person approves or refuses. */
  decide: asks.input(z.strictObject({ ...ofProfile, id: hash })).output(openedDocument),
  /**
   * By its maker, once it is approved. Sent once: the same call again tells what became of it. ASKS_FIRST as the
   * request, also for what came up since it was proposed.
   */
  send: writesToService
    .input(z.strictObject({ ...ofProfile, id: hash, confirmed }))
    .output(z.object({ resourceId: z.string().nullable(), runId: z.string().nullable() }))
    .errors(writeErrors),
  /**
   * The rows of a file that was not sent, as a file that may be sent: with what its maker had corrected. Made as
   * `bulk.file`. INVALID for a request that is no file, may still be sent, or was.
   */
  file: reads
    .input(z.strictObject({ id: hash, format: z.enum(['csv', 'xlsx']) }))
    .output(exportFile),
  /** Opens the document in which an owner sets the policy. */
  setPolicy: asks
    .input(z.strictObject({ ...ofProfile, policy: approvalPolicy }))
    .output(openedDocument),
};
