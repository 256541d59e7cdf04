/** Why a run does not go on by itself, for people. */
import type { Intent } from '../../intents/types.ts';

export interface Pause {
  /**
   * Closed: `person`, `restart`, `closed`, `departs`, `unclear`, `refused`, `long-wait`, `forbidden`,
   * or a cause of the layers below.
   */
  readonly cause: string;
  readonly sentence: string;
}

const goOn = 'What was sent is kept. Go on when you are ready.';

export const pauses = {
  person: { cause: 'person', sentence: `Paused by a person. ${goOn}` },
  restart: {
    cause: 'restart',
    sentence:
      'Causeway ended in the midst of this run. What was sent is kept, and rows whose outcome is not known are set apart and not sent again. Go on to send the others.',
  },
  closed: {
    cause: 'closed',
    sentence: `Causeway was locked or closed, or another profile was opened. ${goOn}`,
  },
  departs: {
    cause: 'departs',
    sentence:
      'The service answered with something else than what was sent, so the run stands still. Look at what differs, and clear it up with the service, before you go on.',
  },
  notWritten: {
    cause: 'disk-full',
    sentence:
      'The run stands still, and that could not be written to this disk. What was sent is in the journal. Make room on the disk, then go on.',
  },
} as const satisfies Readonly<Record<string, Pause>>;

/** Outcomes in a row of which nothing is known, after which nobody should go on blindly. */
const UNCLEAR = 5;
/** The same among the last so many, where others went well in between. */
const UNCLEAR_AMONG = 10;
const AMONG = 50;
/** Refusals in a row for one cause: what is wrong is not the row. */
const REFUSED = 20;
/** Longer than this nobody leaves a run to wait by itself, in milliseconds. */
const LONGEST_WAIT_MS = 10 * 60_000;

export interface PauseWatch {
  /** The reason that this outcome gives to pause; null when it gives none. */
  see(intent: PauseReasons): Pause | null;
}

type PauseReasons = Pick<Intent, 'state' | 'cause' | 'sentence' | 'retryAfterMs'>;

export function watchForPause(): PauseWatch {
  let unclear = 0;
  const recent: boolean[] = [];
  let refused = 0;
  let refusedFor: string | null = null;

  const count = ({ state, cause }: PauseReasons): void => {
    const isUnclear = state === 'unknown';
    unclear = isUnclear ? unclear + 1 : 0;
    recent.push(isUnclear);
    if (recent.length > AMONG) recent.shift();
    const isRefusal = state === 'refused';
    refused = isRefusal && cause === refusedFor ? refused + 1 : Number(isRefusal);
    refusedFor = isRefusal ? cause : null;
  };

  const byOutcomes = ({ cause, sentence }: PauseReasons): Pause | null => {
    if (refused >= REFUSED && cause === 'forbidden') return { cause, sentence };
    if (refused >= REFUSED) {
      return {
        cause: 'refused',
        sentence: `The service refused ${REFUSED} rows in a row for one reason: ${sentence} Find out what is wrong before going on.`,
      };
    }
    const apart = 'Those rows are set apart. Find out what is wrong before going on.';
    if (unclear >= UNCLEAR) {
      return {
        cause: 'unclear',
        sentence: `The outcome of ${UNCLEAR} rows in a row is not known: ${sentence} ${apart}`,
      };
    }
    if (recent.filter(Boolean).length < UNCLEAR_AMONG) return null;
    return {
      cause: 'unclear',
      sentence: `The outcome of ${UNCLEAR_AMONG} of the last ${recent.length} rows is not known. ${apart}`,
    };
  };

  return {
    see(intent) {
      const { state, cause, sentence, retryAfterMs } = intent;
      if (cause === 'rate-limited') {
        if (retryAfterMs === null || retryAfterMs <= LONGEST_WAIT_MS) return null;
        return {
          cause: 'long-wait',
          sentence: `The service asks to wait for more than ${LONGEST_WAIT_MS / 60_000} minutes, so the run stands still. ${goOn}`,
        };
      }
      count(intent);
      if (state === 'not-sent') {
        return { cause: cause ?? 'unreachable', sentence: `${sentence} ${goOn}` };
      }
      if (cause === 'unauthorized') return { cause: 'token-refused', sentence };
      if (cause === 'not-kept') return { cause: 'disk-full', sentence };
      return byOutcomes(intent);
    },
  };
}
