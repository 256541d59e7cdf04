/** Texts of a form whose request the team has to approve. */
import { counted } from '../../format/words.ts';

export const requestApprovalTexts = {
  title: (approvers: number) => `Needs approval by ${counted(approvers, 'member', 'members')}`,
  body: 'Nothing is sent before then. Once the request is approved, you send it from Approvals.',
  note: 'Note for the approvers',
  noteHelp:
    'Optional. What they need to check it, for example where the wallet address comes from.',
  action: 'Request approval',
  anyway: 'Request approval anyway',
} as const;
