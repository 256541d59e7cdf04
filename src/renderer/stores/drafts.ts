/**
 * What is being typed, and what became of sending it. A draft belongs to a profile, lives in memory
 * only (it holds personal data) and outlives its screen, an error, and a lost connection.
 *
 *     editing ──▶ reviewing ──▶ sending ──▶ created
 *        ▲            │            ├──▶ failed ──(changed, or sent again by a person)──▶ editing
 *        └────────────┘            ├──▶ asked ──(confirmed in the document: in the journal)──▶ created, failed
 *                                  └──▶ lost ──(looked up in the journal)──▶ created, failed, …
 *
 * The intent key is minted when the form opens, so a double click is one intent. An attempt that
 * ended without effect takes a new key, because the journal holds the old one as settled.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ShownFailure } from '../format/failures.ts';

export type Attempt =
  | { state: 'none' }
  | { state: 'sending' }
  /** In a document of main's own, at `path`; what comes of it is in the journal. */
  | { state: 'asked'; path: string | null }
  /** The console went away while it was sending; the journal knows. */
  | { state: 'lost' }
  | { state: 'failed'; failure: ShownFailure }
  | { state: 'created'; id: string };

export interface Draft<Values> {
  /** Grows when the values were replaced from outside of the form, which then fills itself anew. */
  edition: number;
  intentKey: string;
  values: Values;
  isReviewing: boolean;
  attempt: Attempt;
}

export interface DraftsState<Values> {
  /** By profile id. */
  drafts: Readonly<Record<string, Draft<Values>>>;
  /** The running draft of the profile, or a new one; `seed` is put over its values. */
  open(profileId: string, seed?: Partial<Values>): void;
  change(profileId: string, values: Values): void;
  review(profileId: string, isReviewing: boolean): void;
  attempt(profileId: string, attempt: Attempt): void;
  /** An empty form in its place. */
  startOver(profileId: string): void;
}

export type DraftStore<Values> = StoreApi<DraftsState<Values>>;

/** Failures after which nothing exists at the service, so that a person may send again. */
const isWithoutEffect = ({ code }: ShownFailure): boolean =>
  code !== 'UNKNOWN_OUTCOME' && code !== 'BRIDGE_LOST' && code !== 'ASKS_FIRST';

/** It was sent, and what became of it is not known yet. */
export const isUnderWay = ({ state }: Attempt): boolean => state === 'sending' || state === 'lost';

/** It may exist: sending the same again is not offered. Another input is another intent. */
export const isOutcomeOpen = (attempt: Attempt): boolean =>
  attempt.state === 'lost' ||
  (attempt.state === 'failed' && attempt.failure.code === 'UNKNOWN_OUTCOME');

/** A person said under Unresolved that it was not created: nobody has to be told any more. */
export const isResolvedAsNotCreated = (attempt: Attempt): boolean =>
  attempt.state === 'failed' &&
  attempt.failure.code === 'NOT_SENT' &&
  typeof attempt.failure.intentKey === 'string';

export function createDraftStore<Values>(
  empty: Values,
  mintIntentKey: () => string,
): DraftStore<Values> {
  const fresh = (values: Values, edition: number): Draft<Values> => ({
    edition,
    intentKey: mintIntentKey(),
    values,
    isReviewing: false,
    attempt: { state: 'none' },
  });

  return createStore<DraftsState<Values>>((set, get) => {
    const update = (profileId: string, change: (draft: Draft<Values>) => Draft<Values>): void => {
      const draft = get().drafts[profileId];
      if (draft === undefined) return;
      set((state) => ({ drafts: { ...state.drafts, [profileId]: change(draft) } }));
    };

    return {
      drafts: {},
      open: (profileId, seed) => {
        const running = get().drafts[profileId];
        const isOver = running === undefined || running.attempt.state === 'created';
        if (!isOver && seed === undefined) return;
        const canSeed = isOver || running.attempt.state === 'none';
        if (!canSeed) return;
        const edition = (running?.edition ?? 0) + 1;
        const draft = isOver ? fresh(empty, edition) : { ...running, edition, isReviewing: false };
        const values = { ...draft.values, ...seed };
        set((state) => ({ drafts: { ...state.drafts, [profileId]: { ...draft, values } } }));
      },
      change: (profileId, values) =>
        update(profileId, (draft) => {
          if (draft.attempt.state === 'none') return { ...draft, values };
          // Another input under a key that the journal knows would be refused.
          return { ...fresh(values, draft.edition), isReviewing: draft.isReviewing };
        }),
      review: (profileId, isReviewing) => update(profileId, (draft) => ({ ...draft, isReviewing })),
      attempt: (profileId, attempt) =>
        update(profileId, (draft) => {
          const isSettled = attempt.state === 'failed' && isWithoutEffect(attempt.failure);
          return { ...draft, attempt, intentKey: isSettled ? mintIntentKey() : draft.intentKey };
        }),
      startOver: (profileId) => update(profileId, (draft) => fresh(empty, draft.edition + 1)),
    };
  });
}
