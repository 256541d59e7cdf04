/** Parts and words that rows and details of records share. */
import type { OtherRecordRow } from '../../../bridge/other-records.ts';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { toneOfState } from '../../format/status-tone.ts';
import { formatState } from '../../format/words.ts';
import { stateTexts } from '../../texts/states.ts';

/** What people call it, else the end of its address or of its ID. */
export function titleOf(row: Pick<OtherRecordRow, 'id' | 'nickname' | 'name' | 'address'>): string {
  const called = row.nickname ?? row.name;
  return asSeen(called ?? shortId(row.address ?? row.id));
}

const tones: Readonly<Record<string, Tone>> = { created: 'green', deleted: 'grey' };

export const toneOf = (state: string): Tone =>
  Object.hasOwn(tones, state) ? (tones[state] ?? 'grey') : toneOfState(state);

export function RecordState({ state }: Pick<OtherRecordRow, 'state'>) {
  return state === null ? (
    <span className="dimmed">{stateTexts.unknownValue}</span>
  ) : (
    <span title={state}>
      <StatusMark tone={toneOf(state)}>{formatState(state)}</StatusMark>
    </span>
  );
}
