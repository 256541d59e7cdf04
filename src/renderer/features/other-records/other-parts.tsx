/** Parts that rows and details of records share. */
import type { OtherRecordRow } from '../../../bridge/other-records.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { formatState } from '../../format/words.ts';
import { stateTexts } from '../../texts/states.ts';
import { toneOf } from './other-words.ts';

export function RecordState({ state }: Pick<OtherRecordRow, 'state'>) {
  return state === null ? (
    <span className="dimmed">{stateTexts.unknownValue}</span>
  ) : (
    <span title={state}>
      <StatusMark tone={toneOf(state)}>{formatState(state)}</StatusMark>
    </span>
  );
}
