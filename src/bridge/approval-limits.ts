/** Bounds of approvals, apart from the contract so that the page needs no zod for them. */

/** What a rule is about. A file is a bulk run; the rules of its rows' own kind count as well. */
export const approvalSubjects = [
  'createCustomer',
  'createVirtualAccount',
  'createWebhook',
  'bulk',
] as const;
export type ApprovalSubject = (typeof approvalSubjects)[number];

export const maxApprovers = 5;
export const maxNoteLength = 1_000;
