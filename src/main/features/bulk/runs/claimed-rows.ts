/** Rows of a run that this computer may send: those that no colleague claimed before (core/intents/claims.ts). */
import { type ClaimsPlace, NotClaimed } from '../../../core/intents/claims.ts';
import { contentOf } from '../../../core/intents/similar-intents.ts';
import type { StoredRun, WaitingRow } from './stored-rows.ts';
import type { Pause } from './why-paused.ts';

export interface ClaimedRowsParts {
  readonly claims: ClaimsPlace;
  /** Of rows that colleagues claimed: why they are not sent. May throw, because the disk is full. */
  readonly onStanding: (key: string, reason: string) => void;
  /** What was asked for is claimed, but for what stands. */
  readonly onClaimed: () => void;
  /** Nothing can be claimed now. */
  readonly onFailure: (why: Pause) => void;
}

export interface ClaimedRows {
  /** Whether all of these may be sent. Otherwise they are being claimed: read them again at `onClaimed`. */
  are(rows: readonly WaitingRow[]): boolean;
  isAsking(): boolean;
  /** They were journalled. */
  sent(keys: readonly string[]): void;
  /** The run stands still: what was claimed and not sent may be sent by others. */
  close(): void;
}

const operations = { customer: 'createCustomer', virtualAccount: 'createVirtualAccount' } as const;

export function createClaimedRows(kind: StoredRun['kind'], parts: ClaimedRowsParts): ClaimedRows {
  const { claims } = parts;
  /** Claimed and not journalled. */
  const claimed = new Set<string>();
  let isAsking = false;
  let isClosed = false;

  async function claim(rows: readonly WaitingRow[]): Promise<void> {
    const requests = rows.map(({ key, input, fingerprint, isSecond }) => ({
      ...{ key, operation: operations[kind], isSecond },
      sameness: fingerprint ?? contentOf(input),
    }));
    const standing = await claims.take(requests, []);
    const keys = rows.map(({ key }) => key).filter((key) => !standing.has(key));
    if (isClosed) {
      claims.release(keys);
      return;
    }
    for (const key of keys) claimed.add(key);
    for (const [key, { sentence }] of standing) parts.onStanding(key, `Not sent: ${sentence}`);
  }

  return {
    are(rows) {
      if (!claims.isUsed()) return true;
      const unclaimed = rows.filter(({ key }) => !claimed.has(key));
      if (unclaimed.length === 0) return true;
      if (!isAsking) {
        isAsking = true;
        void claim(unclaimed)
          .catch((error: unknown) => parts.onFailure(pauseOf(error)))
          .finally(() => {
            isAsking = false;
            parts.onClaimed();
          });
      }
      return false;
    },
    isAsking: () => isAsking,
    sent(keys) {
      for (const key of keys) claimed.delete(key);
    },
    close() {
      isClosed = true;
      claims.release([...claimed]);
      claimed.clear();
    },
  };
}

const pauseOf = (error: unknown): Pause =>
  error instanceof NotClaimed
    ? { cause: error.why, sentence: error.message }
    : {
        cause: 'internal',
        sentence: 'The team’s database could not be asked about these rows. None of them was sent.',
      };
