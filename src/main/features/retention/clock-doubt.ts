/**
 * Whether the computer's clock can be believed: by one that runs ahead, what is new is old and is removed for good. The
 * service's time says, and while it is not known, when retention was applied last.
 */
import { localDay } from '../../../bridge/instants.ts';
import { counted } from '../../../bridge/words.ts';
import { isoTime } from '../../../platform/clock.ts';

export interface ClockDoubt {
  readonly sentence: string;
  /** The service says another time: then a person's word does not count. */
  readonly isWrong: boolean;
}

const DAY_MS = 24 * 3_600_000;
/** A clock moves so far while a console is closed, and no further unseen. */
const UNSEEN_DAYS = 7;

/**
 * null: it can be believed. A clock that is behind removes too little, and is believed.
 *
 * @param said the service's time; null while it is not known
 * @param last when retention was applied last (ISO 8601); null: never
 */
export function clockDoubt(
  now: number,
  said: number | null,
  last: string | null,
): ClockDoubt | null {
  if (said !== null) {
    const ahead = Math.floor((now - said) / DAY_MS);
    if (ahead < 1) return null;
    const days = counted(ahead, 'day', 'days');
    const sentence = `This computer’s clock is ${days} ahead of the service’s. Causeway removes nothing until the clock is correct.`;
    return { sentence, isWrong: true };
  }
  if (last !== null && now - Date.parse(last) <= UNSEEN_DAYS * DAY_MS) return null;
  const sentence = `The service has not confirmed the date of this computer, ${localDay(isoTime(now))}. Causeway removes nothing until the service responds, or until you apply a retention under Change retention and so confirm the date.`;
  return { sentence, isWrong: false };
}
