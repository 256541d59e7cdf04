/** Approvals of a team (docs/team.md): who else has to say yes before a request is sent. */
import { z } from 'zod';

/** What a rule is about. A file is a bulk run; the rules of its rows' own kind count as well. */
export const approvalSubjects = [
  'createCustomer',
  'createVirtualAccount',
  'createWebhook',
  'bulk',
] as const;
export type ApprovalSubject = (typeof approvalSubjects)[number];

export const maxApprovers = 5;

const subject = z.enum(approvalSubjects);

/** All of its conditions have to hold; null and false are no condition. */
export const approvalRule = z.strictObject({
  of: subject,
  /** Of virtual accounts, also of those of a file. */
  network: z.string().min(1).max(64).nullable(),
  /** The wallet is not in the address book, and nothing pays to it. */
  isNewAddress: z.boolean(),
  /** Integrator fee in basis points. */
  feeAtLeast: z.int().min(1).max(10_000).nullable(),
  /** Rows of a file that are sent. */
  rowsAtLeast: z.int().min(1).max(50_000).nullable(),
  /** How many others have to approve. */
  approvers: z.int().min(1).max(maxApprovers),
});
export type ApprovalRule = z.infer<typeof approvalRule>;

/** Creates of the whole team, rows of files among them, in a day (UTC). */
export const approvalLimit = z.strictObject({
  of: z.enum(['createCustomer', 'createVirtualAccount', 'createWebhook']),
  mostPerDay: z.int().min(0).max(1_000_000),
});
export type ApprovalLimit = z.infer<typeof approvalLimit>;
