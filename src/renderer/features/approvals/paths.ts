/** Addresses of proposals: those that wait for a decision here, those made here, and those decided. */
export type ApprovalPart = 'waiting' | 'mine' | 'decided';

export const approvalPaths = {
  root: '/approvals',
  part: (part: ApprovalPart) => (part === 'waiting' ? '/approvals' : `/approvals/${part}`),
  one: (id: string, part: ApprovalPart) => `/approvals/${part}/${id}`,
} as const;
