/** Texts of the policy of approvals. */
import type { ApprovalSubject } from '../../../bridge/approval-limits.ts';

export const policyTexts = {
  title: 'Approval policy',
  lead: 'What other members have to approve before anyone of the team sends it. Nobody approves their own.',
  setBy: (who: string) => `Set by ${who}`,
  several: 'Owners set a policy at the same time. All of them count until one sets it again.',
  ownersOnly: 'Only an owner of the team changes the policy.',
  edit: 'Change policy',
  set: 'Set policy…',
  addRule: 'Add rule',
  rule: (number: number) => `Rule ${number}`,
  of: 'Applies to',
  subjects: {
    createCustomer: 'New customers',
    createVirtualAccount: 'New virtual accounts',
    createWebhook: 'New webhooks',
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
  rows: 'From so many rows',
  limits: 'Most per day (UTC), for the whole team',
  limitOf: {
    createCustomer: 'Customers',
    createVirtualAccount: 'Virtual accounts',
    createWebhook: 'Webhooks',
  },
  noLimit: 'No limit',
  withoutDatabase: 'Allow sending while the team’s database does not answer',
  withoutDatabaseHelp:
    'Also without an approval that it needs, and perhaps twice, as no computer learns of the others. Each such request is marked in the audit log. Otherwise it waits.',
} as const;
