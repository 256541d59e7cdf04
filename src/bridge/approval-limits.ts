/** Bounds of approvals, apart from the contract so that the page needs no zod for them. */
import { writeNames } from '../contract/writes.ts';

/** What a rule is about. A file is a bulk run; the rules of its rows' own kind count as well. */
export const approvalSubjects = [...writeNames, 'bulk'] as const;
export type ApprovalSubject = (typeof approvalSubjects)[number];

/** What a policy may limit in a day; rows of files count as their own kind. */
export const limitedSubjects = writeNames;

export const maxRules = 50;
export const maxApprovers = 5;
/** In basis points: the whole amount. */
export const maxFeeBps = 10_000;
export const maxPerDay = 1_000_000;
export const maxNoteLength = 1_000;
