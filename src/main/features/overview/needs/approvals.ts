/** Proposals of the team that this computer has something to do about. */
import type { ProposalRow } from '../../../../bridge/approvals.ts';
import { foundAll, type NeedSource, needItem } from './need-source.ts';

const tests = {
  approvalsWaiting: ({ state, may }: ProposalRow) => state === 'waiting' && may.includes('decide'),
  approvalsToSend: ({ may }: ProposalRow) => may.includes('send'),
  approvalsRefused: ({ state, maker }: ProposalRow) => state === 'refused' && maker.isOwn,
} as const;

export const approvalsThat = (
  kind: keyof typeof tests,
  rows: () => readonly ProposalRow[],
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
