/** What became of one delivery on its way to one address. */
import type { ForwardView } from '../../../../bridge/forwarding.ts';
import { StatusMark, type Tone } from '../../../components/status-mark.tsx';
import { forwardingTexts } from './texts.ts';

const tones: Record<ForwardView['state'], Tone> = {
  waiting: 'blue',
  delivered: 'green',
  failed: 'red',
};

export function ForwardStateMark({
  forward,
}: {
  forward: Pick<ForwardView, 'state' | 'isReplay'>;
}) {
  const { states, replay } = forwardingTexts.results;
  return (
    <StatusMark tone={tones[forward.state]}>
      {states[forward.state]}
      {forward.isReplay && ` · ${replay}`}
    </StatusMark>
  );
}
