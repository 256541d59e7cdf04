/** Parts that rows and details of records share. */
import type { OtherRecordRow } from '../../../bridge/other-records.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { stateTexts } from '../../texts/states.ts';
import { stateWords, toneOf } from './other-words.ts';

export function RecordState({ state }: Pick<OtherRecordRow, 'state'>) {
  return state === null ? (
    <span className="dimmed">{stateTexts.unknownValue}</span>
  ) : (
    <span title={state}>
      <StatusMark tone={toneOf(state)}>{stateWords(state)}</StatusMark>
    </span>
  );
}
