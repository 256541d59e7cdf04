/** Texts of the policy of approvals. */
import type { ApprovalSubject } from '../../../bridge/approval-limits.ts';
import { eachWrite } from '../../../contract/writes.ts';
import { sentenceCase } from '../../format/words.ts';

export const policyTexts = {
  title: 'Approval policy',
  lead: 'What other members have to approve before anyone in the team sends it. Nobody approves their own requests.',
  setBy: (who: string) => `Set by ${who}`,
  several:
    'Several owners set a policy at the same time. All of their policies apply until an owner sets the policy again.',
  ownersOnly: 'Only an owner of the team can change the policy.',
  edit: 'Change policy',
  set: 'Set policy…',
  addRule: 'Add rule',
  rule: (number: number) => `Rule ${number}`,
  of: 'Applies to',
  subjects: {
    ...eachWrite(({ nouns }) => `New ${nouns}`),
    bulk: 'Bulk runs',
  } satisfies Record<ApprovalSubject, string>,
  approvers: 'Approvers',
  remove: 'Remove',
  removeRule: (number: number) => `Remove rule ${number}`,
  network: 'Network',
  otherNetwork: 'Other network',
  any: 'Any',
  fee: 'Integrator fee from (bps)',
  newAddress: 'Wallet address is new here',
  rows: 'From this number of rows',
  limits: 'Daily limit (UTC) for the whole team',
  limitOf: eachWrite(({ nouns }) => sentenceCase(nouns)),
  noLimit: 'No limit',
  withoutDatabase: 'Allow sending while the team’s database does not respond',
  withoutDatabaseHelp:
    'A request is then sent even without an approval that it needs, and perhaps twice, because no computer sees what the others send. Each is marked in the audit log. If not allowed, requests wait.',
} as const;
