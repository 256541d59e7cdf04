/** Texts of approvals. */
import type { ApprovalSubject } from '../../../bridge/approval-limits.ts';
import type { ApprovalState } from '../../../bridge/approvals.ts';
import { counted, groupedCount } from '../../../bridge/words.ts';
import { eachWrite } from '../../../contract/writes.ts';
import { sentenceCase } from '../../format/words.ts';

export const approvalTexts = {
  title: 'Approvals',
  lead: 'Requests that the team’s policy holds back until other members approve them. Whoever requested approval sends the approved request from here.',
  listLabel: 'Requests for approval',
  failed: 'The requests for approval can’t be read',
  parts: { label: 'Show', waiting: 'Waiting for me', mine: 'Mine', decided: 'Decided' },
  none: {
    waiting: {
      title: 'Nothing waits for your approval',
      body: 'Requests of other members that you may approve are listed here. A notice can tell you when one comes: Settings, Notices.',
    },
    mine: {
      title: 'You have not requested approval yet',
      body: 'Create a customer, virtual account, webhook or bulk run. Where the policy asks for approval, the form offers to request it.',
    },
    decided: {
      title: 'Nothing decided yet',
      body: 'Requests that were approved, refused, withdrawn, expired or sent are listed here.',
    },
  },
  noTeam: {
    title: 'This profile is in no team',
    body: 'Approvals need a team. Create or join one under Settings, Team.',
    action: 'Go to team',
  },
  notAdmitted: {
    title: 'This computer waits to be admitted',
    body: 'Once an owner has admitted it, requests that need approval are listed here. Settings, Team shows the words that the owner asks for.',
  },
  columns: {
    what: 'Request',
    title: 'About',
    state: 'State',
    given: 'Approvals',
    maker: 'Requested by',
    at: 'Requested',
  },
  subjects: {
    ...eachWrite(({ noun }) => sentenceCase(noun)),
    bulk: 'Bulk run',
  } satisfies Record<ApprovalSubject, string>,
  states: {
    waiting: 'Waiting',
    approved: 'Approved',
    refused: 'Refused',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
    sent: 'Sent',
  } satisfies Record<ApprovalState, string>,
  of: (given: number, needed: number) => `${given} of ${needed}`,
  you: 'You',
  unknownComputer: 'Unknown computer',
  on: (person: string, computer: string) => `${person} on ${computer}`,

  request: 'Request as it is sent',
  row: (row: number) => `Row ${row}`,
  rows: (shown: number, all: number) =>
    shown < all
      ? `The first ${groupedCount(shown)} of ${counted(all, 'row', 'rows')}. The approval document shows all.`
      : counted(all, 'row', 'rows'),
  seen: 'What the maker saw',
  reasons: 'Why it needs approval',
  decisions: {
    title: 'Decisions',
    none: 'No decision yet',
    approved: 'Approved by',
    refused: 'Refused by',
  },
  disbelieved: 'Entries that do not count',
  facts: {
    state: 'State',
    maker: 'Requested by',
    at: 'Requested',
    expires: 'Expires',
    note: 'Note',
    approvals: 'Approvals',
  },
  decide: 'Approve or refuse…',
  refuse: 'Refuse after all…',
  decideHint: 'Causeway opens a separate window that shows the whole request. You decide there.',
  send: 'Send request',
  sendHint: 'Causeway checks the approvals again, then sends it once.',
  elsewhere: (computer: string) =>
    `You requested this on ${computer}: somebody else approves it, and you send or withdraw it there.`,
  withdraw: 'Withdraw request',
  withdrawTitle: 'Withdraw this request for approval?',
  withdrawBody: 'The request can’t be sent after that. You can request approval again.',
  seeSent: 'Open what was created',
  seeRun: 'Open bulk run',
  saveRows: 'Download rows',
  saveRowsHint:
    'Choose this file as a new one to request approval for those rows again. It has what was corrected.',

  badge: (count: number) => `${counted(count, 'request waits', 'requests wait')} for you`,
} as const;
