/** Proposals of the team that this computer has something to do about. */
import type { ApprovalRow } from '../../../../bridge/approvals.ts';
import { foundAll, type NeedSource, needItem } from './need-source.ts';

const tests = {
  approvalsWaiting: ({ state, may }: ApprovalRow) => state === 'waiting' && may.includes('decide'),
  approvalsToSend: ({ may }: ApprovalRow) => may.includes('send'),
  approvalsRefused: ({ state, maker }: ApprovalRow) => state === 'refused' && maker.isOwn,
} as const;

export const approvalsThat = (
  kind: keyof typeof tests,
  rows: () => readonly ApprovalRow[],
): NeedSource => ({
  kind,
  topics: ['approvals', 'team', 'intents', 'bulk'],
  find: () =>
    foundAll(
      rows()
        .filter(tests[kind])
        .map(({ id, proposedAt, title, what }) => needItem(id, proposedAt, title, [what])),
    ),
});
