/** Texts of a form whose request the team has to approve. */
export const requestApprovalTexts = {
  title: (approvers: number) =>
    approvers === 1 ? 'Needs approval by 1 member' : `Needs approval by ${approvers} members`,
  body: 'Nothing is sent before. When it is approved, you send it from Approvals.',
  note: 'Note for the approvers',
  noteHelp:
    'Optional. What they need to check it, for example where the wallet address comes from.',
  action: 'Request approval',
  anyway: 'Request approval all the same',
} as const;
