/** Why a run is paused or was ended, for people. */
import type { Intent } from '../../../core/intents/types.ts';

export interface Pause {
  /**
   * Closed: `person`, `restart`, `restored`, `closed`, `departs`, `unclear`, `refused`, `long-wait`, `forbidden`,
   * or a cause of the layers below.
   */
  readonly cause: string;
  readonly sentence: string;
}

const resume = 'Requests already sent stay recorded. Resume when you are ready.';

export const pauses = {
  person: { cause: 'person', sentence: `Paused by a user. ${resume}` },
  restart: {
    cause: 'restart',
    sentence:
      'Causeway stopped during this run. Requests already sent stay recorded. Rows with an unknown outcome are not resent. Resume to send the other rows.',
  },
  restored: {
    cause: 'restored',
    sentence:
      'This run comes from a backup, so it can’t be resumed. Rows that were not sent when the backup was made may have been sent since. Check with the service, then run the remaining rows as a new file.',
  },
  closed: {
    cause: 'closed',
    sentence: `Causeway was locked or closed, or another profile was opened. ${resume}`,
  },
  departs: {
    cause: 'departs',
    sentence:
      'A response does not match its request, so the run is paused. Ask the service to explain the mismatch and sign it off before you resume.',
  },
  /** Nobody signs off a mismatch of a customer. */
  customerDeparts: {
    cause: 'departs',
    sentence:
      'A response does not match its request, so the run is paused. Look at the marked rows before you resume.',
  },
  dayLimit: {
    cause: 'day-limit',
    sentence:
      'The team’s limit of today is reached. Requests already sent stay recorded. Resume tomorrow (UTC), or ask an owner to change the policy.',
  },
  notWritten: {
    cause: 'disk-full',
    sentence:
      'The run is paused, but Causeway can’t write that to this disk. Requests already sent stay recorded. Free some disk space, then resume.',
  },
} as const satisfies Readonly<Record<string, Pause>>;

/** A pause as the run shows it: one request says that nothing was sent, but earlier rows may have been. */
export const pauseOfRun = ({ cause, sentence }: Pause): Pause => ({
  cause,
  sentence: sentence.replace('Nothing was sent', 'Nothing more was sent'),
});

/** Reason for a row that was waiting when its run came from a backup. */
export const restoredRow =
  'Not sent when the backup was made, but it may have been sent since. Check with the service before you send this row.';

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
        sentence: `The service refused ${REFUSED} rows in a row for the same reason: ${sentence} Find out what is wrong before you resume.`,
      };
    }
    const apart = 'Those rows are not resent. Find out what is wrong before you resume.';
    if (unclear >= UNCLEAR) {
      return {
        cause: 'unclear',
        sentence: `The outcome of ${UNCLEAR} rows in a row is unknown: ${sentence} ${apart}`,
      };
    }
    if (recent.filter(Boolean).length < UNCLEAR_AMONG) return null;
    return {
      cause: 'unclear',
      sentence: `The outcome of ${UNCLEAR_AMONG} of the last ${recent.length} rows is unknown. ${apart}`,
    };
  };

  return {
    see(intent) {
      const { state, cause, sentence, retryAfterMs } = intent;
      if (cause === 'rate-limited') {
        if (retryAfterMs === null || retryAfterMs <= LONGEST_WAIT_MS) return null;
        return {
          cause: 'long-wait',
          sentence: `The service asks to wait for more than ${LONGEST_WAIT_MS / 60_000} minutes, so the run is paused. ${resume}`,
        };
      }
      count(intent);
      if (state === 'not-sent') {
        return { cause: cause ?? 'unreachable', sentence: `${sentence} ${resume}` };
      }
      if (cause === 'unauthorized') return { cause: 'token-refused', sentence };
      if (cause === 'not-kept') return { cause: 'disk-full', sentence };
      return byOutcomes(intent);
    },
  };
}
