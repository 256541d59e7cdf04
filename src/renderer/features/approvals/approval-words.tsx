/** State and maker of a proposal, in a list and beside it. */
import type { ApprovalParty, ApprovalState } from '../../../bridge/approvals.ts';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { approvalTexts as texts } from './texts.ts';

const tones: Readonly<Record<ApprovalState, Tone>> = {
  waiting: 'blue',
  approved: 'green',
  refused: 'red',
  withdrawn: 'grey',
  expired: 'grey',
  sent: 'green',
};

export function StateMark({ state }: { state: ApprovalState }) {
  return <StatusMark tone={tones[state]}>{texts.states[state]}</StatusMark>;
}

export function partyWords({ person, computer, isOwn, isMine }: ApprovalParty): string {
  if (isOwn) return texts.you;
  const place = computer === null ? texts.unknownComputer : asSeen(computer);
  if (isMine) return texts.on(texts.you, place);
  return person === null ? place : texts.on(asSeen(person), place);
}
